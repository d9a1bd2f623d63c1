import type { ValidationIssue } from '../../platform/issue.ts';
import type { JsonObject } from '../../platform/json.ts';
import type { ValidationContext } from '../validate/pass.ts';

/** An event as far as triggers look at it. */
export interface TriggeringEvent {
  name: string;
  details: JsonObject;
  /** Contract §4.3. */
  historical: boolean;
}

export interface TriggerMatch {
  matched: boolean;
  /** One sentence, also when it matched. */
  reason: string;
}

/** As lists of flows show it (contract §3). */
export interface TriggerSummary {
  type: string;
  /** Of a trigger on an event: its name, null where there is none yet. */
  event?: string | null;
  /** Of a renewal trigger: the key of the product, null where there is none yet. */
  product?: string | null;
  label: string | null;
  summary: string;
}

/** Everything there is to know about one type of trigger; takes the trigger as it was sent. */
export interface TriggerType {
  /** In canonical order; any other key is refused on save (contract §5.2). */
  keys: readonly string[];
  check(trigger: JsonObject, path: string): ValidationIssue[];
  /** What it names that does not exist, or does not go with the flow around it. */
  references?(
    trigger: JsonObject,
    path: string,
    context: Pick<ValidationContext, 'references' | 'runPolicy'>,
  ): ValidationIssue[];
  canonical(trigger: JsonObject): JsonObject;
  /** Prepares the test of whether an event starts the flow. */
  compile(trigger: JsonObject): (event: TriggeringEvent) => TriggerMatch;
  summary(trigger: JsonObject): TriggerSummary;
}
