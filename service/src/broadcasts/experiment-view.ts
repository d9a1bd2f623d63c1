import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { after } from '@postroad/core/platform/duration';
import type { BroadcastRow } from '@postroad/store/broadcasts/broadcast';
import type { SendStats } from '@postroad/store/queue/send-stats';
import { finishAt } from './broadcast-pace.ts';
import { momentsOf } from './local-times.ts';

type BroadcastView = OperationOutput<'list_broadcasts'>['broadcasts'][number];

/** The variants of a broadcast, how a winner is found, and what is known of it (EXP-03). */
export function experimentOf(
  row: BroadcastRow,
  statsOf: (id: number, emailId: number) => SendStats,
  queued: number,
): Pick<BroadcastView, 'variants' | 'winner' | 'experiment'> {
  const variants = row.variant_names.map((name, index) => ({
    name,
    email_id: row.variant_email_ids[index] ?? 0,
    weight: row.variant_weights[index] ?? 0,
  }));
  if (variants.length === 0) return { variants: null, winner: null, experiment: null };
  const { winner_low: low, winner_high: high } = row;
  return {
    variants,
    winner: row.winner_rule,
    experiment: {
      status: row.experiment_status,
      winner: row.winner_variant,
      interval: low === null || high === null ? null : [low, high],
      decides_at: row.decide_at?.toISOString() ?? null,
      // People who were erased wait no longer.
      waiting: row.status === 'canceled' ? 0 : Math.min(row.waiting_recipients ?? 0, queued),
      variants: variants.map((one) => ({ ...one, ...statsOf(row.id, one.email_id) })),
    },
  };
}

/**
 * When the last email of a broadcast is due whose sample is being sent or counted; of one at a local
 * time, as if all who wait had the account's zone.
 */
export function sampleEnd(
  { decide_at, winner_rule, waiting_recipients, send_at_local }: BroadcastRow,
  speed: { now: Date; stepMs: number; lastDue: Date; timezone: string },
): Date {
  const { now, stepMs, lastDue, timezone } = speed;
  const sampled = new Date(Math.max(lastDue.getTime(), now.getTime()));
  const decided = decide_at ?? (winner_rule === null ? sampled : after(sampled, winner_rule.after));
  const from = new Date(Math.max(decided.getTime(), now.getTime()));
  const begins =
    send_at_local === null ? from : new Date(momentsOf(send_at_local, timezone, from)(null));
  return finishAt(begins, waiting_recipients ?? 0, stepMs);
}
