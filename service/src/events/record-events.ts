import { drawEventIds, insertEvents } from '@postroad/store/events/event';
import { type RunStart, startRuns } from '@postroad/store/flows/run';
import { type RefusedStart, recordRefusals } from '@postroad/store/flows/run-refusal';
import { keepPeople } from '@postroad/store/people/person';
import type { Tx } from '@postroad/store/platform/transaction';
import type { Deps } from '../app/deps.ts';
import { keepMoney } from '../billing/record-billing.ts';
import type { Gates } from '../flows/gates.ts';
import type { RunningFlows } from '../flows/live-flows.ts';
import {
  type Cause,
  changedBy,
  type Recorded,
  wakeByChanges,
  wakeByEvents,
} from '../flows/run-wakeups.ts';

/** Something that happened to a person, checked and ready to be written. */
export interface Happening {
  /** Drawn before where something names it; else drawn here. */
  id?: number;
  person_id: number;
  name: string;
  details: Record<string, unknown>;
  occurred_at: Date;
  historical: boolean;
  /** `api` for what was posted, `service` for what the service did itself, `flow` for what one fired. */
  source: string;
  /** The run that brought it about. */
  cause?: Cause;
  /** Its place among what one walk did. */
  order?: number;
}

/**
 * Writes events, keeps what they say of money, counts them in the registry, starts the runs they
 * trigger and wakes those who wait for them, one statement a kind however many they are; workers are
 * woken after the commit. No run is advanced here. Answers the ids in order.
 */
export async function recordEvents(
  tx: Tx,
  deps: Deps,
  happenings: readonly Happening[],
): Promise<number[]> {
  if (happenings.length === 0) return [];
  const nameless = happenings.filter((event) => event.id === undefined);
  const [drawn, types, flows] = await Promise.all([
    nameless.length > 0 ? drawEventIds(tx, nameless.length) : [],
    deps.eventTypes.ids(
      tx,
      happenings.map((event) => event.name),
    ),
    deps.liveFlows.running(tx),
  ]);
  let next = 0;
  const events = happenings.map((event) => {
    const id = event.id ?? drawn[next++] ?? 0;
    return { ...event, id, type_id: types.get(event.name) ?? 0 };
  });
  const owners = await keepMoney(tx, deps, events);
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
  // None waits for another, so it is one round trip; the flows are asked for again once the events
  // are written, since a gate may have been made meanwhile.
  const [, , present] = await Promise.all([
    insertEvents(tx, events),
    startTriggeredRuns(tx, deps, flows, events),
    deps.liveFlows.runningNow(tx),
  ]);
  wakeByEvents(tx, deps, present.gates, events);
  if (owners.length > 0) await wakeOwners(tx, deps, present.gates, owners);
  return events.map(({ id }) => id);
}

/** A subscription may be another person's than the one whom the event is about. */
async function wakeOwners(tx: Tx, deps: Deps, gates: Gates, owners: number[]): Promise<void> {
  if (!gates.dependOn('subscription')) return;
  await keepPeople(tx, owners);
  wakeByChanges(
    tx,
    deps,
    owners.map((id) => changedBy(id, undefined)),
  );
}

/** Matches every running flow on the event's name, then starts the runs in one statement. */
async function startTriggeredRuns(
  tx: Tx,
  deps: Deps,
  { byEvent }: RunningFlows,
  events: readonly Recorded[],
): Promise<void> {
  const starts: RunStart[] = [];
  const refused: RefusedStart[] = [];
  for (const event of events) {
    for (const flow of byEvent.get(event.name) ?? []) {
      if (!flow.compiled.matches(event).matched) continue;
      const start = { flow_id: flow.id, person_id: event.person_id, event_id: event.id };
      const chain = event.cause ? event.cause.chain + 1 : 0;
      if (flow.live) starts.push({ ...start, once: flow.once, chain });
      else refused.push({ ...start, paused: true });
    }
  }
  const started = starts.length > 0 ? await startRuns(tx, starts) : [];
  if (started.length > 0) deps.wake.after(tx);
  if (started.length < starts.length) {
    const done = new Set(started.map((run) => `${run.flow_id} ${run.event_id}`));
    for (const { flow_id, person_id, event_id } of starts) {
      if (done.has(`${flow_id} ${event_id}`)) continue;
      refused.push({ flow_id, person_id, event_id, paused: false });
    }
  }
  if (refused.length > 0) tx.beforeCommit(() => recordRefusals(tx, refused));
}
