import { limits } from '@postroad/core/platform/limits';
import {
  keepPartitionsAhead,
  keepStatistics,
  lockPartitions,
  readPartitionNeeds,
} from '@postroad/store/platform/partitions/ahead';
import { isHeld } from '@postroad/store/platform/partitions/partition';
import { retry } from '@postroad/store/platform/retry';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import type { TransactionDeps } from '../../platform/transaction-deps.ts';

/**
 * Changes partitions in a transaction of its own, and tries again where others use the table. Answers
 * null if they always did; there is time until the next look.
 */
export async function changePartitions<T>(
  { database, config }: TransactionDeps,
  change: (tx: Tx) => Promise<T>,
): Promise<T | null> {
  const often = { tries: limits.partitionTries, pauseMs: limits.partitionPauseMs, after: isHeld };
  try {
    return await retry(often, () => transaction(database, { testClock: config.testClock }, change));
  } catch (error) {
    if (isHeld(error)) return null;
    throw error;
  }
}

/** Keeps two partitions ahead of the ids of each table (PART-02), and the statistics of the whole. */
export async function keepPartitions(deps: TransactionDeps): Promise<void> {
  const { database, config } = deps;
  const looking = { testClock: config.testClock, readOnly: true };
  const { partitions, statistics } = await transaction(database, looking, readPartitionNeeds);
  for (const table of partitions) {
    const step = () =>
      changePartitions(
        deps,
        async (tx) => (await lockPartitions(tx)) && (await keepPartitionsAhead(tx, table)),
      );
    while (await step());
  }
  for (const table of statistics) {
    await changePartitions(deps, async (tx) => {
      if (await lockPartitions(tx)) await keepStatistics(tx, table);
    });
  }
}
