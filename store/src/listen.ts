import type { Database } from './database.ts';
import type { Tx } from './transaction.ts';

const channel = 'postroad_wake';

/** Tells the other processes, once this transaction commits, that work came due. */
export async function notifyWake(database: Database, { sql }: Tx): Promise<void> {
  if (database.kind === 'server') await sql`select pg_notify(${channel}, '')`;
}

/**
 * Calls back when another process said that work came due; reconnects by itself. The embedded
 * database has one process and one connection, so there is nothing to listen to.
 */
export async function listenWake(
  database: Database,
  wake: () => void,
): Promise<() => Promise<void>> {
  if (database.kind === 'embedded') return async () => {};
  const { unlisten } = await database.pool.listen(channel, wake);
  return async () => {
    await unlisten();
  };
}
