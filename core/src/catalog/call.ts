import type { ExpectedRevision } from '../platform/operations/revised-resources.ts';
import type { OperationName } from './catalog.ts';

export type Arguments = Record<string, unknown>;

export interface CallOptions {
  dryRun: boolean;
  idempotencyKey: string | undefined;
  /** The revisions of the record that the caller has seen; with another one the call is refused. */
  ifRevision?: ExpectedRevision | undefined;
  /** Once it returns false, an uncommitted call is rolled back; never used against a server. */
  isWanted?: (() => boolean) | undefined;
}

/**
 * Calls one operation, in this process or on a server. Throws errors that `thrownProblem` reads.
 */
export type Call = (
  name: OperationName,
  input: Arguments,
  options: CallOptions,
) => Promise<{ output: unknown }>;
