import { after, type Duration } from '../platform/duration.ts';

/** A step of a sequence, as far as the way of a person depends on it. */
export interface SequenceStep {
  id: number;
  /** False for a draft, which is invisible to scheduling (SEQ-09). */
  active: boolean;
  /** Counted from when the step before was taken, or from the start. */
  delay: Duration;
  /** Steps that stood after it when it was set active: who has taken one of them has passed it. */
  later_step_ids: readonly number[];
}

export interface Progress {
  /** Ids of the steps that came to an end for the person, in any order; some may be deleted. */
  ended_step_ids: readonly number[];
  /** When the last of them did, or when the person started. */
  last_step_ended_at: Date;
}

export type NextStep =
  | { kind: 'step'; step: SequenceStep; due_at: Date }
  /** No active step is left; drafts hold nobody, whatever stands after (SAFE-01). */
  | { kind: 'finished' };

/**
 * What comes next for a person on a sequence: of `steps`, in order of position, the first active one
 * that the person has neither taken nor passed (SEQ-19). A step that is moved stays to be taken by
 * whoever has not taken it, so that no edit loses a step or repeats one.
 */
export function nextStep(
  steps: readonly SequenceStep[],
  { ended_step_ids, last_step_ended_at }: Progress,
): NextStep {
  const done = new Set(ended_step_ids);
  const open = steps.find(
    ({ id, active, later_step_ids }) =>
      active && !done.has(id) && !later_step_ids.some((later) => done.has(later)),
  );
  if (!open) return { kind: 'finished' };
  return { kind: 'step', step: open, due_at: after(last_step_ended_at, open.delay) };
}
