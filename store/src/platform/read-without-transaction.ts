import { clockOf } from './clock.ts';
import type { Database, Sql } from './connection/database.ts';
import { away, isAway } from './connection/database-away.ts';
import { guarded } from './connection/guarded-session.ts';
import type { Fragment } from './fragment.ts';

/** One statement, given the current instant as an SQL expression. */
export type SingleRead<Row> = (sql: Sql, now: Fragment) => Promise<Row>;

/**
 * Runs a single read. One statement sees one snapshot without a transaction, which would take twice
 * as long. `read` must send only one statement.
 */
export async function readWithoutTransaction<Row>(
  database: Pick<Database, 'reserve'>,
  options: { testClock?: boolean },
  read: SingleRead<Row>,
): Promise<Row> {
  const connection = await database.reserve().catch((error: unknown) => {
    throw away(error);
  });
  const { sql, end } = guarded(connection);
  let broken = false;
  try {
    return await read(sql, clockOf(sql, options));
  } catch (error) {
    broken = isAway(error) || connection.isLost();
    throw away(error);
  } finally {
    end();
    connection.release(broken);
  }
}
