import type { WinnerRule } from '@postroad/core/broadcasts/experiment';
import { skipReasons } from '@postroad/core/queue/hold-reasons';
import type { Fragment } from '../platform/fragment.ts';
import { listOfIds } from '../platform/list-of-ids.ts';
import { readLiveCounts } from '../platform/live-counts.ts';
import type { Tx } from '../platform/transaction.ts';
import { notAttempted } from '../queue/claims.ts';
import type { RestoredWindow } from '../queue/restored.ts';
import type { BroadcastStatus } from './broadcast.ts';

/** A broadcast whose mail is about to be attempted, with its segment as it is now. */
export interface SentBroadcast {
  id: number;
  status: BroadcastStatus;
  segment_id: number | null;
  recheck_segment: boolean | null;
  excluded_segment_ids: number[];
  /** Emails to people above it are not held or given the due times of the present pace yet. */
  adjusted_person_id: number | null;
  segment_definition: unknown;
}

/**
 * Broadcasts whose mail is about to be attempted. The lock prevents a cancellation and a pause until
 * the transaction ends, but does not block queueing.
 */
export async function lockBroadcastsKeyShare(
  { sql }: Tx,
  ids: number[],
): Promise<Map<number, SentBroadcast>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<SentBroadcast[]>`
    select b.id, b.status, b.segment_id, b.recheck_segment, b.excluded_segment_ids,
      b.adjusted_person_id, s.definition as segment_definition
    from broadcasts b left join segments s on s.id = b.segment_id
    where b.id = any(${listOfIds(sql, ids)})
    order by b.id for key share of b`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** Prevents status changes until the transaction ends; queueing may continue. */
export async function lockBroadcasts({ sql }: Tx, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    select from broadcasts where id = any(${ids}::bigint[]) order by id for no key update`;
}

const started = (sql: Tx['sql'], now: Date, defaultPace: number, due: Fragment) => sql`
  status = 'sending', started_at = ${now}, next_due_at = ${due}, recipients = 0,
  booked_times = '[]', last_queued_person_id = 0, adjusted_person_id = null, waiting_recipients = 0,
  experiment_status = case when winner_rule is not null then 'sampling' end, final_person_id = (select max(id) from people), updated_at = ${now},
  effective_emails_per_hour = coalesce(emails_per_hour, ${defaultPace})`;

/**
 * Starts queueing the broadcast, from now on, for the people who exist now. A time for which it was
 * scheduled is no longer its start. The caller holds the row.
 */
export async function startBroadcast({ sql, now }: Tx, id: number, pace: number): Promise<void> {
  const due = sql`${now}::timestamptz`;
  await sql`
    update broadcasts set send_at = null, send_at_local = null, ${started(sql, now, pace, due)}
    where id = ${id}`;
}

/** A part of the work on broadcasts. */
export type BroadcastPart = 'start' | 'fill' | 'clear' | 'adjust' | 'sample' | 'decide' | 'finish';

/** The parts of the work of which there may be some now. */
export async function broadcastWork({ sql, now }: Tx): Promise<Set<BroadcastPart>> {
  const sampling = sql`status = 'sending' and experiment_status = 'sampling'`;
  const rows = await sql<{ part: BroadcastPart }[]>`
    select part from (values
      ('start', exists (select from broadcasts where status = 'scheduled' and send_at <= ${now})),
      ('fill', exists (select from broadcasts
        where status = 'sending' and final_person_id is not null)),
      ('clear', exists (select from broadcasts where queue_cleanup_pending)),
      ('adjust', exists (select from broadcasts where adjusted_person_id is not null)),
      ('sample', exists (select from broadcasts where ${sampling} and decide_at is null)),
      ('decide', exists (select from broadcasts where ${sampling} and decide_at <= ${now})),
      ('finish', exists (select from broadcasts b where ${isOver(sql)}))) as parts (part, found)
    where found`;
  return new Set(rows.map(({ part }) => part));
}

/** Broadcast `b` is queued completely, has no sends left and looks for no winner. */
const isOver = (sql: Tx['sql']) => sql`
  b.status in ('sending', 'paused') and b.final_person_id is null
  and b.experiment_status is distinct from 'sampling' and (
    select s.id from sends s where s.source_kind = 'broadcast' and s.source_id = b.id
    order by s.person_id desc limit 1) is null`;

/**
 * Starts due broadcasts and returns their ids. Each starts once, however many schedulers run. One
 * that was to start in the window of a restore keeps its time, as the lost service started it then.
 */
export async function startDueBroadcasts(
  { sql, now }: Tx,
  { pace, limit, restored }: { pace: number; limit: number; restored: RestoredWindow | null },
): Promise<number[]> {
  const due = sql`
    case when send_at <= ${restored?.until ?? null}::timestamptz then send_at else ${now} end`;
  const rows = await sql<{ id: number }[]>`
    update broadcasts set ${started(sql, now, pace, due)}
    where id = any(array(
      select id from broadcasts where status = 'scheduled' and send_at <= ${now}
      order by send_at, id limit ${limit} for update skip locked))
    returning id`;
  return rows.map(({ id }) => id);
}

/** A broadcast that is being queued. */
export interface FillingBroadcast {
  id: number;
  segment_id: number | null;
  email_id: number;
  variant_email_ids: number[];
  variant_weights: number[];
  winner_rule: WinnerRule | null;
  effective_emails_per_hour: number;
  excluded_broadcast_ids: number[];
  excluded_segment_ids: number[];
  /** Everyone up to this person id was queued or passed over. */
  last_queued_person_id: number;
  /** The last person id of this broadcast. */
  final_person_id: number;
  /** When its next send is due. */
  next_due_at: Date;
}

/**
 * Locks a broadcast until the transaction ends, so that one process queues each part. Returns null
 * if none is free.
 */
export async function lockFilling({ sql }: Tx): Promise<FillingBroadcast | null> {
  const [row] = await sql<FillingBroadcast[]>`
    select id, segment_id, email_id, variant_email_ids, variant_weights, winner_rule,
      effective_emails_per_hour, excluded_broadcast_ids, excluded_segment_ids, last_queued_person_id, final_person_id, next_due_at
    from broadcasts
    where status = 'sending' and final_person_id is not null and adjusted_person_id is null
    order by last_queued_person_id, id limit 1 for no key update skip locked`;
  return row ?? null;
}

/** Stores the progress of queueing. The broadcast is queued completely at `final_person_id`. */
export async function noteFilled(
  { sql }: Tx,
  id: number,
  part: { lastQueuedPersonId: number; queued: number; waiting: number; nextDueAt: Date },
): Promise<void> {
  await sql`
    update broadcasts set last_queued_person_id = ${part.lastQueuedPersonId},
      next_due_at = ${part.nextDueAt}, recipients = recipients + ${part.queued},
      waiting_recipients = waiting_recipients + ${part.waiting},
      final_person_id = case when final_person_id > ${part.lastQueuedPersonId}
        then final_person_id end
    where id = ${id}`;
}

/**
 * Ends broadcasts that are over, paused ones among them, of which nothing is left to resume; returns
 * their ids. Due times mostly rise with person ids, so a remaining send is near the upper end of the
 * index.
 */
export async function finishBroadcasts({ sql, now }: Tx): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    update broadcasts b set status = 'sent', adjusted_person_id = null, finished_at = ${now},
      updated_at = ${now}
    where ${isOver(sql)}
    returning id`;
  return rows.map(({ id }) => id);
}

/** How many emails of each of these broadcasts have not ended, uncertain ones among them. */
export async function queuedOfBroadcasts(
  tx: Tx,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const queued = new Map<number, number>();
  for (const { subject_id, count } of await readLiveCounts(tx, 'broadcast', ids))
    queued.set(subject_id, (queued.get(subject_id) ?? 0) + count);
  return queued;
}

/** The caller holds the row, so no attempt of its mail is starting. */
export async function cancelBroadcast({ sql, now }: Tx, id: number): Promise<void> {
  await sql`
    update broadcasts set status = 'canceled', finished_at = ${now}, updated_at = ${now},
      final_person_id = null, adjusted_person_id = null, queue_cleanup_pending = true,
      experiment_status = case experiment_status when 'sampling' then 'undecided' else experiment_status end
    where id = ${id}`;
}

/** Removes a part of a canceled broadcast from the queue. Returns whether there may be more. */
export async function clearBroadcast(
  { sql, now }: Tx,
  id: number,
  limit: number,
): Promise<boolean> {
  const rows = await sql`
    with gone as (
      delete from sends where id = any(array(
        select id from sends
        where source_kind = 'broadcast' and source_id = ${id}
          and status in ('scheduled', 'holding') and ${notAttempted(sql, sql`id`)}
        limit ${limit} for update))
      returning *),
    logged as (
      insert into send_log (id, person_id, email_id, source_kind, source_id, step_id, run_id,
        status, attempts, reason, due_at, ended_at)
      select id, person_id, email_id, source_kind, source_id, step_id, run_id,
        'canceled', attempts, ${skipReasons.broadcastCanceled}, due_at, ${now}
      from gone)
    select count(*)::bigint as count from gone`;
  const cleared = Number(rows[0]?.count ?? 0);
  if (cleared < limit)
    await sql`update broadcasts set queue_cleanup_pending = false where id = ${id}`;
  return cleared >= limit;
}

/**
 * Locks a canceled broadcast that still has sends, until the transaction ends. Returns null if none
 * is free.
 */
export async function lockClearing({ sql }: Tx): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    select id from broadcasts where queue_cleanup_pending
    order by id limit 1 for no key update skip locked`;
  return row?.id ?? null;
}
