import { decide } from '@postroad/core/broadcasts/experiment';
import { after } from '@postroad/core/platform/duration';
import { limits } from '@postroad/core/platform/limits';
import {
  lockDeciding,
  lockSampling,
  noteDecideAt,
  sampleSent,
  writeDecision,
} from '@postroad/store/broadcasts/experiment';
import type { Tx } from '@postroad/store/platform/transaction';
import { broadcastEmailStats } from '@postroad/store/queue/kept-stats';

/**
 * Sets the time of the decision once the last email of a sample has gone. A sample of nobody, which a small
 * audience can have, is decided upon at once: there is nothing to wait for.
 */
export async function noteSamples(tx: Tx): Promise<boolean> {
  const sent = await sampleSent(tx, await lockSampling(tx, limits.broadcastsSampling));
  for (const { id, recipients, waiting_recipients, winner_rule } of sent) {
    const isEmpty = recipients === waiting_recipients;
    await noteDecideAt(tx, id, isEmpty ? tx.now : after(tx.now, winner_rule.after));
    tx.work.tellAll([id], { resource: 'broadcasts', action: 'updated' });
  }
  return sent.length > 0;
}

/**
 * Decides which variant the rest of a broadcast gets (EXP-03): once, since the row is locked and the
 * decision written in one transaction.
 */
export async function decideOne(tx: Tx): Promise<boolean> {
  const broadcast = await lockDeciding(tx);
  if (broadcast === null || broadcast.winner_rule === null) return false;
  const { id, variant_names: names, variant_email_ids: emails, winner_rule: rule } = broadcast;
  const statsOf = await broadcastEmailStats(tx, [id]);
  const counts = names.map((name, index) => {
    const stats = statsOf(id, emails[index] ?? 0);
    return { name, sent: stats.sent, reached: stats[rule.metric] };
  });
  await writeDecision(tx, id, decide(counts));
  tx.work.wake('broadcasts');
  tx.work.tellAll([id], { resource: 'broadcasts', action: 'updated' });
  return true;
}
