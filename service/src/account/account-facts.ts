import type { Fact } from '../platform/fact.ts';

/** What the account publishes to other rooms. */
export interface AccountFacts {
  /** The send windows or the time zone have changed. */
  sendTimesChanged: Fact<void>;
  /** Names of the tunables whose values have changed. */
  tunablesChanged: Fact<readonly string[]>;
}
