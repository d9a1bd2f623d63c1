import type { LeafValue } from '../../conditions/evaluate.ts';
import type { LaterEvent } from '../../conditions/facts.ts';
import type { ValidationIssue } from '../../platform/issue.ts';
import type { JsonObject } from '../../platform/json.ts';
import type { ArmKey, Step } from '../definition/definition.ts';
import type { FieldKind } from '../definition/field-kind.ts';
import type { References } from '../definition/references.ts';
import type { FlowMemo } from '../interpreter/flow-memo.ts';
import type { Answers, Assumption, Question } from '../interpreter/question.ts';
import type { Effect, RunState, WaitsFor } from '../interpreter/run.ts';
import type { IssueCode } from '../validate/codes.ts';

/** The context of a step; `answers` include the effects of earlier steps of the same walk. */
export interface StepContext {
  answers: Answers;
  now: Date;
  /** Whether backfilled events open gates (TRIG-06). */
  historical: boolean;
  /** The memo of the flow. */
  memo: FlowMemo;
}

/** The state of a wait, when it begins or continues. */
export interface Wait {
  /** When it is due again; null if time alone never makes it due. */
  due_at: Date | null;
  arrived_at: Date;
  after_event: number | null;
  waits_for: WaitsFor | null;
}

/** The decision of a step. */
export type Move =
  /** Its work is done; the person continues with the next step. */
  | { kind: 'next'; effect?: Effect }
  /** It could not run; the person continues anyway (contract §4.8). */
  | { kind: 'skip'; reason: string }
  | { kind: 'arm'; arm: string; values: LeafValue[]; reason?: string; effects?: readonly Effect[] }
  /** The person waits. */
  | { kind: 'wait'; wait: Wait; effects?: readonly Effect[] }
  /**
   * A wait is over, or was not needed, and the person continues, in an arm if one is named.
   * `happened` is the event that a dry run assumes.
   */
  | {
      kind: 'release';
      arm?: string;
      values?: LeafValue[];
      reason?: string;
      happened?: LaterEvent;
      effects?: readonly Effect[];
    }
  /** A wait continues; the definition may have moved its end. */
  | { kind: 'stay'; wait?: Wait }
  | { kind: 'exit'; reason?: string; arm?: string; effects?: readonly Effect[] };

/** Display names of records that steps name by id; null if a record does not exist. */
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
  /** Null if they are known only when the step runs. */
  details: JsonObject | null;
}

/** What an example of a step is made of: of the account where it has such records. */
export interface ExampleNames {
  email: number;
  sequence: number;
  tag: string;
  event: string;
  field: { key: string; value: string | number | boolean };
  condition: object;
  /** A step that sends the email. */
  send: object;
}

/** The words about a type that agents read (`describe_schema`). */
export interface StepWords {
  /** What it does, in one sentence. */
  purpose: string;
  /** Its name and keys; with these names it passes validation. */
  example(names: ExampleNames): { name: string; [key: string]: unknown };
  /** The records of the account that help to write one. */
  uses?: readonly ('emails' | 'sequences' | 'tags' | 'fields' | 'event_types')[];
  /** When its arms are there; left out where they always are. */
  armsWhen?: string;
  /** Rules besides those of its keys. */
  rules?: readonly string[];
  /** The codes of its errors, or what their names are like. */
  errors?: readonly (IssueCode | RegExp)[];
}

/** What decides how long people wait: a duration, which may be malformed, or a text for anything else. */
export type WaitTime = {
  /** People in it keep the time fixed on arrival, or move to the one of an edit. */
  effect: 'keep' | 'move';
} & ({ duration: unknown } | { text: string | null });

/** One type of step, complete. */
export interface StepType<S extends Step = Step> {
  words: StepWords;
  /** Its own keys, in canonical order. */
  fields: Readonly<Record<string, StepField>>;
  /** Keys of which it takes exactly one. */
  oneOf?: readonly string[];
  /** Every key under which it can have steps. */
  arms: readonly ArmKey[];
  /** The arms that people can enter; if absent, all of `arms`. Takes any step. */
  armsOf?(step: JsonObject): readonly string[];
  /** The arm on which every run ends, whatever it holds; null if there is none. Takes any step. */
  heldOut?(step: JsonObject): string | null;
  /** Old keys, which `checkArms` reports. */
  legacyKeys?: readonly string[];
  /** Faults of its arms, unless they are simply all of `arms`. */
  checkArms?(step: JsonObject, path: string): ValidationIssue[];
  /** Faults of its keys in combination; each key is valid by itself. */
  references?(step: JsonObject, path: string, references: References): ValidationIssue[];
  /** The stored form, beyond that of each key. */
  canonical?(step: JsonObject): JsonObject;
  /** Whether a run always ends here. */
  ends: boolean;
  /** One line for lists and outlines; takes any step. */
  summary(step: JsonObject, names: StepNames): string;
  /** Events that it makes the service record; takes any step. */
  fires?(step: JsonObject): FiredEvent[];
  /** Tags that exist after it ran, by `tagKey`; takes any step. */
  makesTags?(step: JsonObject): string[];
  /** Questions on entering, besides those of its keys. */
  asks?(step: S, historical: boolean): Question[];
  /** What it is called where its waits are; its type when left out. */
  noun?: string;
  /** What a dry run can assume of a wait on it; none where nobody waits. Takes any step. */
  outcomes?(step: JsonObject): readonly Assumption['outcome'][];
  /** What decides how long people wait on it; left out where nobody waits. Takes any step. */
  waitOf?(step: JsonObject): WaitTime;
  /** Whether everyone who enters waits, so that no later step matters yet. */
  holds(step: S): boolean;
  /** Enters the step. Takes a step without shape errors. */
  enter(step: S, context: StepContext): Move;
  /** How a wait is evaluated again; a run without this type of wait enters instead. */
  resume?: {
    owns(run: RunState): boolean;
    /** Questions besides those on entering; if absent, evaluating again needs none of either. */
    asks?(step: S, run: RunState, historical: boolean): Question[];
    look(step: S, run: RunState, context: StepContext): Move;
  };
}
