import type { Finding } from '../../condition/finding.ts';
import type { JsonObject } from '../../condition/json.ts';

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
  /** Null for a trigger that is on no event, or on none yet. */
  event: string | null;
  label: string | null;
  summary: string;
}

/** Everything there is to know about one type of trigger; takes the trigger as it was sent. */
export interface TriggerType {
  /** In canonical order; any other key is refused on save (contract §5.2). */
  keys: readonly string[];
  check(trigger: JsonObject, path: string): Finding[];
  canonical(trigger: JsonObject): JsonObject;
  /** Prepares the test of whether an event starts the flow. */
  compile(trigger: JsonObject): (event: TriggeringEvent) => TriggerMatch;
  summary(trigger: JsonObject): TriggerSummary;
}
