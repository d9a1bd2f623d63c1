import { skipReasons } from '@postroad/core/queue/hold-reasons';
import type { SourceKind } from '../platform/codes.ts';
import type { Statement, Tx } from '../platform/transaction.ts';
import { uncountFailed } from './figures.ts';

/** A filter for failed or uncertain mail; a null member does not filter. */
export interface ResendFilter {
  id: number | null;
  emailId: number | null;
  personId: number | null;
  sourceKind: SourceKind | null;
  /** Whether to include tests if no source is given. */
  tests: boolean;
  sourceId: number | null;
  /** Part of the error or reason, in any case. */
  reason: string | null;
  since: Date | null;
}

/**
 * Why a mail is not sent again: the person is suppressed, the email is archived, or the source no
 * longer exists; of a flow also its run or event, of which the mail is made, and of a message its words.
 */
export type LeftOut = 'suppressed' | 'archived' | 'gone';

export interface ResendCandidate {
  id: number;
  person_id: number;
  source_kind: SourceKind;
  source_id: number | null;
}

/**
 * Matches a mail `s` in the log, or in the queue with `live`. Mail of erased people never matches.
 */
function matches(sql: Tx['sql'], filter: ResendFilter, live: boolean) {
  const reason = live ? sql`s.last_error` : sql`s.reason`;
  const at = live ? sql`s.due_at` : sql`s.ended_at`;
  const { id, emailId, personId, sourceId, since, tests } = filter;
  const when = (wanted: boolean, part: Statement) => (wanted ? sql`and ${part}` : sql``);
  return sql`
    s.status = ${live ? sql`'uncertain'` : sql`'failed'`} and s.person_id is not null
      ${when(id !== null, sql`s.id = ${id}::bigint`)}
      ${when(emailId !== null, sql`s.email_id = ${emailId}::bigint`)}
      ${when(personId !== null, sql`s.person_id = ${personId}::bigint`)}
      ${when(filter.sourceKind !== null, sql`s.source_kind = ${filter.sourceKind}`)}
      ${when(filter.sourceKind === null && !tests, sql`s.source_kind <> 'test'`)}
      ${when(sourceId !== null, sql`s.source_id = ${sourceId}::bigint`)}
      ${when(since !== null, sql`${at} >= ${since}`)}
      ${when(filter.reason !== null, sql`strpos(lower(${reason}), lower(${filter.reason}::text)) > 0`)}`;
}

/** Whether a mail `s` goes to people who unsubscribed too (MSG-03). */
export const isTransactional = (sql: Tx['sql']) => sql`
  (s.source_kind in ('flow', 'message') and (s.email_id is null or exists (
    select from emails e where e.id = s.email_id and e.kind = 'transactional')))`;

/** Why a mail `s` is left out; null if it can be sent again. */
const leftOut = (sql: Tx['sql']) => sql`
  case
    when not exists (
      select from people p where p.id = s.person_id
        and (p.unsubscribed_at is null or ${isTransactional(sql)})
        and p.hard_bounced_at is null and p.complained_at is null) then 'suppressed'
    when exists (select from emails e where e.id = s.email_id and e.archived_at is not null)
      then 'archived'
    when case s.source_kind
      when 'flow' then not exists (select from flows f where f.id = s.source_id)
        or s.run_id is not null and not exists (
          select from runs r where r.id = s.run_id and (r.event_id is null
            or exists (select from events e where e.id = r.event_id)))
      when 'sequence' then not exists (
        select from sequence_steps q where q.id = s.step_id and q.sequence_id = s.source_id)
      when 'broadcast' then not exists (
        select from broadcasts b where b.id = s.source_id and b.status <> 'canceled')
      when 'message' then not exists (
        select from messages m where m.send_id = s.id and m.forgotten_at is null)
      else false end then 'gone'
  end`;

/** Which mail is meant: what failed, what may have arrived already, or both. */
export interface Resendable {
  failed: boolean;
  uncertain: boolean;
  limit: number;
}

/**
 * Counts matching mail, of the oldest `limit`: mail to send again, and mail left out for each
 * reason.
 */
export async function countResendable(
  { sql }: Tx,
  filter: ResendFilter,
  { failed, uncertain, limit }: Resendable,
): Promise<{ matching: number } & Record<LeftOut, number>> {
  const rows = await sql<{ why: LeftOut | null; count: number }[]>`
    select why, count(*)::bigint as count from (
      (select ${leftOut(sql)} as why from send_log s where ${failed ? matches(sql, filter, false) : sql`false`}
        order by s.ended_at, s.id limit ${limit})
      union all
      (select ${leftOut(sql)} from sends s where ${uncertain ? matches(sql, filter, true) : sql`false`}
        order by s.id limit ${limit})) found
    group by why`;
  const count = (why: LeftOut | null) => rows.find((row) => row.why === why)?.count ?? 0;
  return {
    matching: count(null),
    suppressed: count('suppressed'),
    archived: count('archived'),
    gone: count('gone'),
  };
}

/** The oldest mail that can be sent again, failed mail first. Nothing is locked yet. */
export async function listResendable(
  { sql }: Tx,
  filter: ResendFilter,
  which: Resendable,
): Promise<{ failed: ResendCandidate[]; uncertain: ResendCandidate[] }> {
  const columns = sql`s.id, s.person_id, s.source_kind, s.source_id`;
  const failed = which.failed
    ? await sql<ResendCandidate[]>`
        select ${columns} from send_log s
        where ${matches(sql, filter, false)} and ${leftOut(sql)} is null
        order by s.ended_at, s.id limit ${which.limit}`
    : [];
  const left = which.limit - failed.length;
  if (!which.uncertain || left === 0) return { failed, uncertain: [] };
  const doubted = await sql<ResendCandidate[]>`
    select ${columns} from sends s
    where ${matches(sql, filter, true)} and ${leftOut(sql)} is null order by s.id limit ${left}`;
  return { failed, uncertain: doubted };
}

/**
 * Puts failed mail back into the queue under its id, with a fresh set of attempts; returns how
 * much. Mail of a broadcast keeps the broadcast's pace, after everything it has queued. The caller
 * holds the sources and the people.
 */
export async function requeueFailed(tx: Tx, asked: number[]): Promise<number> {
  const { sql, now } = tx;
  if (asked.length === 0) return 0;
  const locked = await sql<{ id: number }[]>`
    select s.id from send_log s
    where s.id = any(${asked}::bigint[]) and s.status = 'failed' and ${leftOut(sql)} is null
    order by s.id for update of s`;
  const ids = locked.map(({ id }) => id);
  await uncountFailed(tx, ids);
  const rows = await sql`
    with back as (
      delete from send_log s where s.id = any(${ids}::bigint[]) returning s.*
    ), paced as (
      select back.id, b.id as broadcast_id, 3600000 / b.effective_emails_per_hour::float8 as step_ms,
        greatest(b.next_due_at, ${now}::timestamptz) as base,
        row_number() over (partition by b.id order by back.person_id) - 1 as place
      from back join broadcasts b on back.source_kind = 'broadcast' and b.id = back.source_id
    ), resumed as (
      update broadcasts b set finished_at = null, updated_at = ${now},
        status = case b.status when 'paused' then 'paused' else 'sending' end,
        next_due_at = p.base + (p.place + 1) * p.step_ms * interval '1 millisecond'
      from (select distinct on (broadcast_id) * from paced order by broadcast_id, place desc) p
      where b.id = p.broadcast_id
    )
    insert into sends (id, person_id, email_id, source_kind, source_id, step_id, run_id, event_id,
      status, due_at, last_error, created_at)
    overriding system value
    select back.id, back.person_id, back.email_id, back.source_kind, back.source_id, back.step_id,
      back.run_id, (select r.event_id from runs r where r.id = back.run_id), 'scheduled',
      coalesce(p.base + p.place * p.step_ms * interval '1 millisecond', ${now}::timestamptz),
      back.reason, ${now}
    from back left join paced p on p.id = back.id
    returning 1`;
  return rows.length;
}

/** Makes uncertain mail due again, so people may receive it twice; returns how much. */
export async function requeueUncertain({ sql, now }: Tx, ids: number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await sql`
    update sends s set status = 'scheduled', lease_token = null, due_at = ${now}
    where s.id = any(${ids}::bigint[]) and s.status = 'uncertain'
      and ${leftOut(sql)} is null
    returning 1`;
  return rows.length;
}

/** Ends uncertain mail that matches, oldest first, without sending it; returns how much. */
export async function dismissUncertain(
  { sql, now }: Tx,
  filter: ResendFilter,
  limit: number,
): Promise<number> {
  const rows = await sql`
    with dismissed as (
      delete from sends where id = any(array(
        select s.id from sends s where ${matches(sql, filter, true)}
        order by s.id limit ${limit} for update))
      returning *)
    insert into send_log (id, person_id, email_id, source_kind, source_id, step_id, run_id, status,
      attempts, reason, due_at, ended_at)
    select id, person_id, email_id, source_kind, source_id, step_id, run_id,
      'canceled', attempts, ${skipReasons.dismissed}, due_at, ${now} from dismissed
    returning 1`;
  return rows.length;
}

/** Counts matching uncertain mail. */
export async function countUncertain({ sql }: Tx, filter: ResendFilter): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::bigint as count from sends s where ${matches(sql, filter, true)}`;
  return row.count;
}
