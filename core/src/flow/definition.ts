import type { Condition } from '../condition/condition.ts';
import type { Match } from '../condition/match.ts';
import type { DurationOrSetting } from './duration.ts';

/**
 * The flow definition document (spec, Flow definition document). A flow is saved whatever its
 * validation says (contract §5.2), so a saved definition is certain to have been normalised, not to
 * be valid: code that may meet one before validation reads its parts as unknown.
 */
export interface Definition {
  trigger: Trigger;
  /** Last step id ever handed out. */
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

export type Trigger = EventTrigger;

export interface StepBase {
  /** Minted once and never reused; runs point at it. */
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

export interface Delay extends StepBase {
  type: 'delay';
  duration: DurationOrSetting;
}

export interface IfElse extends StepBase {
  type: 'if_else';
  condition: Condition;
  then: Step[];
  else: Step[];
}

export interface ExitFlow extends StepBase {
  type: 'exit_flow';
}

export type Step = SendEmail | AddTag | Delay | IfElse | ExitFlow;

/** Every key under which a step can hold steps, in the order in which they are walked. */
export const ARMS = ['then', 'else', 'met', 'expired'] as const;
export type Arm = (typeof ARMS)[number];
