import type { Fact } from '../platform/fact.ts';

/** What the account tells other rooms. */
export interface AccountFacts {
  /** Send windows or the time zone are others. */
  sendTimesChanged: Fact<void>;
  /** Names of tunables that have another value. */
  tunablesChanged: Fact<readonly string[]>;
}
