import type {
  OperationName,
  OperationOutput,
  OperationRequest,
} from '@postroad/core/catalog/catalog';
import type { Call } from '@postroad/core/operations/run-tool';

/** Asks a reading operation through `call`, with the types of its contract. */
export function readerOf(call: Call) {
  return async <Name extends OperationName>(
    name: Name,
    input: OperationRequest<Name>,
  ): Promise<OperationOutput<Name>> => {
    const given = Object.entries(input as object).filter(([, value]) => value !== undefined);
    const options = { dryRun: false, idempotencyKey: undefined };
    const { output } = await call(name, Object.fromEntries(given), options);
    return output as OperationOutput<Name>;
  };
}
