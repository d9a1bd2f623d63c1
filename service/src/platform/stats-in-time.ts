import { limits } from '@postroad/core/platform/limits';
import type { Tx } from '@postroad/store/platform/transaction';
import { TookTooLong, withinTime } from '@postroad/store/platform/within-time';

/**
 * The result of `count`, or null if it took too long. The embedded database cannot end a statement,
 * so it takes the time it needs.
 */
export async function statsInTime<Stats>(
  tx: Tx,
  count: () => Promise<Stats>,
): Promise<Stats | null> {
  try {
    return await withinTime(tx, limits.statsMs, count);
  } catch (error) {
    if (error instanceof TookTooLong) return null;
    throw error;
  }
}
