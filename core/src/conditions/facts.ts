import type { FieldType } from '../people/field-type.ts';
import type { JsonObject } from '../platform/json.ts';
import { compileMatch, type Match } from './match.ts';

/** Why a person is never emailed; the first that applies. */
export type Suppression = 'unsubscribed' | 'hard_bounced' | 'complained';

/** What is known of a person, as one load of the engine brings it. */
export interface PersonFacts {
  /** As `parseAddress` gives it, lower case. */
  email: string;
  /** YYYY-MM-DD. */
  subscribed_on: string;
  suppressed: Suppression | null;
  /** Tags under their `tagKey`. */
  tags: ReadonlySet<string>;
  /** Custom fields by key, as stored: strings, numbers, booleans; dates are `YYYY-MM-DD`. */
  fields: Readonly<Record<string, unknown>>;
}

/** Stands for somebody whose row is gone. */
export const nobody: PersonFacts = {
  email: '',
  subscribed_on: '',
  suppressed: null,
  tags: new Set(),
  fields: {},
};

/**
 * The definitions of the segments that conditions name, under `factKey` of their question. A segment
 * that leads back to itself, or is too large or malformed, is not among them (see `segments.ts`), and
 * neither is one that does not exist: nobody is in it.
 */
export type Segments = ReadonlyMap<string, unknown>;

/** Everything conditions are evaluated on. */
export interface Facts {
  person: PersonFacts;
  /** Answers to the questions other than `person` and `segment`, by `factKey`; none is null. */
  known: ReadonlyMap<string, FactValue>;
  /** The segments that were asked for, and those they name. */
  segments: Segments;
  /** What came about since the answers were loaded, oldest first. */
  happened?: readonly LaterEvent[];
  /**
   * Sequences by id, with when a step wanted them started since then. Whether a sequence takes
   * somebody again is for its repeat mode to say, so it counts where nothing is known of before.
   */
  started?: ReadonlyMap<number, Date>;
}

/** An event that was recorded, and when, as ISO 8601 UTC. */
export interface LaterEvent {
  event: string;
  details: JsonObject;
  at: string;
}

/** The last event of this kind that came about since the answers were loaded. */
export function lastHappened(
  { happened = [] }: Pick<Facts, 'happened'>,
  { event, match }: { event: string; match: Match | null },
): LaterEvent | undefined {
  return happened.findLast(
    (one) => one.event === event && (match === null || compileMatch(match)(one.details)),
  );
}

/**
 * What a question can be answered with: the last time something happened as ISO 8601 UTC, an amount
 * or a count, the status of a subscription, a date; null where there is nothing.
 */
export type FactValue = string | number | null;

/**
 * A fact that a condition needs and that has to be loaded before it is evaluated. Each is answered
 * for a whole batch of people at once, in `service/src/conditions/condition-facts.ts`.
 */
export type FactQuestion =
  /** `Facts.person`. */
  | { kind: 'person' }
  /** `Facts.segments`, with whatever the segment asks in turn; a key, or an id. */
  | { kind: 'segment'; segment: string | number }
  /** Last time of an event whose details satisfy the match. With a match only the last `days`. */
  | { kind: 'event'; event: string; match: Match | null; days: number | null }
  /** Last time an email was sent to the person; any where the id is null. */
  | { kind: 'received'; email_id: number | null }
  /** Last time the person opened or clicked an email; any where the id is null. */
  | { kind: 'engaged'; act: 'open' | 'click'; email_id: number | null }
  /** Emails sent to the person in the last days. */
  | { kind: 'received_count'; days: number }
  /** Last time the person started, or reached the end of, the sequence. */
  | { kind: 'sequence'; moment: 'started' | 'finished'; sequence_id: number }
  /** Last time the person completed the flow of this key. */
  | { kind: 'completed_flow'; flow: string }
  /** Status of the person's subscription to the product, an active one before others. */
  | { kind: 'subscription'; product: string }
  /** Last time the person bought the product. */
  | { kind: 'purchased'; product: string }
  /** Total spend in cents (contract §4.4). */
  | { kind: 'spend' }
  /** The date in the account's time zone, YYYY-MM-DD. */
  | { kind: 'today' };

/** Two questions with the same key ask for the same fact. */
export function factKey(question: FactQuestion): string {
  return question.kind === 'person' ? 'person' : JSON.stringify(question);
}

/** The answer to a question; null where there is none. */
export function answerTo(facts: Facts, question: FactQuestion): FactValue {
  const since = question.kind === 'event' ? lastHappened(facts, question)?.at : undefined;
  const known = since ?? facts.known.get(factKey(question)) ?? null;
  if (known !== null || question.kind !== 'sequence' || question.moment !== 'started') return known;
  return facts.started?.get(question.sequence_id)?.toISOString() ?? null;
}

/** What conditions may refer to. */
export interface ConditionReferences {
  /** Active custom fields by key. */
  fields: ReadonlyMap<string, FieldType>;
  /** Known tags under their `tagKey`. */
  tags: ReadonlySet<string>;
  /** Names of events that have been seen. */
  events: ReadonlySet<string>;
  /** Every email by id, archived ones included; `blank` means that its subject or body is empty. */
  emails: ReadonlyMap<number, { archived: boolean; blank: boolean }>;
  sequences: ReadonlySet<number>;
  /** Keys of flows. */
  flows: ReadonlySet<string>;
  /** Keys of products. */
  products: ReadonlySet<string>;
  /** Ids of segments by key. */
  segments: ReadonlyMap<string, number>;
}
