import type { LeafValue } from '../../condition/evaluate.ts';
import type { JsonObject } from '../../condition/json.ts';
import type { Arm, Step } from '../definition.ts';
import type { FieldKind } from '../field-kind.ts';
import type { Answers } from '../question.ts';
import type { Effect, RunState } from '../run.ts';

/** What a step has at hand; effects of earlier steps of the same walk are in `answers`. */
export interface Scene {
  answers: Answers;
  now: Date;
}

/** What a step decides. */
export type Move =
  /** Its work is done; the person goes on with the next step. */
  | { kind: 'next'; effect?: Effect }
  /** It could not run; the person goes on all the same (contract §4.8). */
  | { kind: 'skip'; reason: string }
  | { kind: 'arm'; arm: Arm; values: LeafValue[] }
  /** The person waits; null where no time ends the wait. */
  | { kind: 'wait'; due_at: Date | null }
  /** A wait is over, and the person goes on. */
  | { kind: 'release' }
  /** A wait goes on as it is. */
  | { kind: 'stay' }
  | { kind: 'exit' };

export interface StepField {
  kind: FieldKind;
  required: boolean;
}

/** Everything there is to know about one type of step. */
export interface StepType<S extends Step = Step> {
  /** Keys of its own, in canonical order. */
  fields: Readonly<Record<string, StepField>>;
  arms: readonly Arm[];
  /** Whether a run ends here for certain. */
  ends: boolean;
  /** One line for lists and outlines; takes the step as it was sent. */
  summary(step: JsonObject): string;
  /** Whether everyone who enters waits, so that no later step matters yet. */
  holds(step: S): boolean;
  /** Takes a step without errors of shape. */
  enter(step: S, scene: Scene): Move;
  /** A run that waits here is looked at again; without it a run that waits is taken to enter. */
  resume?(step: S, run: RunState, scene: Scene): Move;
}
