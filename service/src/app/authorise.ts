import { limits } from '@postroad/core/platform/limits';
import { isAllowed, scopeNeeded } from '@postroad/core/platform/operations/allowed';
import { isWrite, type Operation } from '@postroad/core/platform/operations/operation';
import { takesRevision } from '@postroad/core/platform/operations/revised';
import { invalid } from '@postroad/core/platform/refusal';
import { forbidden } from '../platform/forbidden.ts';
import type { InvokeOptions } from './service.ts';

/**
 * Throws a Refusal if the actor may not make this call, or if its options do not fit the operation.
 */
export function authorise(
  operationName: string,
  operation: Operation,
  options: InvokeOptions,
): void {
  requireScope(operationName, operation, options);
  if (options.dryRun && !isWrite(operation)) {
    const message = 'This operation only reads, so it has no dry run. Leave dry_run out.';
    throw invalid([{ path: 'dry_run', code: 'key_unknown', message }]);
  }
  if (options.ifRevision !== undefined && !takesRevision(operation)) {
    const message = 'This operation changes no record that has a revision. Leave if_revision out.';
    throw invalid([{ path: 'if_revision', code: 'key_unknown', message }]);
  }
  const key = options.idempotencyKey;
  if (key !== undefined && (key.trim() === '' || key.length > limits.idempotencyKeyChars)) {
    const message = `An idempotency key has 1 to ${limits.idempotencyKeyChars} characters.`;
    throw invalid([{ path: 'idempotency_key', code: 'value_invalid', message }]);
  }
}

/**
 * Throws a Refusal if the scopes of the actor do not allow the call; with its input, if they do not
 * allow this very call.
 */
export function requireScope(
  operationName: string,
  operation: Operation,
  { actor, dryRun }: Pick<InvokeOptions, 'actor' | 'dryRun'>,
  input?: unknown,
): void {
  if (isAllowed(operation, actor.scopes, { dryRun, input })) return;
  if (dryRun && isWrite(operation))
    throw forbidden(actor, 'draft', `a dry run of ${operationName}`);
  throw forbidden(actor, scopeNeeded(operation, input), operationName);
}
