import { setTimeout as pause } from 'node:timers/promises';
import { codeOf, isAway } from './connection/database-away.ts';
import { sqlStates } from './connection/sql-states.ts';

/**
 * Why a statement failed that may well succeed when the same work is done again: the database is away
 * or short of something, the transaction lost against another one, or a row was removed or made after
 * it was looked for.
 */
export type PassingFault = 'unavailable' | 'conflict' | 'removed' | 'taken';

/** Null for a failure of the work's own making. */
export function passingFault(error: unknown): PassingFault | null {
  if (isAway(error)) return 'unavailable';
  const code = codeOf(error);
  if (sqlStates.conflict.some((state) => state === code)) return 'conflict';
  if (code === sqlStates.removed) return 'removed';
  if (code === sqlStates.taken) return 'taken';
  const isState = /^[0-9A-Z]{5}$/.test(code);
  const passes = isState && sqlStates.unavailable.some((state) => code.startsWith(state));
  return passes ? 'unavailable' : null;
}

/** Whether the same work may well succeed later, whatever rows it is about. */
export function isPassing(error: unknown): boolean {
  const fault = passingFault(error);
  return fault === 'unavailable' || fault === 'conflict';
}

export interface Retry {
  /** At most, with the first. */
  tries: number;
  /** Whether the work is to be done again after this failure. */
  after: (error: unknown) => boolean;
  /** Between two tries; 0 where it is left out. */
  pauseMs?: number;
  /** Hears of each failure that is followed by another try. */
  failed?: (error: unknown, attempt: number) => void;
}

/** Does work until it succeeds. Throws the last failure; `attempt` counts from 1. */
export async function retry<T>(
  { tries, after, pauseMs = 0, failed }: Retry,
  work: (attempt: number) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (attempt >= tries || !after(error)) throw error;
      failed?.(error, attempt);
      if (pauseMs > 0) await pause(pauseMs);
    }
  }
}
