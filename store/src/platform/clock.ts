import type { Sql } from './connection/database.ts';
import type { Fragment } from './fragment.ts';

/** The current instant as an SQL expression. */
export const clockOf = (sql: Sql, { testClock }: { testClock?: boolean }): Fragment =>
  testClock ? sql`(select coalesce(test_clock_at, now()) from engine_state)` : sql`now()`;

/** The time on the machine of the database, whatever the test clock says. */
export async function readWallClock({ sql }: { sql: Sql }): Promise<Date> {
  const [row] = await sql<[{ at: Date }]>`select clock_timestamp() as at`;
  return row.at;
}
