import type { OperationInput, OperationOutput } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import { cancelBroadcast, clearBroadcast } from '@postroad/store/broadcasts/broadcast-queue';
import type { TransactionOptions, Tx } from '@postroad/store/platform/transaction';
import { sendsFrom } from '@postroad/store/queue/in-flight-sends';
import { retriedTransaction } from '../platform/retried-transaction.ts';
import type { TransactionDeps } from '../platform/transaction-deps.ts';
import type { SpeedDeps } from './broadcast-pace.ts';
import { broadcastView, changedView } from './broadcast-view.ts';
import { broadcastIn, unended } from './find-broadcast.ts';

/**
 * Cancels a broadcast and removes its queued mail (BCAST-17). No attempt begins after the commit.
 * Earlier attempts are awaited for some time, so that nothing is handed over after the answer.
 */
export async function cancelNow(
  { broadcast_id: id }: OperationInput<'cancel_broadcast'>,
  deps: TransactionDeps & SpeedDeps,
  dryRun: boolean,
): Promise<OperationOutput<'cancel_broadcast'>> {
  const within = <T>(body: (tx: Tx) => Promise<T>, mode: TransactionOptions = {}) =>
    retriedTransaction(deps.database, { testClock: deps.config.testClock, ...mode }, body);
  const broadcast = await within(
    (tx) =>
      changedView(tx, deps, id, async () => {
        const { started_at } = await broadcastIn(tx, id, unended, 'canceled');
        if (started_at !== null) tx.work.block(sendsFrom({ kind: 'broadcast', id }));
        await cancelBroadcast(tx, id);
        await clearPart(tx, id);
      }),
    { rollback: dryRun },
  );
  if (dryRun || broadcast.started_at === null) return { broadcast };
  // Mail that could not be delivered yet has returned to the queue meanwhile.
  return await within(async (tx) => {
    await clearPart(tx, id);
    return { broadcast: await broadcastView(tx, deps, id) };
  });
}

async function clearPart(tx: Tx, id: number): Promise<void> {
  if (await clearBroadcast(tx, id, limits.broadcastCancelSends)) tx.work.wake('broadcasts');
}
