import type { LeafValue } from '../../conditions/evaluate.ts';
import type { FieldValue } from '../../people/person-values.ts';

export type RunStatus = 'active' | 'completed' | 'exited' | 'parked';

/** The state of one person in a flow. */
export interface RunState {
  /**
   * Null before the first step. For an active run, the step to take next or to wait on; for an
   * ended run, the last step taken; for a parked run, the step where it stopped.
   */
  step_id: number | null;
  /** Whether the person entered the step and waits on it. */
  waiting: boolean;
  status: RunStatus;
  /** When the run is due again; null if time alone never makes it due. */
  due_at: Date | null;
  /** When the wait began; null if the person does not wait. */
  arrived_at: Date | null;
  /**
   * The highest event id when the person arrived at a gate: only later events count as a next
   * occurrence. Null away from gates.
   */
  after_event: number | null;
  /** What can end the wait besides time; null away from gates. */
  waits_for: WaitsFor | null;
  /** Why the run is parked, or why a step ended it; the name of the goal that did. */
  reason: string | null;
}

/** An event with this name, or any change of the person. */
export type WaitsFor = { event: string } | { condition: true };

/** A run that is about to start. */
export const newRun: RunState = {
  step_id: null,
  waiting: false,
  status: 'active',
  due_at: null,
  arrived_at: null,
  after_event: null,
  waits_for: null,
  reason: null,
};

/** An action of a step; `advance` returns it, and the engine performs it. */
export type Effect =
  | { kind: 'send_email'; step_id: number; email_id: number }
  | { kind: 'add_tag'; step_id: number; tag: string }
  | { kind: 'remove_tag'; step_id: number; tag: string }
  /** Null clears the field; any other value has the field's type. */
  | { kind: 'set_field'; step_id: number; field: string; value: FieldValue }
  /** The details are rendered. */
  | { kind: 'fire_event'; step_id: number; event: string; details: Record<string, unknown> }
  | { kind: 'start_sequence'; step_id: number; sequence_id: number }
  /** The person gets this arm of the split for ever. */
  | { kind: 'choose_arm'; step_id: number; arm: string }
  /** The run ends on the holdout of the split, which is counted. */
  | { kind: 'hold_out'; step_id: number }
  /** The body is rendered; null for none. `waits` where the run waits for the outcome. */
  | {
      kind: 'call_webhook';
      step_id: number;
      endpoint_id: number;
      body: Record<string, unknown> | null;
      waits: boolean;
    }
  /** The run no longer waits for its call, so nothing more is attempted. */
  | { kind: 'stop_call'; step_id: number };

/**
 * The outcome of a step: `ran` did its work, `branched` took an arm, `waiting` began a wait,
 * `released` ended one, `exited` ended the run, `skipped` could not run (contract §4.8), `parked`
 * is no longer in the definition.
 */
export const outcomes = [
  'ran',
  'branched',
  'waiting',
  'released',
  'exited',
  'skipped',
  'parked',
] as const;
export type Outcome = (typeof outcomes)[number];

/** One entry of a run's trace: the step, its outcome and the reason. */
export interface TraceEntry {
  /** Null if the step has no valid id of its own. */
  step_id: number | null;
  /** Null if the step has no known type. */
  type: string | null;
  outcome: Outcome;
  arm?: string;
  /** The values behind the condition that decided. */
  values?: LeafValue[];
  /** Why it was skipped or parked, or ended the run, or what ended the wait at a gate. */
  reason?: string;
  /** The goal that ended the run, whose name is the reason too. */
  goal?: string;
}
