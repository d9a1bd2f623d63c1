import { setTimeout as pause } from 'node:timers/promises';
import { codeOf, DatabaseClosed, isAway } from './connection/database-away.ts';
import { sqlStates } from './connection/sql-states.ts';

/**
 * Failures after which the same work may succeed: the database is away or short of a resource, the
 * transaction lost a conflict, or a row was removed or inserted after it was read.
 */
export type PassingFault = 'unavailable' | 'conflict' | 'removed' | 'taken';

/** A row was removed after it was read, as a foreign key would say. */
export class RowRemoved extends Error {
  readonly code = sqlStates.removed;

  constructor() {
    super('A row that others refer to was removed meanwhile.');
    this.name = 'RowRemoved';
  }
}

/** Returns null for a failure caused by the work itself. */
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

/** Whether the same work may succeed later, whatever rows it touches. */
export function isPassing(error: unknown): boolean {
  if (error instanceof DatabaseClosed) return false;
  const fault = passingFault(error);
  return fault === 'unavailable' || fault === 'conflict';
}

export interface Retry {
  /** Maximum number of attempts, including the first. */
  tries: number;
  /** Whether to retry after this failure. */
  after: (error: unknown) => boolean;
  /** Pause between two attempts; default 0. */
  pauseMs?: number;
  /** Called after each failure that is retried. */
  failed?: (error: unknown, attempt: number) => void;
}

/**
 * How the outcome of what has left the process is written: for as long as a database is usually away,
 * since what cannot be written is sent again.
 */
export const settling = { tries: 20, pauseMs: 500, after: isPassing } as const;

/** Runs work until it succeeds. Throws the last failure. `attempt` counts from 1. */
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
