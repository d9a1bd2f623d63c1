import { type WakeSignal, wakeSignals } from '@postroad/core/platform/work-lanes';
import type { Database, Sql } from './connection/database.ts';
import type { Ear } from './connection/listener.ts';
import type { Fragment } from './fragment.ts';

const wakeChannel = 'postroad_wake';
const changesChannel = 'postroad_changes';

/** Notifies other processes of due work; sent along with the commit. */
export function notifyWake({ sql }: { sql: Sql }, signals: readonly WakeSignal[]): Fragment {
  return sql`select pg_notify(${wakeChannel}, ${signals.join(' ')})`;
}

/**
 * Calls back when another process announces due work; reconnects by itself. The embedded database
 * has only one process, so there is nothing to listen to.
 */
export async function listenWake(
  database: Pick<Database, 'listener'>,
  wake: (signals: readonly WakeSignal[]) => void,
): Promise<() => void> {
  const ear: Ear = {
    heard(payload) {
      // Another version may use other signals.
      const words = payload.split(' ');
      wake(wakeSignals.filter((signal) => words.includes(signal)));
    },
    missed: () => wake(wakeSignals),
  };
  return (await database.listener?.hear(wakeChannel, ear)) ?? (() => {});
}

/** Notifies every process of changes; sent along with the commit. Less than 8,000 bytes. */
export function notifyChanges({ sql }: { sql: Sql }, payload: string): Fragment {
  return sql`select pg_notify(${changesChannel}, ${payload})`;
}

/**
 * Receives the payloads of `notifyChanges` from every process, including this one; none on the
 * embedded database.
 */
export async function listenChanges(
  database: Pick<Database, 'listener'>,
  ear: Ear,
): Promise<() => void> {
  return (await database.listener?.hear(changesChannel, ear)) ?? (() => {});
}
