import {
  type LogPosition,
  laterPosition,
  primaryOnly,
} from '../platform/operations/log-position.ts';
import type { ExpectedRevision } from '../platform/operations/revised-resources.ts';
import type { OperationName } from './catalog.ts';
import type { Confirmation, ConfirmRequest } from './confirmation.ts';

export type Arguments = Record<string, unknown>;

export interface CallOptions {
  dryRun: boolean;
  idempotencyKey: string | undefined;
  /** The revisions of the record that the caller has seen; with another one the call is refused. */
  ifRevision?: ExpectedRevision | undefined;
  /** What the caller has seen: a replica that lags behind it does not answer (REPL-03). */
  seen?: LogPosition | null | undefined;
  /** Whether a person has to agree to a write; left out, nobody has to. */
  confirm?: ConfirmRequest | undefined;
  /** Once it returns false, an uncommitted call is rolled back; never used against a server. */
  isWanted?: (() => boolean) | undefined;
}

/** Options of a call that is no dry run, and that is not repeated under a key. */
export const plainCall: CallOptions = { dryRun: false, idempotencyKey: undefined };

/**
 * Calls one operation, in this process or on a server. Throws errors that `thrownProblem` reads.
 */
export type Call = (
  name: OperationName,
  input: Arguments,
  options: CallOptions,
) => Promise<{
  output: unknown;
  position?: LogPosition | null;
  /** Of a dry run with `confirm`: what a person agrees to; null where none has to. */
  confirmation?: Confirmation | null;
}>;

/** Calls of one client: each sees what those before it have written (REPL-04). */
export function carrying(call: Call): Call {
  let seen: LogPosition | null = null;
  return async (name, input, options) => {
    const known = laterPosition(seen, options.seen ?? null);
    const answer = await call(name, input, { ...options, seen: known });
    seen = laterPosition(seen, answer.position ?? null);
    return answer;
  };
}

/** Calls that no replica answers, for a client of which nothing is known. */
export function fromPrimary(call: Call): Call {
  return (name, input, options) => call(name, input, { ...options, seen: primaryOnly });
}
