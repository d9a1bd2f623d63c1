import { shownSendAt } from '@postroad/core/broadcasts/send-at';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { notFound } from '@postroad/core/platform/refusal';
import { readProfile } from '@postroad/store/account/profile';
import { type BroadcastRow, findBroadcast } from '@postroad/store/broadcasts/broadcast';
import type { Tx } from '@postroad/store/platform/transaction';
import { sourceStats } from '@postroad/store/queue/send-stats';
import { statsInTime } from '../platform/stats-in-time.ts';
import { whichRecheck } from './recheck-segment.ts';

type BroadcastView = OperationOutput<'list_broadcasts'>['broadcasts'][number];

/** Broadcasts as every answer shows them, with one query for all their stats. */
export async function broadcastViews(
  tx: Tx,
  rows: readonly BroadcastRow[],
): Promise<BroadcastView[]> {
  const begun = rows.filter(({ started_at }) => started_at !== null);
  const ids = begun.map(({ id }) => id);
  const stats = await statsInTime(tx, () => sourceStats(tx, 'broadcast', ids, []));
  const { timezone } = await readProfile(tx);
  const recheck = await whichRecheck(tx, rows);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    status: row.status,
    segment_id: row.segment_id,
    segment:
      row.segment_id === null
        ? null
        : { id: row.segment_id, key: row.segment_key ?? '', name: row.segment_name ?? '' },
    email_source: row.email_source,
    email_id: row.email_id,
    email: { id: row.email_id, title: row.email_title, subject: row.email_subject },
    emails_per_hour: row.emails_per_hour,
    recheck_segment: recheck.has(row.id),
    send_at: row.send_at && shownSendAt(row.send_at, timezone),
    recipients: row.recipients,
    stats: stats?.(row.id, 0) ?? null,
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    revision: row.revision,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }));
}

/** One broadcast in its present state. */
export async function broadcastView(tx: Tx, id: number): Promise<BroadcastView> {
  const row = await findBroadcast(tx, id);
  const [view] = row ? await broadcastViews(tx, [row]) : [];
  if (!view) throw notFound('broadcast', id);
  return view;
}
