import { type WakeSignal, wakeSignals } from '@postroad/core/platform/work-lanes';
import type { Database } from './connection/database.ts';
import type { Ear } from './connection/listener.ts';
import { readWithoutTransaction } from './read-without-transaction.ts';

const wakeChannel = 'postroad_wake';
const changesChannel = 'postroad_changes';
const presenceChannel = 'postroad_presence';
const missedChannel = 'postroad_missed';

/** What processes are notified of after commits. */
export interface Notice {
  /** Lanes with due work. */
  signals: readonly WakeSignal[];
  /** An encoded set of changes, of less than 8,000 bytes; null for none. */
  changes: string | null;
  /** Encoded presences of people who edit, of less than 8,000 bytes; none without it. */
  presences?: string | null;
  /** A process died that may not have announced its last changes. */
  missed: boolean;
}

/**
 * Notifies every process, including this one, in one statement. No transaction may hold it: from its
 * `pg_notify` to the end of its commit, no other in the cluster that notifies can commit.
 */
export async function notify(database: Database, notice: Notice): Promise<void> {
  const notes: [channel: string, payload: string][] = [];
  if (notice.changes !== null) notes.push([changesChannel, notice.changes]);
  if (notice.presences) notes.push([presenceChannel, notice.presences]);
  if (notice.missed) notes.push([missedChannel, '']);
  if (notice.signals.length > 0) notes.push([wakeChannel, notice.signals.join(' ')]);
  const channels = notes.map(([channel]) => channel);
  const payloads = notes.map(([, payload]) => payload);
  await readWithoutTransaction(
    database,
    {},
    (sql) => sql`
      select pg_notify(channel, payload)
      from unnest(${channels}::text[], ${payloads}::text[]) as n (channel, payload)`,
  );
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

/**
 * Receives the encoded changes and presences of every process, including this one; none on the embedded database.
 */
export async function listenChanges(
  database: Pick<Database, 'listener'>,
  ear: Ear & { present?: (presences: string) => void },
): Promise<() => void> {
  const { listener } = database;
  if (listener === null) return () => {};
  const end = await listener.hear(changesChannel, ear);
  try {
    // A lost connection is reported to the ear above.
    const missed: Ear = { heard: () => ear.missed(), missed: () => {} };
    const endMissed = await listener.hear(missedChannel, missed);
    const present: Ear = { heard: (payload) => ear.present?.(payload), missed: () => {} };
    const endPresent = await listener.hear(presenceChannel, present);
    return () => {
      end();
      endMissed();
      endPresent();
    };
  } catch (error) {
    end();
    throw error;
  }
}
