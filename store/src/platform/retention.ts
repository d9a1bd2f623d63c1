import { advisoryLocks } from './advisory-locks.ts';
import type { Tx } from './transaction.ts';

/**
 * The last row that retention looked at, in the order in which rows ended or occurred. The time is text
 * of the database: a Date has only milliseconds, so that the row itself would follow its own position.
 */
export interface Passed {
  at: string;
  id: number;
}

/** The next rows to look at: from before a time, after a position. */
export interface Step {
  before: Date;
  after: Passed | null;
  limit: number;
}

/** Takes the lock of retention until the end of the transaction; false if another process has it. */
export async function lockRetention({ sql }: Tx): Promise<boolean> {
  const [row] = await sql<[{ locked: boolean }]>`
    select pg_try_advisory_xact_lock(${advisoryLocks.retention}::bigint) as locked`;
  return row.locked;
}

/** Up to which mail the hits are gone, and up to which run the runs were looked at. */
export async function readPassed({
  sql,
}: Tx): Promise<{ hits: Passed | null; runs: Passed | null }> {
  const [row] = await sql<
    [{ hits_at: string | null; hits_id: number; runs_at: string | null; runs_id: number }]
  >`select hits_forgotten_at::text as hits_at, hits_forgotten_send_id as hits_id,
      runs_forgotten_at::text as runs_at, runs_forgotten_run_id as runs_id
    from engine_state`;
  return {
    hits: row.hits_at === null ? null : { at: row.hits_at, id: row.hits_id },
    runs: row.runs_at === null ? null : { at: row.runs_at, id: row.runs_id },
  };
}

export async function notePassedHits({ sql }: Tx, { at, id }: Passed): Promise<void> {
  await sql`
    update engine_state set hits_forgotten_at = ${at}::timestamptz, hits_forgotten_send_id = ${id}`;
}

export async function notePassedRuns({ sql }: Tx, { at, id }: Passed): Promise<void> {
  await sql`
    update engine_state set runs_forgotten_at = ${at}::timestamptz, runs_forgotten_run_id = ${id}`;
}
