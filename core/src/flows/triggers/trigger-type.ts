import type { ValidationIssue } from '../../platform/issue.ts';
import type { JsonObject } from '../../platform/json.ts';
import type { RecordName } from '../../platform/record-name.ts';
import type { ValidationContext } from '../validate/pass.ts';

/** The parts of an event that triggers read. */
export interface TriggeringEvent {
  name: string;
  details: JsonObject;
  /** Contract §4.3. */
  historical: boolean;
}

export interface TriggerMatch {
  matched: boolean;
  /** One sentence, also for a match. */
  reason: string;
}

/** The parts of a person that say when a trigger starts the flow for them. */
export interface StartFacts {
  fields: JsonObject;
  /** IANA name; null where none is known. */
  timezone: string | null;
  accountZone: string;
  now: Date;
}

/** When a flow starts for a person, or why it does not, and what to do about that. */
export interface StartFound {
  said: string;
  /** Empty where nothing is wrong. */
  fix: string;
}

/** A trigger in lists of flows (contract §3). */
export interface TriggerSummary {
  type: string;
  /** For an event trigger: the event name, null if it has none yet. */
  event?: string | null;
  /** For a renewal trigger: the key of the product, null if it has none yet. */
  product?: string | null;
  label: string | null;
  summary: string;
}

/** One type of trigger, complete; takes any trigger. */
export interface TriggerType {
  /** In canonical order; any other key is refused on save (contract §5.2). */
  keys: readonly string[];
  check(trigger: JsonObject, path: string): ValidationIssue[];
  /** References to missing records, or to records that do not fit the flow. */
  references?(
    trigger: JsonObject,
    path: string,
    context: Pick<ValidationContext, 'references' | 'runPolicy'>,
  ): ValidationIssue[];
  /** The records that it names, where it names any. */
  names?(trigger: JsonObject): RecordName[];
  canonical(trigger: JsonObject): JsonObject;
  /** Prepares the test whether an event starts the flow. */
  compile(trigger: JsonObject): (event: TriggeringEvent) => TriggerMatch;
  /** When it starts the flow for a person, in one sentence; for triggers that no event fires. */
  startsFor?(trigger: JsonObject, facts: StartFacts): string | null;
  summary(trigger: JsonObject): TriggerSummary;
}
