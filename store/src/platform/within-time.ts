import { codeOf } from './connection/database-away.ts';
import { sqlStates } from './connection/sql-states.ts';
import type { Tx } from './transaction.ts';

/** A statement was ended for the time it took; its transaction can go on. */
export class TookTooLong extends Error {
  constructor() {
    super('A statement took too long.');
    this.name = 'TookTooLong';
  }
}

/**
 * What `read` answers. Throws `TookTooLong` where one of its statements took longer than `ms`; the
 * transaction goes on either way. The embedded database knows no such limit. `read` writes nothing:
 * all it did is rolled back, the settings with it.
 */
export async function withinTime<T>({ sql }: Tx, ms: number, read: () => Promise<T>): Promise<T> {
  const limit = String(Math.max(1, Math.ceil(ms)));
  // Compiling a query takes longer than most of them, and looks at no clock.
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
