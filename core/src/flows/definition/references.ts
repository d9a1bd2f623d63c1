import type { ConditionReferences } from '../../conditions/facts.ts';
import type { Duration } from '../../platform/duration.ts';

/** Existing records that steps and conditions may refer to, at the time of validation. */
export interface References extends ConditionReferences {
  /** The present moment; left out where files are checked without an account. */
  now?: Date;
  /** The tunables of the settings by name. */
  tunables: ReadonlyMap<string, Duration>;
  /** The webhook endpoints; left out where nothing is known of them. */
  endpoints?: readonly { id: number; key: string; enabled: boolean }[];
  /** The sequences that are off. */
  sequencesOff: ReadonlySet<number>;
  /**
   * The tag that an unknown one most likely means; asked for only `limits.tagSuggestions` steps of
   * a flow.
   */
  nearTag?(tag: string): string | null;
}
