import type { Duration } from '../platform/duration.ts';
import type { Operator, Scalar } from './compare.ts';
import type { DateOperator } from './date-compare.ts';
import type { Match } from './match.ts';

/** Compares the person's address, ignoring case (COND-03). */
export interface EmailCondition {
  type: 'email';
  op: 'equals' | 'starts_with' | 'ends_with' | 'contains';
  value: string;
}

/**
 * Compares a custom field, or one of `personFields`, by the rules of `compare.ts` (COND-04).
 * `blank` and `present` read no value. Dates are also compared with the calendar, by the rules of
 * `date-compare.ts` (CND2-02).
 */
export interface FieldCondition {
  type: 'field';
  field: string;
  op: Operator | DateOperator;
  value?: Scalar | Duration;
}

/** The person has the tag; case and surrounding spaces do not matter (COND-05). */
export interface HasTag {
  type: 'has_tag';
  tag: string;
}

/** The person is never emailed: unsubscribed, hard-bounced or complained (COND-06). */
export interface Suppressed {
  type: 'suppressed';
}

/**
 * The day the person was first known is before, on or after the date; `before` and `after` are
 * strict (COND-08).
 */
export interface SubscribedOn {
  type: 'subscribed_on';
  op: 'equals' | 'greater' | 'less';
  /** YYYY-MM-DD. */
  value: string;
}

/** How long ago something may have happened: later than `now` minus that many times 24 hours. */
interface Within {
  within_days?: number;
}

/** The person has an event with this exact name whose details satisfy the match (COND-09). */
export interface EventOccurred extends Within {
  type: 'event_occurred';
  event: string;
  match?: Match;
}

/** How many such events the person has, compared with a number (CND2-01). */
export interface EventCount extends Within {
  type: 'event_count';
  event: string;
  match?: Match;
  op: 'equals' | 'greater' | 'less';
  value: number;
}

/** The person was sent, opened or clicked an email: the given one, or any (COND-10). */
export interface EmailTouched<Type extends string> extends Within {
  type: Type;
  email_id?: number;
}

/** The person opened or clicked any email, machines left out (CND2-04). */
export interface Engaged {
  type: 'engaged';
  within_days: number;
}

/** The newest entry of the person about the purpose in the ledger of consent is a yes (CND2-04). */
export interface Consented {
  type: 'consented';
  purpose: string;
}

/** The person started a sequence, or reached its end (COND-11). */
export interface SequenceReached<Type extends string> extends Within {
  type: Type;
  sequence_id: number;
}

/** The person completed a flow by reaching its end (COND-12). */
export interface CompletedFlow {
  type: 'completed_flow';
  /** Key of a flow. */
  flow: string;
}

/** The person subscribes to, or has bought, a product (COND-13). */
export interface AboutProduct<Type extends string> {
  type: Type;
  /** Key of a product. */
  product: string;
}

/**
 * Payments and purchases less refunds, in cents; zero for a person who never paid (COND-14,
 * contract §4.4).
 */
export interface TotalSpend {
  type: 'total_spend';
  op: 'equals' | 'greater' | 'less';
  value: number;
}

/** The person is in a segment, named by key or by id (COND-15). */
export interface InSegment {
  type: 'in_segment';
  segment?: string;
  segment_id?: number;
}

/** A registered predicate holds (COND-16; see `predicates.ts`). */
export interface PredicateCondition {
  type: 'predicate';
  name: string;
  args?: Readonly<Record<string, unknown>>;
}

export type ConditionLeaf =
  | EmailCondition
  | FieldCondition
  | HasTag
  | Suppressed
  | SubscribedOn
  | EventOccurred
  | EventCount
  | EmailTouched<'received_email'>
  | EmailTouched<'opened_email'>
  | EmailTouched<'clicked_email'>
  | Engaged
  | Consented
  | SequenceReached<'started_sequence'>
  | SequenceReached<'finished_sequence'>
  | CompletedFlow
  | AboutProduct<'active_subscription'>
  | AboutProduct<'purchased'>
  | TotalSpend
  | InSegment
  | PredicateCondition;

/** A condition about one person (spec, Conditions) in which `checkCondition` found no error. */
export type Condition =
  | ConditionLeaf
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { not: Condition };
