import { skipReasons } from '@postroad/core/queue/hold-reasons';
import { listOfIds } from '../platform/list-of-ids.ts';
import type { Tx } from '../platform/transaction.ts';
import type { BroadcastStatus } from './broadcast.ts';

/**
 * The statuses of broadcasts whose mail is about to be attempted. None of them is canceled until the
 * transaction ends; going into the queue is not held up.
 */
export async function lockBroadcastsKeyShare(
  { sql }: Tx,
  ids: number[],
): Promise<Map<number, BroadcastStatus>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: number; status: BroadcastStatus }[]>`
    select id, status from broadcasts where id = any(${listOfIds(sql, ids)})
    order by id for key share`;
  return new Map(rows.map((row) => [row.id, row.status]));
}

/** Their status stays as it is until the transaction ends; they may go on into the queue. */
export async function lockBroadcasts({ sql }: Tx, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    select from broadcasts where id = any(${ids}::bigint[]) order by id for no key update`;
}

const started = (sql: Tx['sql'], now: Date, defaultPace: number) => sql`
  status = 'sending', started_at = ${now}, next_due_at = ${now}, recipients = 0,
  last_queued_person_id = 0, final_person_id = (select max(id) from people), updated_at = ${now},
  effective_emails_per_hour = coalesce(emails_per_hour, ${defaultPace})`;

/** From now on it goes into the queue, to whoever is there now. The caller holds the row. */
export async function startBroadcast({ sql, now }: Tx, id: number, pace: number): Promise<void> {
  await sql`update broadcasts set ${started(sql, now, pace)} where id = ${id}`;
}

/** Starts scheduled ones that are due, each once with any number of schedulers; answers their ids. */
export async function startDueBroadcasts(
  { sql, now }: Tx,
  pace: number,
  limit: number,
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    update broadcasts set ${started(sql, now, pace)}
    where id = any(array(
      select id from broadcasts where status = 'scheduled' and send_at <= ${now}
      order by send_at, id limit ${limit} for update skip locked))
    returning id`;
  return rows.map(({ id }) => id);
}

/** One that is going into the queue. */
export interface FillingBroadcast {
  id: number;
  segment_id: number | null;
  email_id: number;
  effective_emails_per_hour: number;
  /** People were queued, or passed over, up to this one. */
  last_queued_person_id: number;
  /** And will be up to this one. */
  final_person_id: number;
  /** When the next of them is due. */
  next_due_at: Date;
}

/** Held until the transaction ends, so that each part is queued by one process; null where none is free. */
export async function lockFilling({ sql }: Tx): Promise<FillingBroadcast | null> {
  const [row] = await sql<FillingBroadcast[]>`
    select id, segment_id, email_id, effective_emails_per_hour, last_queued_person_id,
      final_person_id, next_due_at
    from broadcasts where status = 'sending' and final_person_id is not null
    order by last_queued_person_id, id limit 1 for no key update skip locked`;
  return row ?? null;
}

/** The id up to which `size` people lie after `after`, `through` at most. */
export async function endOfPart(
  { sql }: Tx,
  { after, through, size }: { after: number; through: number; size: number },
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    select id from people where id > ${after} and id <= ${through}
    order by id offset ${size - 1}::bigint limit 1`;
  return row?.id ?? through;
}

/** Notes how far it has come; all of it is queued once it has come to the end. */
export async function noteFilled(
  { sql }: Tx,
  id: number,
  part: { lastQueuedPersonId: number; queued: number; nextDueAt: Date },
): Promise<void> {
  await sql`
    update broadcasts set last_queued_person_id = ${part.lastQueuedPersonId},
      next_due_at = ${part.nextDueAt}, recipients = recipients + ${part.queued},
      final_person_id = case when final_person_id > ${part.lastQueuedPersonId}
        then final_person_id end
    where id = ${id}`;
}

/**
 * Ends those that are queued to the last and of which nothing is left; answers their ids. Due times
 * rise with the ids of people, so that what is left of one is found at the upper end of its index.
 */
export async function finishBroadcasts({ sql, now }: Tx): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    update broadcasts b set status = 'sent', finished_at = ${now}, updated_at = ${now}
    where b.status = 'sending' and b.final_person_id is null and (
      select s.id from sends s where s.source_kind = 'broadcast' and s.source_id = b.id
      order by s.person_id desc limit 1) is null
    returning id`;
  return rows.map(({ id }) => id);
}

/** The caller holds the row, so that no mail of it is attempted any more. */
export async function cancelBroadcast({ sql, now }: Tx, id: number): Promise<void> {
  await sql`
    update broadcasts set status = 'canceled', finished_at = ${now}, updated_at = ${now},
      final_person_id = null, queue_cleanup_pending = true
    where id = ${id}`;
}

/** Takes a part of a canceled broadcast out of the queue; answers whether there may be more. */
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
          and status in ('scheduled', 'claimed', 'holding')
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

/** A canceled one of which some is left, held until the transaction ends; null where none is free. */
export async function lockClearing({ sql }: Tx): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    select id from broadcasts where queue_cleanup_pending
    order by id limit 1 for no key update skip locked`;
  return row?.id ?? null;
}
