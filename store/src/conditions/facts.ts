import { activeStatuses } from '@postroad/core/billing/status';
import type { Match } from '@postroad/core/conditions/match';
import { limits } from '@postroad/core/platform/limits';
import type { Code } from '../platform/codes.ts';
import { endedMail } from '../platform/ended-mail.ts';
import type { Tx } from '../platform/transaction.ts';
import { withoutPrepare } from '../platform/unprepared.ts';
import { matchSql } from './match-sql.ts';

/** The last time something happened, for each person it happened to. */
export interface LastTime {
  person_id: number;
  /** The subject of the question: an event name, the id of an email or sequence, or a key. */
  about: string | number;
  at: Date;
}

/** People and the subject asked about each, as two lists of equal length. */
export interface Asked<About> {
  people: number[];
  about: About[];
}

/** Last events by name. Each is the end of a range in the index by person, type and time. */
export async function lastEvents({ sql }: Tx, asked: Asked<string>): Promise<LastTime[]> {
  return await sql<LastTime[]>`
    select a.person_id, a.about, last.at
    from unnest(${asked.people}::bigint[], ${asked.about}::text[]) as a (person_id, about)
    join event_types t on t.name = a.about
    cross join lateral (
      select e.occurred_at as at from events e
      where e.person_id = a.person_id and e.type_id = t.id
      order by e.occurred_at desc limit 1
    ) last`;
}

/** Last events with one name whose details satisfy a match, optionally after `since`. */
export async function lastMatchingEvents(
  { sql }: Tx,
  people: number[],
  event: { name: string; match: Match; since: Date | null },
): Promise<{ person_id: number; at: Date }[]> {
  return await withoutPrepare(sql<{ person_id: number; at: Date }[]>`
    select a.person_id, last.at
    from unnest(${people}::bigint[]) as a (person_id)
    join event_types t on t.name = ${event.name}
    cross join lateral (
      select e.occurred_at as at from events e
      where e.person_id = a.person_id and e.type_id = t.id
        ${event.since === null ? sql`` : sql`and e.occurred_at > ${event.since}`}
        and ${matchSql(sql, event.match, sql`e.details`)}
      order by e.occurred_at desc limit 1
    ) last`);
}

/** How many events with one name each person has, optionally after `since` and with matching details. */
export async function countEvents(
  { sql }: Tx,
  people: number[],
  event: { name: string; match: Match | null; since: Date | null },
): Promise<{ person_id: number; count: number }[]> {
  return await withoutPrepare(sql<{ person_id: number; count: number }[]>`
    select a.person_id, counted.count
    from unnest(${people}::bigint[]) as a (person_id)
    join event_types t on t.name = ${event.name}
    cross join lateral (
      select count(*) as count from (
        select from events e
        where e.person_id = a.person_id and e.type_id = t.id
          ${event.since === null ? sql`` : sql`and e.occurred_at > ${event.since}`}
          ${event.match === null ? sql`` : sql`and ${matchSql(sql, event.match, sql`e.details`)}`}
        limit ${limits.eventCountMax + 1}
      ) found
    ) counted`);
}

/** Kinds of the newest entries in the ledger of consent, by purpose. */
export async function lastConsents(
  { sql }: Tx,
  asked: Asked<string>,
): Promise<{ person_id: number; about: string; kind: string }[]> {
  return await sql<{ person_id: number; about: string; kind: string }[]>`
    select a.person_id, a.about, last.kind
    from unnest(${asked.people}::bigint[], ${asked.about}::text[]) as a (person_id, about)
    cross join lateral (
      select c.kind from consents c where c.person_id = a.person_id and c.purpose = a.about
      order by c.happened_at desc, c.id desc limit 1
    ) last`;
}

/** Last sent emails by id, or of any email for id 0; tests do not count. */
export async function lastReceived({ sql }: Tx, asked: Asked<number>): Promise<LastTime[]> {
  return await sql<LastTime[]>`
    select a.person_id, a.about, last.at
    from unnest(${asked.people}::bigint[], ${asked.about}::bigint[]) as a (person_id, about)
    cross join lateral (
      select s.ended_at as at from ${endedMail(sql)} s
      where s.person_id = a.person_id and s.status = 'sent' and s.source_kind <> 'test'
        and (a.about = 0 or s.email_id = a.about)
      order by s.ended_at desc limit 1
    ) last`;
}

/** Number of emails sent after an instant, tests excluded. Leaves out people without any. */
export async function countReceived(
  { sql }: Tx,
  people: number[],
  since: Date,
): Promise<{ person_id: number; count: number }[]> {
  return await sql<{ person_id: number; count: number }[]>`
    select s.person_id, count(*)::bigint as count from ${endedMail(sql)} s
    where s.person_id = any(${people}::bigint[]) and s.status = 'sent' and s.source_kind <> 'test'
      and s.ended_at > ${since}
    group by s.person_id`;
}

/** Last opens or clicks of an email, or of any email for id 0. */
export async function lastEngagements(
  { sql }: Tx,
  act: Code<'email_engagements.kind'>,
  asked: Asked<number>,
): Promise<LastTime[]> {
  return await sql<LastTime[]>`
    select a.person_id, a.about, last.at
    from unnest(${asked.people}::bigint[], ${asked.about}::bigint[]) as a (person_id, about)
    cross join lateral (
      select max(g.last_at) as at from email_engagements g
      where g.person_id = a.person_id and g.kind = ${act}
        and (a.about = 0 or g.email_id = a.about)
    ) last
    where last.at is not null`;
}

/** Last starts of sequences, or last times that a person reached their end. */
export async function lastSequenceRuns(
  { sql }: Tx,
  moment: 'started' | 'finished',
  asked: Asked<number>,
): Promise<LastTime[]> {
  const at = moment === 'started' ? sql`r.started_at` : sql`r.finished_at`;
  return await sql<LastTime[]>`
    select a.person_id, a.about, last.at
    from unnest(${asked.people}::bigint[], ${asked.about}::bigint[]) as a (person_id, about)
    cross join lateral (
      select max(${at}) as at from sequence_runs r
      where r.person_id = a.person_id and r.sequence_id = a.about
    ) last
    where last.at is not null`;
}

/** Last completions of flows, by key. */
export async function lastCompletions({ sql }: Tx, asked: Asked<string>): Promise<LastTime[]> {
  return await sql<LastTime[]>`
    select a.person_id, a.about, max(coalesce(r.ended_at, r.started_at)) as at
    from unnest(${asked.people}::bigint[], ${asked.about}::text[]) as a (person_id, about)
    join flows f on f.key = a.about
    join runs r on r.flow_id = f.id and r.person_id = a.person_id and r.status = 'completed'
    group by a.person_id, a.about`;
}

/** Status of subscriptions by product key: an active one before others, then the newest. */
export async function subscriptionStatuses(
  { sql }: Tx,
  asked: Asked<string>,
): Promise<{ person_id: number; about: string; status: string }[]> {
  return await sql<{ person_id: number; about: string; status: string }[]>`
    select distinct on (a.person_id, a.about) a.person_id, a.about, s.status
    from unnest(${asked.people}::bigint[], ${asked.about}::text[]) as a (person_id, about)
    join products d on d.key = a.about
    join subscriptions s on s.person_id = a.person_id and s.product_id = d.id
    order by a.person_id, a.about, s.status = any(${[...activeStatuses]}::text[]) desc, s.id desc`;
}

/** Last purchases by product key. */
export async function lastPurchases({ sql }: Tx, asked: Asked<string>): Promise<LastTime[]> {
  return await sql<LastTime[]>`
    select a.person_id, a.about, max(b.occurred_at) as at
    from unnest(${asked.people}::bigint[], ${asked.about}::text[]) as a (person_id, about)
    join products d on d.key = a.about
    join payments b on b.person_id = a.person_id and b.product_id = d.id and b.kind = 'purchase'
    group by a.person_id, a.about`;
}

/**
 * Payments and purchases less refunds, in cents (contract §4.4). Leaves out people who never paid.
 */
export async function totalSpends(
  { sql }: Tx,
  people: number[],
): Promise<{ person_id: number; cents: number }[]> {
  return await sql<{ person_id: number; cents: number }[]>`
    select b.person_id,
      sum(case b.kind when 'refund' then -b.amount_cents else b.amount_cents end)::bigint as cents
    from payments b where b.person_id = any(${people}::bigint[])
    group by b.person_id`;
}
