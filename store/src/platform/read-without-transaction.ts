import { clockOf } from './clock.ts';
import type { Database, Sql } from './connection/database.ts';
import { away, guarded, isAway } from './connection/database-away.ts';
import type { Fragment } from './fragment.ts';

/** One statement, and the instant as it names it. */
export type SingleRead<Row> = (sql: Sql, now: Fragment) => Promise<Row>;

/**
 * Reads by one statement, which needs no transaction: it sees one snapshot anyway. `read` sends no
 * other; a transaction with as little in it takes twice as long.
 */
export async function readWithoutTransaction<Row>(
  database: Database,
  options: { testClock?: boolean },
  read: SingleRead<Row>,
): Promise<Row> {
  const connection = await database.reserve().catch((error: unknown) => {
    throw away(error);
  });
  let broken = false;
  try {
    const sql = guarded(connection);
    return await read(sql, clockOf(sql, options));
  } catch (error) {
    broken = isAway(error) || connection.isLost();
    throw away(error);
  } finally {
    connection.release(broken);
  }
}
