import { type FactQuestion, type Facts, factKey } from '../../conditions/facts.ts';
import type { Match } from '../../conditions/match.ts';
import type { MergeContext } from '../../content/text/merge-context.ts';
import type { FieldType } from '../../people/field-type.ts';
import type { Duration } from '../../platform/duration.ts';
import type { JsonObject } from '../../platform/json.ts';
import type { GoalProgress } from '../goals/compiled-goals.ts';
import type { RowReason } from '../renewals/eligibility.ts';

/**
 * An event of the person that opens a gate. The answer in `Facts.known`, under `questionKey`, is
 * the earliest `recorded_at` as ISO 8601 UTC, or null. `historical` says whether backfilled events
 * count.
 */
export type GateQuestion =
  /** Only events with a higher id than `after`. */
  | { kind: 'event_after'; event: string; match: Match | null; historical: boolean; after: number }
  | { kind: 'event_ever'; event: string; match: Match | null; historical: boolean };

/** One fact to load before `advance`. */
export type Question =
  | FactQuestion
  | GateQuestion
  | { kind: 'email'; email_id: number }
  | { kind: 'tunable'; setting: string }
  /** `Answers.fieldTypes`. */
  | { kind: 'field_type'; field: string }
  /** `Answers.sequences`. */
  | { kind: 'sequence_state'; sequence_id: number }
  /** `Answers.draws`: the arm that the person got at this split before. */
  | { kind: 'draw'; step_id: number }
  /** `Answers.endpoints`. */
  | { kind: 'endpoint'; endpoint: string | number }
  /** `Answers.calls`: what became of the call that the run waits for at this step. */
  | { kind: 'call'; step_id: number }
  /** `Answers.merge`. */
  | { kind: 'merge' };

export const assumedOutcomes = ['waited', 'met', 'expired', 'succeeded', 'failed'] as const;

/** What a dry run takes to become of a wait (DRY2-01). */
export interface Assumption {
  outcome: (typeof assumedOutcomes)[number];
  /** When the wait ends; null for as soon as it can. */
  at: Date | null;
  /** The event that is recorded when a gate is met. */
  event: { name: string; details: JsonObject } | null;
}

/** Who goes through which flow, and the arms that the person got before, by step. */
export interface Draws {
  flow_key: string;
  person_id: number;
  kept: ReadonlyMap<number, string>;
}

/** The facts asked for; it may contain more. */
export interface Answers extends Facts {
  /** An email missing from the map does not exist. */
  emails: ReadonlyMap<number, { archived: boolean }>;
  tunables: ReadonlyMap<string, Duration>;
  /** Active custom fields by key. */
  fieldTypes: ReadonlyMap<string, FieldType>;
  /** A sequence missing from the map does not exist. */
  sequences: ReadonlyMap<number, { enabled: boolean }>;
  /** The merge values for details of events; null if no question asked for them. */
  merge: MergeContext | null;
  /**
   * Milliseconds that this thread has worked, by which details are rendered where the machine is busy;
   * left out where only the clock is known.
   */
  workedMs?: () => number;
  /**
   * Steps that the run already did, if its flow was edited since it began: a step that an edit
   * moved ahead of the person is not repeated.
   */
  done?: ReadonlySet<number>;
  /**
   * Why the subscription whose renewal the run began for gets no reminder any more; null, or left
   * out, where it does, and of a run that began for something else. Loaded where an email is asked about.
   */
  renewalOver?: RowReason | null;
  /** What splits choose by; left out where no question asked for it. */
  draws?: Draws;
  /** Webhook endpoints as steps name them; one that is not in it does not exist. Left out where nothing is known of them. */
  endpoints?: ReadonlyMap<string | number, { id: number; enabled: boolean }>;
  /** How calls ended, by step; one that is under way is not in it. */
  calls?: ReadonlyMap<number, 'succeeded' | 'failed'>;
  /** The highest event id drawn so far, read in the transaction of the walk. */
  lastEvent: number;
  /**
   * Id of the event that this walk continues from, where the person has had a later one that a gate of
   * the flow waits for: to a gate on the way that one is the next occurrence (SAFE-42).
   */
  since?: number;
  /** What decides which goals of the run are open; left out where its flow has none. */
  goals?: GoalProgress;
  /** What becomes of waits, by step; in a dry run only. */
  assumed?: ReadonlyMap<number, Assumption>;
}

/** Questions with equal keys ask for the same fact. */
export function questionKey(question: Question): string {
  switch (question.kind) {
    case 'email':
      return `email ${question.email_id}`;
    case 'tunable':
      return `tunable ${question.setting}`;
    case 'merge':
      return 'merge';
    case 'draw':
    case 'call':
      return `${question.kind} ${question.step_id}`;
    case 'endpoint':
      return JSON.stringify(question);
    case 'event_after':
    case 'event_ever':
    case 'field_type':
    case 'sequence_state':
      return JSON.stringify(question);
    default:
      return factKey(question);
  }
}

/** Whether a question is about the person, and answered as for conditions. */
export function isFactQuestion(question: Question): question is FactQuestion {
  return !flowKinds.has(question.kind);
}

const flowKinds: ReadonlySet<Question['kind']> = new Set([
  'event_after',
  'event_ever',
  'email',
  'tunable',
  'field_type',
  'sequence_state',
  'draw',
  'endpoint',
  'call',
  'merge',
]);
