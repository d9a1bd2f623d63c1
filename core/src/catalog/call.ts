import type { OperationName } from './catalog.ts';

export type Arguments = Record<string, unknown>;

export interface CallOptions {
  dryRun: boolean;
  idempotencyKey: string | undefined;
  /** Once it answers false, a call that is not committed is rolled back; a server never asks. */
  isWanted?: (() => boolean) | undefined;
}

/** Does one operation, in this process or on a server; throws what `thrownProblem` reads. */
export type Call = (
  name: OperationName,
  input: Arguments,
  options: CallOptions,
) => Promise<{ output: unknown }>;
