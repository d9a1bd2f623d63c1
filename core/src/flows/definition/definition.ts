import type { Condition } from '../../conditions/condition.ts';
import type { Match } from '../../conditions/match.ts';
import type { Duration } from '../../platform/duration.ts';
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

/** A step of any type; its file in `core/src/flows/steps/` has what else it holds. */
export interface Step extends StepBase {
  type: string;
}

/** Every key of a step that can hold steps itself, in listing order. */
export const armKeys = ['then', 'else', 'met', 'expired', 'succeeded', 'failed'] as const;
export type ArmKey = (typeof armKeys)[number];

/** The key of a step that holds arms with names of their own, each with its steps under `steps`. */
export const namedArms = 'arms';
