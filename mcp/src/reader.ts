import { type Call, plainCall } from '@postroad/core/catalog/call';
import type {
  OperationName,
  OperationOutput,
  OperationRequest,
} from '@postroad/core/catalog/catalog';

/** Returns a function that calls reading operations through `call`, typed by their contracts. */
export function readerOf(call: Call) {
  return async <Name extends OperationName>(
    name: Name,
    input: OperationRequest<Name>,
  ): Promise<OperationOutput<Name>> => {
    const defined = Object.entries(input as object).filter(([, value]) => value !== undefined);
    const { output } = await call(name, Object.fromEntries(defined), plainCall);
    return output as OperationOutput<Name>;
  };
}
