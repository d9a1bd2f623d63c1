import { limits } from '@postroad/core/platform/limits';
import type { Tx } from '@postroad/store/platform/transaction';
import { TookTooLong, withinTime } from '@postroad/store/platform/within-time';

/** What `count` answers, or null where it took too long; the embedded database takes its time. */
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
