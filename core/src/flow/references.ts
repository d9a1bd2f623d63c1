import type { ConditionReferences } from '../condition/facts.ts';
import type { Duration } from './duration.ts';

/** What steps and conditions may refer to, as it stands when a flow is validated. */
export interface References extends ConditionReferences {
  /** Every email by id, archived ones included. */
  emails: ReadonlyMap<number, { archived: boolean }>;
  /** The tunables of the settings by name. */
  tunables: ReadonlyMap<string, Duration>;
}
