import type { Issue } from '@postroad/core/platform/issue';
import { drawEventIds, insertEvents } from '@postroad/store/events/event';
import { lockPeopleKeyShare } from '@postroad/store/people/person';
import { RowRemoved } from '@postroad/store/platform/retry';
import type { Opening, Tx } from '@postroad/store/platform/transaction';
import type { Cause } from '../people/change-people.ts';
import type { EventTypeIds } from './event-type-ids.ts';

/** An event of a person, checked and ready to be written. */
export interface UnrecordedEvent {
  /** Drawn beforehand if something refers to it; otherwise drawn here. */
  id?: number;
  person_id: number;
  name: string;
  details: Record<string, unknown>;
  occurred_at: Date;
  historical: boolean;
  /**
   * `api` for a posted event, `service` for one of the service itself, `flow` for one that a flow
   * fired.
   */
  source: string;
  /** The run that caused it. */
  cause?: Cause;
  /** Its position among the effects of one run. */
  order?: number;
}

/** An event as it is recorded. */
export interface RecordedEvent extends UnrecordedEvent {
  id: number;
  type_id: number;
}

/** The reaction of a room to the events of one batch, in the transaction that records them. */
export interface EventReaction {
  /**
   * A query that does not need the events; it shares the round trip in which their ids are drawn.
   */
  ahead?: Promise<unknown>;
  /** Finishes before the events are written and before later rooms react. */
  before?(tx: Tx, events: readonly RecordedEvent[]): Promise<unknown>;
  /** Its first statements follow those that write the events, in the same round trip. */
  beside?(tx: Tx, events: readonly RecordedEvent[]): Promise<unknown> | undefined;
}

/** Called once for each batch, when events are expected. */
export type EventSubscriber = (opening: Opening, call: RecordingCall) => EventReaction;

export interface RecordingCall {
  /**
   * Whether the transaction may fail, to be tried again, where flows are changed meanwhile. It changes
   * none itself, and its next try does not yield: who saves flows all the time would keep events out.
   */
  yields: boolean;
}

export interface EventFacts {
  /** The subscribers of recorded events, in the order of their calls. */
  eventsRecorded: readonly EventSubscriber[];
  /** What rooms cannot use of an event that is recorded all the same (SAFE-37). */
  warningsOf(event: Pick<UnrecordedEvent, 'name' | 'details'>): Issue[];
}

/** The parts of the service that recording needs. */
export interface RecordingDeps {
  eventTypes: EventTypeIds;
  facts: EventFacts;
}

/** A batch whose events are not known yet, while the queries ahead of it are running. */
export interface ExpectedEvents {
  reactions: readonly EventReaction[];
  ahead: Promise<unknown>;
}

/**
 * Called together with the first query of a batch, to save recording a round trip. Who calls it locks
 * the people of the batch, or makes them.
 */
export function expectEvents(
  opening: Opening,
  { facts }: Pick<RecordingDeps, 'facts'>,
  call: RecordingCall,
): ExpectedEvents {
  const reactions = facts.eventsRecorded.map((subscriber) => subscriber(opening, call));
  const ahead = Promise.all(reactions.map((reaction) => reaction.ahead));
  // Nobody waits for them where the transaction does not begin.
  ahead.catch(() => {});
  return { reactions, ahead };
}

/**
 * Writes events with one statement, however many there are, and lets the subscribed rooms react.
 * Does not advance runs. Returns the ids in order.
 */
export async function recordEvents(
  tx: Tx,
  deps: RecordingDeps,
  unrecorded: readonly UnrecordedEvent[],
  expected?: ExpectedEvents,
): Promise<number[]> {
  if (unrecorded.length === 0) return [];
  const { reactions, ahead } = expected ?? expectEvents(tx, deps, { yields: false });
  const nameless = unrecorded.filter((event) => event.id === undefined);
  const [drawn, types] = await Promise.all([
    nameless.length > 0 ? drawEventIds(tx, nameless.length) : [],
    deps.eventTypes.ids(
      tx,
      unrecorded.map((event) => event.name),
    ),
    expected === undefined ? lockPeopleOf(tx, unrecorded) : null,
    ahead,
  ]);
  let next = 0;
  const events = unrecorded.map((event): RecordedEvent => {
    const id = event.id ?? drawn[next++] ?? 0;
    const type = types.get(event.name);
    // The database does not check it (docs/decisions/0107).
    if (type === undefined) throw new Error('An event has no type.');
    return recordedEventOf(event, id, type);
  });
  for (const reaction of reactions) await reaction.before?.(tx, events);
  const ids = events.map(({ id }) => id);
  tx.work.tellAll(ids, { resource: 'events', action: 'created' });
  if (tx.work.hears('event.recorded')) {
    const announced = events.map(({ id, person_id }) => ({ subject_id: id, person_id }));
    tx.work.announce('event.recorded', announced);
  }
  await Promise.all([
    tx.work.leave(insertEvents(tx, events)),
    ...reactions.map((reaction) => reaction.beside?.(tx, events)),
  ]);
  return ids;
}

/** Member by member: a spread with a member behind it costs more than the rest (docs/decisions/0108). */
function recordedEventOf(event: UnrecordedEvent, id: number, type_id: number): RecordedEvent {
  const { person_id, name, details, occurred_at, historical, source, cause, order } = event;
  const of = { id, person_id, type_id, name, details, occurred_at, historical, source };
  return cause === undefined && order === undefined ? of : { ...of, cause, order };
}

/** The database does not check that they are there (docs/decisions/0107). */
async function lockPeopleOf(tx: Tx, events: readonly UnrecordedEvent[]): Promise<void> {
  const ids = [...new Set(events.map(({ person_id }) => person_id))];
  if ((await lockPeopleKeyShare(tx, ids)) < ids.length) throw new RowRemoved();
}
