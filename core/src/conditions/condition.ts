import type { Operator, Scalar } from './compare.ts';
import type { Match } from './match.ts';

/** The address compares so; case does not count (COND-03). */
export interface EmailCondition {
  type: 'email';
  op: 'equals' | 'starts_with' | 'ends_with' | 'contains';
  value: string;
}

/** A custom field compared as `compare.ts` says (COND-04). `blank` and `present` read no value. */
export interface FieldCondition {
  type: 'field';
  field: string;
  op: Operator;
  value?: Scalar;
}

/** The person carries the tag; case and surrounding spaces do not count (COND-05). */
export interface HasTag {
  type: 'has_tag';
  tag: string;
}

/** The person is never emailed: unsubscribed, hard-bounced or complained (COND-06). */
export interface Suppressed {
  type: 'suppressed';
}

/** The day the person was first known lies before, on or after the date, strictly (COND-08). */
export interface SubscribedOn {
  type: 'subscribed_on';
  op: 'equals' | 'greater' | 'less';
  /** YYYY-MM-DD. */
  value: string;
}

/** A bound on how long ago something was: later than `now` less that many times 24 hours. */
interface Within {
  within_days?: number;
}

/** The person has an event of this exact name whose details satisfy the match (COND-09). */
export interface EventOccurred extends Within {
  type: 'event_occurred';
  event: string;
  match?: Match;
}

/** An email, or any where none is named, was sent to, opened or clicked by the person (COND-10). */
export interface EmailTouched<Type extends string> extends Within {
  type: Type;
  email_id?: number;
}

/** The person started, or reached the end of, a sequence (COND-11). */
export interface SequenceReached<Type extends string> extends Within {
  type: Type;
  sequence_id: number;
}

/** The person ran off the end of a flow (COND-12). */
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

/** Payments and purchases less refunds, in cents; zero for who never paid (COND-14, contract §4.4). */
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
  | EmailTouched<'received_email'>
  | EmailTouched<'opened_email'>
  | EmailTouched<'clicked_email'>
  | SequenceReached<'started_sequence'>
  | SequenceReached<'finished_sequence'>
  | CompletedFlow
  | AboutProduct<'active_subscription'>
  | AboutProduct<'purchased'>
  | TotalSpend
  | InSegment
  | PredicateCondition;

/** A condition about one person (spec, Conditions), once `checkCondition` found no error in it. */
export type Condition =
  | ConditionLeaf
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { not: Condition };
