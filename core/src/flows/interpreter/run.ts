import type { LeafValue } from '../../conditions/evaluate.ts';
import type { FieldValue } from '../../people/person-values.ts';
import type { Arm } from '../definition/definition.ts';

export type RunStatus = 'active' | 'completed' | 'exited' | 'parked';

/** Where one person stands in a flow. */
export interface RunState {
  /**
   * Null before the first step. Of an active run the step to take next or to wait on, of one that
   * ended the last step taken, of a parked one the step that it could not go on from.
   */
  step_id: number | null;
  /** Whether the step was entered and the person waits on it. */
  waiting: boolean;
  status: RunStatus;
  /** When the run is looked at again; null where no time does it. */
  due_at: Date | null;
  /** When the wait began; null where the person does not wait. */
  arrived_at: Date | null;
  /**
   * Id of the last event handed out when the person came to a gate: only later ones are a next
   * occurrence. Null away from gates.
   */
  after_event: number | null;
  /** What can end the wait besides time; null away from gates. */
  waits_for: WaitsFor | null;
  /** Why the run is parked. */
  reason: string | null;
}

/** An event of this name, or any change of the person. */
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

/** What a step wants done; `advance` only says so, the engine does it. */
export type Effect =
  | { kind: 'send_email'; step_id: number; email_id: number }
  | { kind: 'add_tag'; step_id: number; tag: string }
  | { kind: 'remove_tag'; step_id: number; tag: string }
  /** Null clears the field; any other value is of the field's type. */
  | { kind: 'set_field'; step_id: number; field: string; value: FieldValue }
  /** The details are filled in. */
  | { kind: 'fire_event'; step_id: number; event: string; details: Record<string, unknown> }
  | { kind: 'start_sequence'; step_id: number; sequence_id: number };

/**
 * What became of a step: `ran` did its work, `branched` took an arm, `waiting` began a wait,
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

/** One entry of a run's trace: which step, what became of it, and why. */
export interface TraceEntry {
  /** Null where the step has no valid id of its own. */
  step_id: number | null;
  /** Null where the step has no known type. */
  type: string | null;
  outcome: Outcome;
  arm?: Arm;
  /** The values behind the condition that chose. */
  values?: LeafValue[];
  /** Why it was skipped or parked, or what ended the wait at a gate. */
  reason?: string;
}
