import type { LeafValue } from '../../conditions/evaluate.ts';
import type { ValidationIssue } from '../../platform/issue.ts';
import type { JsonObject } from '../../platform/json.ts';
import type { Arm, Step } from '../definition/definition.ts';
import type { FieldKind } from '../definition/field-kind.ts';
import type { References } from '../definition/references.ts';
import type { FlowMemo } from '../interpreter/flow-memo.ts';
import type { Answers, Question } from '../interpreter/question.ts';
import type { Effect, RunState, WaitsFor } from '../interpreter/run.ts';

/** What a step has at hand; effects of earlier steps of the same walk are in `answers`. */
export interface StepContext {
  answers: Answers;
  now: Date;
  /** Whether backfilled events open gates (TRIG-06). */
  historical: boolean;
  /** Of the flow. */
  memo: FlowMemo;
}

/** A wait, as it begins or goes on. */
export interface Wait {
  /** When it is looked at again; null where no time does it. */
  due_at: Date | null;
  arrived_at: Date;
  after_event: number | null;
  waits_for: WaitsFor | null;
}

/** What a step decides. */
export type Move =
  /** Its work is done; the person goes on with the next step. */
  | { kind: 'next'; effect?: Effect }
  /** It could not run; the person goes on all the same (contract §4.8). */
  | { kind: 'skip'; reason: string }
  | { kind: 'arm'; arm: Arm; values: LeafValue[] }
  /** The person waits. */
  | { kind: 'wait'; wait: Wait }
  /** A wait is over, or none was needed, and the person goes on: into an arm where one is named. */
  | { kind: 'release'; arm?: Arm; values?: LeafValue[]; reason?: string }
  /** A wait goes on; its end may have moved with the definition. */
  | { kind: 'stay'; wait?: Wait }
  | { kind: 'exit' };

/** What people call the records that steps name by id; null where there is none. */
export interface StepNames {
  email(id: number): string | null;
}

export interface StepField {
  kind: FieldKind;
  required: boolean;
}

/** An event that a step makes the service record. */
export interface FiredEvent {
  name: string;
  /** Null where they are known only when the step runs. */
  details: JsonObject | null;
}

/** Everything there is to know about one type of step. */
export interface StepType<S extends Step = Step> {
  /** Keys of its own, in canonical order. */
  fields: Readonly<Record<string, StepField>>;
  /** Every arm that it can have. */
  arms: readonly Arm[];
  /** The arms that a person can go into; all of `arms` without it. Takes the step as it was sent. */
  armsOf?(step: JsonObject): readonly Arm[];
  /** Keys of old, which `checkArms` reports. */
  legacyKeys?: readonly string[];
  /** What is wrong with its arms, where they are not simply all of `arms`. */
  checkArms?(step: JsonObject, path: string): ValidationIssue[];
  /** What is wrong with its keys together; each by itself is valid. */
  references?(step: JsonObject, path: string, references: References): ValidationIssue[];
  /** The stored form, beyond that of each key. */
  canonical?(step: JsonObject): JsonObject;
  /** Whether a run ends here for certain. */
  ends: boolean;
  /** One line for lists and outlines; takes the step as it was sent. */
  summary(step: JsonObject, names: StepNames): string;
  /** Events that it makes the service record; takes the step as it was sent. */
  fires?(step: JsonObject): FiredEvent[];
  /** Tags that are there once it ran, as `tagKey` has them; takes the step as it was sent. */
  makesTags?(step: JsonObject): string[];
  /** Questions on entering, beyond those of its keys. */
  asks?(step: S, historical: boolean): Question[];
  /** Whether everyone who enters waits, so that no later step matters yet. */
  holds(step: S): boolean;
  /** Takes a step without errors of shape. */
  enter(step: S, context: StepContext): Move;
  /** How a wait is looked at again; a run that does not wait in the way of this type enters. */
  resume?: {
    owns(run: RunState): boolean;
    /** Questions beyond those on entering; without it looking again needs none of either. */
    asks?(step: S, run: RunState, historical: boolean): Question[];
    look(step: S, run: RunState, context: StepContext): Move;
  };
}
