import { after, type Duration } from '../platform/duration.ts';

/** The parts of a sequence step that decide a person's way. */
export interface SequenceStep {
  id: number;
  /** False for a draft, which scheduling ignores (SEQ-09). */
  active: boolean;
  /** Counted from the end of the previous step, or from the start. */
  delay: Duration;
  /**
   * Steps after it when it became active: a person who took one of them has passed it, unless that
   * one has been moved ahead of it since.
   */
  later_step_ids: readonly number[];
}

export interface Progress {
  /** Ids of the steps that ended for the person, in any order; some may have been deleted. */
  ended_step_ids: readonly number[];
  /** When the last of them ended, or when the person started. */
  last_step_ended_at: Date;
}

export type NextStep =
  | { kind: 'step'; step: SequenceStep; due_at: Date }
  /** No active step is left; drafts hold nobody, whatever comes after them (SAFE-01). */
  | { kind: 'finished' };

/**
 * Whether a person who took the steps `done` has neither taken nor passed an active step of `steps`,
 * which are in order of position.
 */
export function isOpen(
  steps: readonly SequenceStep[],
  { id, active, later_step_ids }: SequenceStep,
  done: ReadonlySet<number>,
): boolean {
  if (!active || done.has(id)) return false;
  const indexOf = (wanted: number) => steps.findIndex((step) => step.id === wanted);
  return !later_step_ids.some((later) => {
    if (!done.has(later)) return false;
    const index = indexOf(later);
    // A step that was deleted has none, and was passed all the same.
    return index === -1 || index > indexOf(id);
  });
}

/**
 * The next step for a person on a sequence: the first active one in `steps` (in order of position)
 * that the person has neither taken nor passed (SEQ-19). A moved step remains to be taken by people
 * who have not taken it, so no edit loses or repeats a step.
 */
export function nextStep(
  steps: readonly SequenceStep[],
  { ended_step_ids, last_step_ended_at }: Progress,
): NextStep {
  const done = new Set(ended_step_ids);
  const open = steps.find((step) => isOpen(steps, step, done));
  if (!open) return { kind: 'finished' };
  return { kind: 'step', step: open, due_at: after(last_step_ended_at, open.delay) };
}
