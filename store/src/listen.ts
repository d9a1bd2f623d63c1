import type { Database } from './database.ts';
import type { Ear } from './listener.ts';
import type { Tx } from './transaction.ts';

const wakeChannel = 'postroad_wake';
const changesChannel = 'postroad_changes';

export const channels: readonly string[] = [wakeChannel, changesChannel];

/** Tells the other processes, once this transaction commits, that work came due. */
export async function notifyWake(database: Database, { sql }: Tx): Promise<void> {
  if (database.kind === 'server') await sql`select pg_notify(${wakeChannel}, '')`;
}

/**
 * Calls back when another process said that work came due; reconnects by itself. The embedded
 * database has one process and one connection, so there is nothing to listen to.
 */
export async function listenWake(database: Database, wake: () => void): Promise<() => void> {
  return (await database.listener?.hear(wakeChannel, { heard: wake, missed: wake })) ?? (() => {});
}

/** Tells every process what changed, once this transaction commits; at most 8,000 bytes. */
export async function notifyChanges({ sql }: Tx, payload: string): Promise<void> {
  await sql`select pg_notify(${changesChannel}, ${payload})`;
}

/** Hears what `notifyChanges` told in any process, this one too; nothing on the embedded database. */
export async function listenChanges(database: Database, ear: Ear): Promise<() => void> {
  return (await database.listener?.hear(changesChannel, ear)) ?? (() => {});
}
