import { shownSendAt } from '@postroad/core/broadcasts/send-at';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { notFound } from '@postroad/core/platform/refusal';
import { readProfile } from '@postroad/store/account/profile';
import { type BroadcastRow, findBroadcast } from '@postroad/store/broadcasts/broadcast';
import { queuedOfBroadcasts } from '@postroad/store/broadcasts/broadcast-queue';
import { lastDueOfBroadcasts } from '@postroad/store/broadcasts/last-due';
import type { Tx } from '@postroad/store/platform/transaction';
import { broadcastEmailStats, broadcastStats } from '@postroad/store/queue/kept-stats';
import type { SendStats } from '@postroad/store/queue/send-stats';
import { finishAt, gapOf, type SpeedDeps, stepMs } from './broadcast-pace.ts';
import { experimentOf, sampleEnd } from './experiment-view.ts';
import { whichRecheck } from './recheck-segment.ts';

type BroadcastView = OperationOutput<'list_broadcasts'>['broadcasts'][number];

/**
 * How far a broadcast is (BC-06). `waiting` is what is left in the queue. The end is when the last email
 * is due, `lastDue` of those that have their time; while due times are being set, it follows from how
 * many there are.
 */
function progressOf(
  row: BroadcastRow,
  { sent, failed, skipped }: SendStats,
  { waiting, lastDue }: { waiting: number; lastDue: Date | undefined },
  { now, gapMs, timezone }: { now: Date; gapMs: number; timezone: string },
): NonNullable<BroadcastView['progress']> {
  const { status, recipients, effective_emails_per_hour: pace, next_due_at: nextDue } = row;
  const remaining = status === 'canceled' ? 0 : waiting;
  const counts = { queued: recipients ?? 0, sent, failed, skipped, remaining };
  const isEndless = status !== 'sending' || row.final_person_id !== null || remaining === 0;
  if (isEndless || pace === null || nextDue === null)
    return { ...counts, expected_finish_at: null };
  const paced = new Date(nextDue.getTime() - 3_600_000 / pace);
  const due = lastDue !== undefined && lastDue > paced ? lastDue : paced;
  if (row.experiment_status === 'sampling') {
    const step = stepMs(pace, gapMs);
    const end = sampleEnd(row, { now, stepMs: step, lastDue: due, timezone });
    return { ...counts, expected_finish_at: end.toISOString() };
  }
  const slowest = finishAt(now, remaining, gapMs);
  const last =
    row.adjusted_person_id === null ? due : finishAt(now, remaining, stepMs(pace, gapMs));
  const end = new Date(Math.max(last.getTime(), slowest.getTime()));
  return { ...counts, expected_finish_at: end.toISOString() };
}

/** What is counted of broadcasts. */
interface Counted {
  ofEmail: (id: number, emailId: number) => SendStats;
  of: (id: number) => SendStats;
  waiting: ReadonlyMap<number, number>;
}

/** One query for all their stats, one for those of variants, and one for their queue; none reads mails. */
async function countOf(tx: Tx, rows: readonly BroadcastRow[]): Promise<Counted> {
  const begun = rows.filter(({ started_at }) => started_at !== null);
  const ids = begun.map(({ id }) => id);
  const live = begun.filter(({ status }) => status === 'sending' || status === 'paused');
  return {
    of: await broadcastStats(tx, ids),
    ofEmail: await broadcastEmailStats(
      tx,
      begun.filter(({ variant_names }) => variant_names.length > 0).map(({ id }) => id),
    ),
    waiting: await queuedOfBroadcasts(
      tx,
      live.map(({ id }) => id),
    ),
  };
}

/** Broadcasts as every answer shows them. */
export async function broadcastViews(
  tx: Tx,
  deps: SpeedDeps,
  rows: readonly BroadcastRow[],
  known?: Counted,
): Promise<BroadcastView[]> {
  const counted = known ?? (await countOf(tx, rows));
  const { timezone } = await readProfile(tx);
  const speed = { now: tx.now, gapMs: gapOf(deps), timezone };
  const recheck = await whichRecheck(tx, rows);
  // Not of before a change, which may have given the mail other times.
  const sending = rows.filter(({ status }) => status === 'sending').map(({ id }) => id);
  const lastDue = await lastDueOfBroadcasts(tx, sending);
  const inQueue = (id: number) => {
    return { waiting: counted.waiting.get(id) ?? 0, lastDue: lastDue.get(id) };
  };
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
    ...experimentOf(row, counted.ofEmail, inQueue(row.id).waiting),
    emails_per_hour: row.emails_per_hour,
    exclude: {
      broadcast_ids: row.excluded_broadcast_ids,
      segment_ids: row.excluded_segment_ids,
    },
    recheck_segment: recheck.has(row.id),
    send_at: row.send_at && shownSendAt(row.send_at, timezone),
    send_at_local: row.send_at_local,
    recipients: row.recipients,
    progress: row.started_at ? progressOf(row, counted.of(row.id), inQueue(row.id), speed) : null,
    stats: counted.of(row.id),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    revision: row.revision,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }));
}

/** One broadcast in its present state. */
export async function broadcastView(tx: Tx, deps: SpeedDeps, id: number): Promise<BroadcastView> {
  const row = await findBroadcast(tx, id);
  const [view] = row ? await broadcastViews(tx, deps, [row]) : [];
  if (!view) throw notFound('broadcast', id);
  return view;
}

/**
 * Changes a broadcast, and shows it. It is counted before: `change` takes the lock of its row, for which
 * processes wait that commit attempts.
 */
export async function changedView(
  tx: Tx,
  deps: SpeedDeps,
  id: number,
  change: () => Promise<void>,
): Promise<BroadcastView> {
  const before = await findBroadcast(tx, id);
  const counted = before ? await countOf(tx, [before]) : undefined;
  await change();
  const row = await findBroadcast(tx, id);
  const [view] = row ? await broadcastViews(tx, deps, [row], counted) : [];
  if (!view) throw notFound('broadcast', id);
  return view;
}
