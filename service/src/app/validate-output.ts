import type { OperationName, OperationOutput } from '@postroad/core/catalog/catalog';
import type { Operation } from '@postroad/core/platform/operations/operation';
import type { Answer } from './service.ts';

function statusOf({ status }: Operation, output: unknown): 200 | 201 {
  return typeof status === 'function' ? status(output) : status;
}

/** An answer that is held to the contract; throws where a handler does not keep it. */
export function answered(
  operation: Operation,
  output: unknown,
  dryRun: boolean,
): Answer<OperationName> {
  const parsed = operation.output.parse(output) as OperationOutput<OperationName>;
  return { status: statusOf(operation, parsed), output: parsed, dryRun };
}
