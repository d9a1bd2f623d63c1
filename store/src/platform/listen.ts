import type { Database } from './connection/database.ts';
import type { Ear } from './connection/listener.ts';
import type { Statement, Tx } from './transaction.ts';

const wakeChannel = 'postroad_wake';
const changesChannel = 'postroad_changes';

/** Tells the other processes that work came due, to be sent along with the commit. */
export function notifyWake({ sql }: Tx): Statement {
  return sql`select pg_notify(${wakeChannel}, '')`;
}

/**
 * Calls back when another process said that work came due; reconnects by itself. The embedded
 * database has one process and one connection, so there is nothing to listen to.
 */
export async function listenWake(database: Database, wake: () => void): Promise<() => void> {
  return (await database.listener?.hear(wakeChannel, { heard: wake, missed: wake })) ?? (() => {});
}

/** Tells every process what changed, to be sent along with the commit; less than 8,000 bytes. */
export function notifyChanges({ sql }: Tx, payload: string): Statement {
  return sql`select pg_notify(${changesChannel}, ${payload})`;
}

/** Hears what `notifyChanges` told in any process, this one too; nothing on the embedded database. */
export async function listenChanges(database: Database, ear: Ear): Promise<() => void> {
  return (await database.listener?.hear(changesChannel, ear)) ?? (() => {});
}
