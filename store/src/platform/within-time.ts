import { codeOf } from './connection/database-away.ts';
import { sqlStates } from './connection/sql-states.ts';
import type { Tx } from './transaction.ts';

/** A statement took too long and was canceled; its transaction can continue. */
export class TookTooLong extends Error {
  constructor() {
    super('A statement took too long.');
    this.name = 'TookTooLong';
  }
}

/**
 * Returns the result of `read`. Throws `TookTooLong` if one of its statements took longer than
 * `ms`; the transaction continues in both cases. The embedded database has no such limit. `read`
 * must not write: its savepoint is rolled back, along with the settings.
 */
export async function withinTime<T>({ sql }: Tx, ms: number, read: () => Promise<T>): Promise<T> {
  const limit = String(Math.max(1, Math.ceil(ms)));
  // Compiling a query takes longer than most queries, and ignores the timeout.
  await Promise.all([
    sql`savepoint within_time`,
    sql`select set_config('statement_timeout', ${limit}, true), set_config('jit', 'off', true)`,
  ]);
  try {
    return await read();
  } catch (error) {
    throw codeOf(error) === sqlStates.canceled ? new TookTooLong() : error;
  } finally {
    await sql`rollback to savepoint within_time`;
  }
}
