import { limits } from '@postroad/core/platform/limits';
import {
  adjustQueue,
  changePace,
  lockAdjusting,
  pauseBroadcast,
  resumeBroadcast,
} from '@postroad/store/broadcasts/adjust-queue';
import type { BroadcastRow } from '@postroad/store/broadcasts/broadcast';
import type { Tx } from '@postroad/store/platform/transaction';
import { sendsFrom } from '@postroad/store/queue/in-flight-sends';
import { giveLocalTimes } from './local-times.ts';

/**
 * Holds the next part of the queued mail of a paused broadcast, or gives that of a sending one due times
 * of its pace. Of `only` this broadcast, or of any. Returns whether it found one.
 */
export async function adjustPart(tx: Tx, only: number | null = null): Promise<boolean> {
  const broadcast = await lockAdjusting(tx, only);
  if (broadcast === null) return false;
  // Time in which no worker ran is not made up for by sending faster.
  const from = new Date(Math.max(broadcast.next_due_at.getTime(), tx.now.getTime()));
  const limit = limits.broadcastAdjustSends;
  const { through, more } = await adjustQueue(tx, broadcast, { from, limit });
  if (broadcast.status === 'sending' && through !== null) {
    const range = { after: broadcast.adjusted_person_id, through };
    await giveLocalTimes(tx, broadcast.id, range, null);
  }
  if (more) tx.work.wake('broadcasts');
  if (broadcast.status === 'sending') tx.work.wake('sends');
  return true;
}

/**
 * Pauses a broadcast, whose row the caller holds (BC-01). No attempt of its mail begins after the commit,
 * and the answer waits for mail that is being handed over. What is queued is held part by part.
 */
export async function pauseNow(tx: Tx, id: number): Promise<void> {
  await pauseBroadcast(tx, id);
  await adjustPart(tx, id);
  tx.work.block(sendsFrom({ kind: 'broadcast', id }));
}

/** Resumes a broadcast, whose row the caller holds, at its pace from now on (BC-02). */
export async function resumeNow(tx: Tx, id: number): Promise<void> {
  await resumeBroadcast(tx, id);
  await adjustPart(tx, id);
  // It may have been paused before all of it was queued, or with nothing left.
  tx.work.wake('broadcasts');
}

/** Gives a broadcast that has begun another pace (BC-05). The caller holds the row. */
export async function paceNow(
  tx: Tx,
  { id, status, effective_emails_per_hour: before }: BroadcastRow,
  pace: number,
): Promise<void> {
  if (pace === before) return;
  await changePace(tx, id, pace);
  if (status === 'sending') await adjustPart(tx, id);
}
