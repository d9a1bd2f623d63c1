import { isWrite, type Operation } from './operation.ts';
import { grants, type Scope } from './scope.ts';

/**
 * The scope that an operation needs: its own, else `read` of a read and `write` of a write. With an
 * input, that of this very call.
 */
export function scopeNeeded(operation: Operation, input?: unknown): Scope {
  const least = operation.scope ?? (isWrite(operation) ? 'write' : 'read');
  return (input === undefined ? null : operation.widerScope?.(input)) ?? least;
}

/** Whether a token may make a call; `draft` dry-runs every write (TOK-04). */
export function isAllowed(
  operation: Operation,
  given: readonly Scope[],
  { dryRun = false, input }: { dryRun?: boolean | undefined; input?: unknown } = {},
): boolean {
  if (grants(given, scopeNeeded(operation, input))) return true;
  return dryRun && isWrite(operation) && grants(given, 'draft');
}
