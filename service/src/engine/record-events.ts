import { drawEventIds, insertEvents } from '@postroad/store/event';
import { startRuns } from '@postroad/store/run';
import type { Tx } from '@postroad/store/transaction';
import type { Deps } from '../deps.ts';
import { keepMoney } from './keep-money.ts';

/** Something that happened to a person, checked and ready to be written. */
export interface Happening {
  /** Drawn before where something names it; else drawn here. */
  id?: number;
  person_id: number;
  name: string;
  details: Record<string, unknown>;
  occurred_at: Date;
  historical: boolean;
  /** `api` for what was posted, `service` for what the service did itself. */
  source: string;
}

/**
 * Writes events, keeps what they say of money, counts them in the registry and starts the runs they
 * trigger, one statement a kind however many they are; workers are woken after the commit. No run is advanced here.
 */
export async function recordEvents(
  tx: Tx,
  deps: Deps,
  happenings: readonly Happening[],
): Promise<void> {
  if (happenings.length === 0) return;
  const nameless = happenings.filter((event) => event.id === undefined);
  const drawn = nameless.length > 0 ? await drawEventIds(tx, nameless.length) : [];
  const types = await deps.eventTypes.ids(
    tx,
    happenings.map((event) => event.name),
  );
  let next = 0;
  const events = happenings.map((event) => {
    const id = event.id ?? drawn[next++] ?? 0;
    return { ...event, id, type_id: types.get(event.name) ?? 0 };
  });
  await keepMoney(tx, deps, events);
  deps.changes.noteAll(
    tx,
    events.map(({ id }) => id),
    { resource: 'events', action: 'created' },
  );
  tx.afterCommit(() => {
    deps.counters.add('events_recorded', events.length);
    for (const { type_id, source, details } of events) {
      deps.eventCounts.add(type_id, source, details, tx.now);
    }
  });
  // Neither waits for the other, so it is one round trip.
  await Promise.all([insertEvents(tx, events), startTriggeredRuns(tx, deps, events)]);
}

/** Matches every live flow on the event's name, then starts the runs in one statement. */
async function startTriggeredRuns(
  tx: Tx,
  deps: Deps,
  events: (Happening & { id: number })[],
): Promise<void> {
  const flowsByEvent = await deps.liveFlows.byEvent(tx);
  const starts = events.flatMap((event) =>
    (flowsByEvent.get(event.name) ?? [])
      .filter((flow) => flow.compiled.matches(event).matched)
      .map((flow) => ({
        flow_id: flow.id,
        person_id: event.person_id,
        event_id: event.id,
        once: flow.once,
      })),
  );
  if (starts.length === 0) return;
  const started = await startRuns(tx, starts);
  if (started > 0) deps.wake.after(tx);
}
