import { advisoryLocks } from '../platform/advisory-locks.ts';
import { endedMail } from '../platform/ended-mail.ts';
import { rangeOfSend } from '../platform/kept-contents.ts';
import type { Tx } from '../platform/transaction.ts';
import { isAttempted } from '../queue/claims.ts';
import { isTransactional } from '../queue/resend.ts';

/** What a frequency cap counts. */
export interface CountedWindow {
  /** The label of the emails; null for all. */
  label: string | null;
  /** Mail at this moment counts no longer. */
  after: Date;
  /** The number of times that are read of a person. */
  most: number;
}

/** When a mail went to a person that a window counts. */
export interface CountedMail {
  person_id: number;
  /** The place of the window in the list. */
  window: number;
  at: Date;
}

/**
 * Makes other transactions that count mail of these people wait until this one ends (CAP-04). The
 * statement after this one sees all attempts that they begin.
 */
export async function lockCountedPeople({ sql }: Tx, people: readonly number[]): Promise<void> {
  // In one order everywhere, so that no two wait for each other.
  await sql`
    select pg_advisory_xact_lock(${advisoryLocks.cappedPeople}::int, mark) from (
      select distinct hashint8(id) as mark from unnest(${[...people]}::bigint[]) as p (id)
      order by mark) sorted`;
}

/**
 * The newest mails of each person in each window, the newest first: what was sent, what is uncertain,
 * by when it was handed over, or was due where the account keeps nothing of it, and what is being
 * handed over, as if it went now. Tests and transactional mail do not count (CAP-02).
 */
export async function countedMail(
  { sql, now }: Tx,
  people: readonly number[],
  windows: readonly CountedWindow[],
): Promise<CountedMail[]> {
  const since = new Date(Math.min(...windows.map(({ after }) => after.getTime())));
  const ids = sql`any(${[...people]}::bigint[])`;
  return await sql<CountedMail[]>`
    with mail as (
      select e.person_id, e.email_id, e.source_kind, e.ended_at as at from ${endedMail(sql)} e
      where e.person_id = ${ids} and e.status = 'sent' and e.source_kind <> 'test'
        and e.ended_at > ${since}
      union all
      select q.person_id, q.email_id, q.source_kind,
        case q.status when 'uncertain' then coalesce((
          select max(c.made_at) from send_contents c
          where c.send_range = ${rangeOfSend(sql, sql`q.id`)} and q.id = any(c.send_ids)), q.due_at)
        else ${now}::timestamptz end
      from sends q
      where q.person_id = ${ids} and q.source_kind <> 'test'
        and (q.status = 'uncertain' or ${isAttempted(sql, sql`q.id`)})
    ), counted as (
      select s.person_id, s.at, l.labels from mail s left join emails l on l.id = s.email_id
      where not ${isTransactional(sql)}
    )
    select person_id, "window", at from (
      select c.person_id, w.place::int - 1 as "window", w.most, c.at,
        row_number() over (partition by c.person_id, w.place order by c.at desc) as nth
      from counted c join unnest(
        ${windows.map(({ label }) => label ?? '')}::text[],
        ${windows.map(({ after }) => after.toISOString())}::timestamptz[],
        ${windows.map(({ most }) => most)}::int[]
      ) with ordinality as w (label, after_at, most, place)
        on c.at > w.after_at and (w.label = '' or w.label = any(c.labels))) placed
    where nth <= most
    order by person_id, "window", at desc`;
}
