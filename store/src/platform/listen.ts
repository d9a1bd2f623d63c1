import { type WakeSignal, wakeSignals } from '@postroad/core/platform/work-lanes';
import type { Database, Sql } from './connection/database.ts';
import type { Ear } from './connection/listener.ts';
import type { Fragment } from './fragment.ts';

const wakeChannel = 'postroad_wake';
const changesChannel = 'postroad_changes';

/** Tells the other processes that work came due, to be sent along with the commit. */
export function notifyWake({ sql }: { sql: Sql }, signals: readonly WakeSignal[]): Fragment {
  return sql`select pg_notify(${wakeChannel}, ${signals.join(' ')})`;
}

/**
 * Calls back when another process said that work came due; reconnects by itself. The embedded
 * database has one process and one connection, so there is nothing to listen to.
 */
export async function listenWake(
  database: Pick<Database, 'listener'>,
  wake: (signals: readonly WakeSignal[]) => void,
): Promise<() => void> {
  const ear: Ear = {
    heard(payload) {
      // Another version may know other signals.
      const words = payload.split(' ');
      wake(wakeSignals.filter((signal) => words.includes(signal)));
    },
    missed: () => wake(wakeSignals),
  };
  return (await database.listener?.hear(wakeChannel, ear)) ?? (() => {});
}

/** Tells every process what changed, to be sent along with the commit; less than 8,000 bytes. */
export function notifyChanges({ sql }: { sql: Sql }, payload: string): Fragment {
  return sql`select pg_notify(${changesChannel}, ${payload})`;
}

/** Hears what `notifyChanges` told in any process, this one too; nothing on the embedded database. */
export async function listenChanges(
  database: Pick<Database, 'listener'>,
  ear: Ear,
): Promise<() => void> {
  return (await database.listener?.hear(changesChannel, ear)) ?? (() => {});
}
