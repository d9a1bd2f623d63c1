import { limits } from '@postroad/core/platform/limits';
import {
  isAllowed,
  isWrite,
  type Operation,
  type Scope,
} from '@postroad/core/platform/operations/operation';
import { takesRevision } from '@postroad/core/platform/operations/revised';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import type { InvokeOptions } from './service.ts';

/** What a token of each scope may do, for a refusal. */
const allowed: Readonly<Record<Scope, string>> = {
  read: 'read',
  draft: 'read, keep drafts and dry-run writes',
  write: 'write',
};

/**
 * Throws a Refusal if the actor may not make this call, or if its options do not fit the operation.
 */
export function authorise(
  operationName: string,
  operation: Operation,
  options: InvokeOptions,
): void {
  const { name, scope } = options.actor;
  if (!isAllowed(operation, scope, options.dryRun)) {
    const wanted = operation.scope ?? 'write';
    throw new Refusal(
      'forbidden',
      `The token "${name}" may only ${allowed[scope]}. Use a token of scope ${wanted} for ${operationName}.`,
    );
  }
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
