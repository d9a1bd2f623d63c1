import { drawEventIds, insertEvents } from '@postroad/store/events/event';
import type { Tx } from '@postroad/store/platform/transaction';
import type { Cause } from '../people/change-people.ts';
import type { EventTypeIds } from './event-type-ids.ts';

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

/** An event as it is recorded. */
export interface RecordedEvent extends Happening {
  id: number;
  type_id: number;
}

/** What a room does about the events of one batch, in the transaction that records them. */
export interface EventReaction {
  /** What it asks for before the events are known, in the round trip in which their ids are drawn. */
  ahead?: Promise<unknown>;
  /** Is over before the events are written, and before the reactions of the rooms after it. */
  before?(events: readonly RecordedEvent[]): Promise<unknown>;
  /** What it sends first follows what writes the events, in the same round trip. */
  beside?(events: readonly RecordedEvent[]): Promise<unknown> | undefined;
}

/** Called once a batch, when events are to be expected. */
export type EventSubscriber = (tx: Tx) => EventReaction;

export interface EventFacts {
  /** Who learns of recorded events, in this order. */
  eventsRecorded: readonly EventSubscriber[];
}

/** The parts of the service that recording takes. */
export interface RecordingDeps {
  eventTypes: EventTypeIds;
  facts: EventFacts;
}

/** Events of a batch that are not known yet; what is asked about them ahead is under way. */
export interface ExpectedEvents {
  reactions: readonly EventReaction[];
  ahead: Promise<unknown>;
}

/** To be called beside the first question of a batch, so that recording waits for one less. */
export function expectEvents(tx: Tx, { facts }: Pick<RecordingDeps, 'facts'>): ExpectedEvents {
  const reactions = facts.eventsRecorded.map((subscriber) => subscriber(tx));
  return { reactions, ahead: Promise.all(reactions.map(({ ahead }) => ahead)) };
}

/**
 * Writes events with one statement, however many they are, and lets the rooms that subscribed to them
 * react. No run is advanced here. Answers the ids in order.
 */
export async function recordEvents(
  tx: Tx,
  deps: RecordingDeps,
  happenings: readonly Happening[],
  expected?: ExpectedEvents,
): Promise<number[]> {
  if (happenings.length === 0) return [];
  const { reactions, ahead } = expected ?? expectEvents(tx, deps);
  const nameless = happenings.filter((event) => event.id === undefined);
  const [drawn, types] = await Promise.all([
    nameless.length > 0 ? drawEventIds(tx, nameless.length) : [],
    deps.eventTypes.ids(
      tx,
      happenings.map((event) => event.name),
    ),
    ahead,
  ]);
  let next = 0;
  const events = happenings.map((event): RecordedEvent => {
    const id = event.id ?? drawn[next++] ?? 0;
    return { ...event, id, type_id: types.get(event.name) ?? 0 };
  });
  for (const reaction of reactions) await reaction.before?.(events);
  const ids = events.map(({ id }) => id);
  tx.work.tellAll(ids, { resource: 'events', action: 'created' });
  await Promise.all([
    insertEvents(tx, events),
    ...reactions.map((reaction) => reaction.beside?.(events)),
  ]);
  return ids;
}
