import type { FieldType } from '../people/field-type.ts';
import type { JsonObject } from '../platform/json.ts';
import { compileMatch, type Match } from './match.ts';

/** Why a person is never emailed; the first reason that applies. */
export type Suppression = 'unsubscribed' | 'hard_bounced' | 'complained';

/** The facts about a person that the engine loads together. */
export interface PersonFacts {
  /** As returned by `parseAddress`, lower case. */
  email: string;
  first_name: string | null;
  last_name: string | null;
  /** The person's own time zone, an IANA name. */
  timezone: string | null;
  /** YYYY-MM-DD. */
  subscribed_on: string;
  suppressed: Suppression | null;
  /** Tags by `tagKey`. */
  tags: ReadonlySet<string>;
  /** Custom fields by key, as stored: strings, numbers, booleans; dates are `YYYY-MM-DD`. */
  fields: Readonly<Record<string, unknown>>;
}

/** The facts of a person whose row is gone. */
export const nobody: PersonFacts = {
  email: '',
  first_name: null,
  last_name: null,
  timezone: null,
  subscribed_on: '',
  suppressed: null,
  tags: new Set(),
  fields: {},
};

/**
 * The definitions of named segments, by the `factKey` of their question. Leaves out missing
 * segments and those that are circular, too large or malformed (see `segments.ts`): nobody is in
 * them.
 */
export type Segments = ReadonlyMap<string, unknown>;

/** Everything that conditions are evaluated on. */
export interface Facts {
  person: PersonFacts;
  /** Answers to the questions other than `person` and `segment`, by `factKey`; never null. */
  known: ReadonlyMap<string, FactValue>;
  /** The segments asked for, and those they name. */
  segments: Segments;
  /** Events since the answers were loaded, oldest first. */
  happened?: readonly LaterEvent[];
  /**
   * Sequences that a step started since then: when, by id. The repeat mode decides whether a
   * sequence accepts a person again, so an entry counts only if no earlier start is known.
   */
  started?: ReadonlyMap<number, Date>;
}

/** A recorded event with its time as ISO 8601 UTC. */
export interface LaterEvent {
  event: string;
  details: JsonObject;
  at: string;
}

interface EventsAsked {
  event: string;
  match: Match | null;
}

function isAsked({ event, match }: EventsAsked): (one: LaterEvent) => boolean {
  const test = match === null ? () => true : compileMatch(match);
  return (one) => one.event === event && test(one.details);
}

/** The last matching event since the answers were loaded. */
export function lastHappened(
  { happened = [] }: Pick<Facts, 'happened'>,
  asked: EventsAsked,
): LaterEvent | undefined {
  return happened.length === 0 ? undefined : happened.findLast(isAsked(asked));
}

/**
 * The answer to a question: the last time of something as ISO 8601 UTC, an amount or a count, the
 * status of a subscription, a date; null if there is none.
 */
export type FactValue = string | number | null;

/**
 * A fact that must be loaded before a condition is evaluated.
 * `service/src/conditions/condition-facts.ts` answers each for a whole batch of people.
 */
export type FactQuestion =
  /** `Facts.person`. */
  | { kind: 'person' }
  /** `Facts.segments`, with the questions of the segment itself; a key or an id. */
  | { kind: 'segment'; segment: string | number }
  /** Last time of an event whose details satisfy the match. With a match, only within `days`. */
  | { kind: 'event'; event: string; match: Match | null; days: number | null }
  /** Number of such events, in the last days where these are given. */
  | { kind: 'event_count'; event: string; match: Match | null; days: number | null }
  /** Last time an email was sent to the person; any email if the id is null. */
  | { kind: 'received'; email_id: number | null }
  /** Last time the person opened or clicked an email; any email if the id is null. */
  | { kind: 'engaged'; act: 'open' | 'click'; email_id: number | null }
  /** Number of emails sent to the person in the last days. */
  | { kind: 'received_count'; days: number }
  /** Kind of the newest entry about the purpose in the ledger of consent. */
  | { kind: 'consent'; purpose: string }
  /** Last time the person started the sequence, or reached its end. */
  | { kind: 'sequence'; moment: 'started' | 'finished'; sequence_id: number }
  /** Last time the person completed the flow with this key. */
  | { kind: 'completed_flow'; flow: string }
  /** Status of the person's subscription to the product, an active one before others. */
  | { kind: 'subscription'; product: string }
  /** Last time the person bought the product. */
  | { kind: 'purchased'; product: string }
  /** Total spend in cents (contract §4.4). */
  | { kind: 'spend' }
  /** The date in the account's time zone, YYYY-MM-DD. */
  | { kind: 'today' }
  /** The account's time zone, an IANA name. */
  | { kind: 'account_zone' };

/** Questions with equal keys ask for the same fact. */
export function factKey(question: FactQuestion): string {
  return question.kind === 'person' ? 'person' : JSON.stringify(question);
}

/** The answer to a question; null if there is none. */
export function answerTo(facts: Facts, question: FactQuestion): FactValue {
  if (question.kind === 'event_count') {
    const later = facts.happened?.filter(isAsked(question)).length ?? 0;
    return Number(facts.known.get(factKey(question)) ?? 0) + later;
  }
  const since = question.kind === 'event' ? lastHappened(facts, question)?.at : undefined;
  const known = since ?? facts.known.get(factKey(question)) ?? null;
  if (known !== null || question.kind !== 'sequence' || question.moment !== 'started') return known;
  return facts.started?.get(question.sequence_id)?.toISOString() ?? null;
}

/** What decides whether an email may be sent by what names it. */
export interface EmailState {
  archived: boolean;
  /** Its subject or body is empty. */
  blank: boolean;
  /** Only flows send it. */
  transactional: boolean;
}

/** Existing records that conditions may refer to. */
export interface ConditionReferences {
  /** Active custom fields by key. */
  fields: ReadonlyMap<string, FieldType>;
  /** Known tags by `tagKey`. */
  tags: ReadonlySet<string>;
  /** Names of recorded events. */
  events: ReadonlySet<string>;
  /** What forms and preference toggles ask consent for; left out where nothing is known of it. */
  purposes?: ReadonlySet<string>;
  /** Every email by id, archived ones included. */
  emails: ReadonlyMap<number, EmailState>;
  sequences: ReadonlySet<number>;
  /** Keys of emails and sequences, for the one that an unknown key may be a slip of. */
  keys?: { email: readonly string[]; sequence: readonly string[] };
  /** Keys of flows. */
  flows: ReadonlySet<string>;
  /** Keys of products. */
  products: ReadonlySet<string>;
  /** Ids of segments by key. */
  segments: ReadonlyMap<string, number>;
}
