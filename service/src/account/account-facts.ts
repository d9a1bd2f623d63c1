import type { ChangedTimes } from '@postroad/core/account/changed-times';
import type { Tunables } from '@postroad/core/account/tunables';
import type { Tx } from '@postroad/store/platform/transaction';
import type { Fact } from '../platform/fact.ts';

/** What the account publishes to other rooms. */
export interface AccountFacts {
  /** The send windows or the time zone have changed. */
  sendTimesChanged: Fact<void>;
  /** Names of the tunables whose values have changed. */
  tunablesChanged: Fact<readonly string[]>;
}

/**
 * What other values of tunables do to the people who wait by them, in flows that this room does not
 * know.
 */
export type TunableTimes = (
  tx: Tx,
  tunables: { before: Tunables; after: Tunables },
) => Promise<ChangedTimes | undefined>;
