import type { Condition } from '../../conditions/condition.ts';
import type { Match } from '../../conditions/match.ts';
import type { FieldValue } from '../../people/person-values.ts';
import type { Duration, DurationOrSetting } from '../../platform/duration.ts';
import type { RenewalTrigger } from '../renewals/renewal-trigger.ts';
import type { DateTrigger } from '../triggers/date-trigger.ts';
import type { ScheduleTrigger } from '../triggers/schedule-trigger.ts';
import type { SegmentTrigger } from '../triggers/segment-trigger.ts';

/**
 * The flow definition document (spec, Flow definition document). A flow is saved whatever its
 * validation says (contract §5.2), so a saved definition is normalised but not necessarily valid:
 * code that may run before validation reads its parts as unknown.
 */
export interface Definition {
  trigger: Trigger;
  /** Reaching one ends the run and counts (GOAL-01). */
  goals?: Goal[];
  /** The last step id assigned. */
  node_counter: number;
  nodes: Step[];
}

/** A trigger without `type` starts the flow on an event (TRIG-01, TRIG-02). */
export interface EventTrigger {
  event: string;
  match?: Match;
  label?: string;
  /** True when absent. */
  ignore_historical?: boolean;
}

export type Trigger =
  | EventTrigger
  | RenewalTrigger
  | DateTrigger
  | ScheduleTrigger
  | SegmentTrigger;

/** What a flow is to bring people to: exactly one of an event and a condition. */
export interface Goal {
  /** One of its own in the flow; runs remember goals by it. */
  name: string;
  event?: { name: string; match?: Match };
  condition?: Condition;
  /** Counts from the start of the run. */
  within?: Duration;
  /** True when absent. */
  exit?: boolean;
}

/** Contract §4.1. */
export type RunPolicy = 'single_run' | 'repeat';

export interface StepBase {
  /** Assigned once and never reused; runs refer to it. */
  id: number;
  name: string;
  slug: string;
  description?: string;
}

export interface SendEmail extends StepBase {
  type: 'send_email';
  email_id: number;
}

export interface AddTag extends StepBase {
  type: 'add_tag';
  tag: string;
}

export interface RemoveTag extends StepBase {
  type: 'remove_tag';
  tag: string;
}

/** Null and empty text clear the field (DEF-18). */
export interface SetField extends StepBase {
  type: 'set_field';
  field: string;
  value: FieldValue;
}

/** A wait until a local time: the next one, on one of the weekdays where they are given (WAIT-01). */
export interface LocalTimeWait {
  /** HH:MM. */
  local_time: string;
  /** 0 to 6, Sunday 0. */
  weekdays?: readonly number[];
  /** Whose clock; a person without a time zone has that of the account (WAIT-03). */
  timezone: 'person' | 'account';
}

/** A wait until a time before or after the local midnight of a date of the person (WAIT-02). */
export interface FieldDateWait {
  /** Key of a custom field of type date. */
  field: string;
  before?: Duration;
  after?: Duration;
}

/** Exactly one of the three. */
export interface Delay extends StepBase {
  type: 'delay';
  duration?: DurationOrSetting;
  until?: LocalTimeWait;
  until_field?: FieldDateWait;
}

export interface IfElse extends StepBase {
  type: 'if_else';
  condition: Condition;
  then: Step[];
  else: Step[];
}

/** One way out of a split. */
export interface SplitArm {
  name: string;
  /** Of all weights of the split this is its share of people. */
  weight: number;
  /** Whether every run that takes it ends here. */
  holdout?: boolean;
  steps: Step[];
}

export interface Split extends StepBase {
  type: 'split';
  arms: SplitArm[];
  /** The key of the flow when left out. */
  seed?: string;
}

export const occurrences = ['next_occurrence', 'any_past'] as const;
export type Occurrence = (typeof occurrences)[number];

/** The event that a gate waits for (DEF-26). */
export interface AwaitedEvent {
  name: string;
  match?: Match;
  occurrence: Occurrence;
}

/** Exactly one of the two (DEF-25). */
export type WaitFor = { event: AwaitedEvent } | { condition: Condition };

/** Only a gate that expires has arms; `never` and a missing `expires_after` wait forever. */
export interface Gate extends StepBase {
  type: 'gate';
  wait_for: WaitFor;
  expires_after?: DurationOrSetting | 'never';
  met?: Step[];
  expired?: Step[];
}

/** Strings in the details, at any depth, may contain Liquid. */
export interface FireEvent extends StepBase {
  type: 'fire_event';
  event: string;
  details?: Readonly<Record<string, unknown>>;
}

/** How long a call is waited for at most. */
export interface CallWait {
  timeout: Duration;
}

/** Strings in the body, at any depth, may contain Liquid. Only a call that waits has arms. */
export interface CallWebhook extends StepBase {
  type: 'call_webhook';
  /** Its key or id. */
  endpoint: string | number;
  body?: Readonly<Record<string, unknown>>;
  wait?: CallWait;
  succeeded?: Step[];
  failed?: Step[];
}

export interface StartSequence extends StepBase {
  type: 'start_sequence';
  sequence_id: number;
}

export interface ExitFlow extends StepBase {
  type: 'exit_flow';
}

export type Step =
  | SendEmail
  | StartSequence
  | AddTag
  | RemoveTag
  | SetField
  | Delay
  | Gate
  | FireEvent
  | CallWebhook
  | IfElse
  | Split
  | ExitFlow;

/** Every key of a step that can hold steps itself, in listing order. */
export const armKeys = ['then', 'else', 'met', 'expired', 'succeeded', 'failed'] as const;
export type ArmKey = (typeof armKeys)[number];

/** The key of a step that holds arms with names of their own, each with its steps under `steps`. */
export const namedArms = 'arms';
