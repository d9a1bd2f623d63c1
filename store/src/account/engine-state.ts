import type { Fragment } from '../platform/fragment.ts';
import type { Tx } from '../platform/transaction.ts';

/**
 * Marks the starter tree as loaded. Returns false if it already was, or if the database is in use.
 */
export async function claimStarter({ sql, now }: Tx): Promise<boolean> {
  const rows = await sql`
    update engine_state set starter_loaded_at = ${now}
    where starter_loaded_at is null
      and not exists (select from emails) and not exists (select from flows)
      and not exists (select from people)
    returning 1`;
  return rows.length === 1;
}

/**
 * Starts the test clock at `at`, or at the present if null. A clock that already runs stays as it
 * is.
 */
export async function startTestClock({ sql }: Tx, at: Date | null): Promise<void> {
  await sql`
    update engine_state
    set test_clock_at = coalesce(test_clock_at, ${at}::timestamptz, date_trunc('milliseconds', now()))`;
}

/** Moves the test clock forward; it never moves back. */
export async function setTestClock({ sql }: Tx, now: Date): Promise<void> {
  await sql`update engine_state set test_clock_at = greatest(test_clock_at, ${now})`;
}

export async function readFlowsVersion({ sql }: Pick<Tx, 'sql'>): Promise<number> {
  const [row] = await sql<{ flows_version: number }[]>`select flows_version from engine_state`;
  return row?.flows_version ?? 0;
}

/**
 * Sent along with the commit: fails with a conflict, so that the transaction is tried again, where flows
 * were changed since they had this version.
 */
export function checkFlowsVersion({ sql }: Pick<Tx, 'sql'>, version: number): Fragment {
  return sql`select check_flows_version(${version})`;
}

/** Invalidates the live flows that processes have cached. */
export async function raiseFlowsVersion({ sql }: Tx): Promise<void> {
  await sql`update engine_state set flows_version = flows_version + 1`;
}
