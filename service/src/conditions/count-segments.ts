import { limits } from '@postroad/core/platform/limits';
import { loadAudience } from '@postroad/store/conditions/audience';
import { lockUncounted, writeSegmentCount } from '@postroad/store/conditions/segment-count';
import { transaction } from '@postroad/store/platform/transaction';
import { countWithin } from '../people/audience.ts';
import type { TransactionDeps } from '../platform/transaction-deps.ts';

/**
 * Counts the people of the segment whose count is oldest (COUNT-05), in a transaction of its own.
 * Returns how long that took, in milliseconds; null if no count is old.
 */
async function countOldest({ database, config }: TransactionDeps): Promise<number | null> {
  const mode = { testClock: config.testClock };
  return await transaction(database, mode, async (tx) => {
    const segment = await lockUncounted(tx, limits.segmentCountsEveryMs);
    if (segment === null) return null;
    const audience = await loadAudience(tx, segment.definition);
    const { counted, ms } = await countWithin(tx, { database }, audience, limits.segmentCountMs);
    await writeSegmentCount(tx, segment, counted);
    return ms;
  });
}

/**
 * Counts segments one by one, in an account of any size for a quarter of the time at most: after each
 * it pauses three times as long as that took. Returns whether there may be more at once.
 */
export function segmentCounter(
  deps: TransactionDeps,
  clock: () => number = () => performance.now(),
): () => Promise<boolean> {
  let restsUntil = Number.NEGATIVE_INFINITY;
  return async () => {
    if (clock() < restsUntil) return false;
    const ms = await countOldest(deps);
    if (ms === null) return false;
    // Under the test clock nobody else has work meanwhile.
    if (!deps.config.testClock) restsUntil = clock() + ms * limits.segmentCountsRest;
    return true;
  };
}
