import type { Fragment } from './condition/fragment.ts';
import type { Sql } from './database.ts';

/** The instant, as a statement names it. */
export const clockOf = (sql: Sql, { testClock }: { testClock?: boolean }): Fragment =>
  testClock ? sql`(select coalesce(test_clock_at, now()) from engine_state)` : sql`now()`;
