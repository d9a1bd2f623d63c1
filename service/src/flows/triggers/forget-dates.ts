import { limits } from '@postroad/core/platform/limits';
import { dayMs } from '@postroad/core/platform/zone-clock';
import { forgetDateStarts } from '@postroad/store/flows/date-start';
import { transaction } from '@postroad/store/platform/transaction';
import type { TransactionDeps } from '../../platform/transaction-deps.ts';

/** Forgets a portion of the dates that fired long ago; true if there may be more. */
export async function forgetOldDates({ database, config }: TransactionDeps): Promise<boolean> {
  const most = limits.dateStartsForgottenAtOnce;
  return await transaction(database, { testClock: config.testClock }, async (tx) => {
    const before = new Date(tx.now.getTime() - limits.dateStartKeptDays * dayMs);
    return (await forgetDateStarts(tx, before, most)) === most;
  });
}
