import type { ConditionReferences } from '../../conditions/facts.ts';
import type { Duration } from '../../platform/duration.ts';

/** What steps and conditions may refer to, as it stands when a flow is validated. */
export interface References extends ConditionReferences {
  /** The tunables of the settings by name. */
  tunables: ReadonlyMap<string, Duration>;
  /** The sequences that are not enabled. */
  sequencesOff: ReadonlySet<number>;
  /** The tag that an unknown one most likely meant; asked for so many steps of a flow only. */
  nearTag?(tag: string): string | null;
}
