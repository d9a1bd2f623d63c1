import type { Code } from '../platform/codes.ts';
import type { Tx } from '../platform/transaction.ts';

/** A mail that was opened or clicked. */
export interface TrackedSend {
  id: number;
  person_id: number;
  email_id: number;
  source_kind: Code<'sends.source_kind'>;
  source_id: number | null;
  /** Null while its acceptance is unknown. */
  sent_at: Date | null;
}

/** One stored request; `number` counts those of its mail from 0. */
export interface HitRow {
  send_id: number;
  number: number;
  kind: Code<'tracking_hits.kind'>;
  link: number | null;
  /** The link as the author wrote it: a row of email_links, and the index in it. */
  link_set: number | null;
  link_number: number | null;
  occurred_at: Date;
  head: boolean;
  prefetch: boolean;
  provider: string | null;
  user_agent: string | null;
  /** Only `human` counts. */
  verdict: Code<'tracking_hits.verdict'>;
}

/**
 * The mails among `ids` whose person still exists, without tests, and without mails whose hits are gone
 * after retention.hits_days: another hit would count them again.
 */
export async function findTrackedSends({ sql }: Tx, ids: number[]): Promise<TrackedSend[]> {
  return await sql<TrackedSend[]>`
    select s.id, s.person_id, s.email_id, s.source_kind, s.source_id, case s.status when 'sent' then s.ended_at end as sent_at
    from send_log s, engine_state e
    where s.id = any(${ids}::bigint[]) and s.person_id is not null and s.source_kind <> 'test'
      and coalesce((s.ended_at, s.id) > (e.hits_forgotten_at, e.hits_forgotten_send_id), true)
    union all
    select id, person_id, email_id, source_kind, source_id, null from sends
    where id = any(${ids}::bigint[]) and source_kind <> 'test'`;
}

export async function readHits({ sql }: Tx, sendIds: number[]): Promise<HitRow[]> {
  return await sql<HitRow[]>`
    select send_id, number::int as number, kind, link, link_set, link_number, occurred_at, head, prefetch, provider,
      user_agent, verdict
    from tracking_hits where send_id = any(${sendIds}::bigint[]) order by send_id, number`;
}

/** Inserts hits and overwrites those with the same number. */
export async function writeHits({ sql }: Tx, hits: readonly HitRow[]): Promise<void> {
  if (hits.length === 0) return;
  await sql`
    insert into tracking_hits (send_id, number, kind, link, link_set, link_number, occurred_at, head,
      prefetch, provider, user_agent, verdict)
    select send_id, number, kind, link, link_set, link_number, occurred_at, head = 1, prefetch = 1,
      provider, user_agent, verdict
    from unnest(
      ${hits.map((hit) => hit.send_id)}::bigint[],
      ${hits.map((hit) => hit.number)}::int[],
      ${hits.map((hit) => hit.kind)}::text[],
      ${hits.map((hit) => hit.link)}::bigint[],
      ${hits.map((hit) => hit.link_set)}::bigint[],
      ${hits.map((hit) => hit.link_number)}::int[],
      ${hits.map((hit) => hit.occurred_at.toISOString())}::timestamptz[],
      ${hits.map((hit) => Number(hit.head))}::int[],
      ${hits.map((hit) => Number(hit.prefetch))}::int[],
      ${hits.map((hit) => hit.provider)}::text[],
      ${hits.map((hit) => hit.user_agent)}::text[],
      ${hits.map((hit) => hit.verdict)}::text[]
    ) as h (send_id, number, kind, link, link_set, link_number, occurred_at, head, prefetch, provider,
      user_agent, verdict)
    on conflict (send_id, number) do update
    set kind = excluded.kind, link = excluded.link, link_set = excluded.link_set,
      link_number = excluded.link_number,
      occurred_at = excluded.occurred_at, head = excluded.head, prefetch = excluded.prefetch, provider = excluded.provider, user_agent = excluded.user_agent,
      verdict = excluded.verdict`;
}

/**
 * Recomputes the engagement of these people with these emails from every human request. The caller
 * has locked the people. Returns the people with changes, once per change.
 */
export async function recountEngagements(
  { sql }: Tx,
  pairs: readonly { person_id: number; email_id: number }[],
): Promise<number[]> {
  if (pairs.length === 0) return [];
  const rows = await sql<{ person_id: number }[]>`
    with pairs as materialized (
      select distinct person_id, email_id from unnest(
        ${pairs.map((pair) => pair.person_id)}::bigint[],
        ${pairs.map((pair) => pair.email_id)}::bigint[]
      ) as p (person_id, email_id)
      where exists (select from emails e where e.id = p.email_id)),
    counted as materialized (
      select person_id, email_id, kind, min(first_at) as first_at, max(last_at) as last_at from (
        select p.person_id, p.email_id, h.kind, h.occurred_at as first_at, h.occurred_at as last_at
        from pairs p
        cross join lateral (
          select id from send_log where person_id = p.person_id and email_id = p.email_id
          union all
          select id from sends where person_id = p.person_id and email_id = p.email_id) s
        join tracking_hits h on h.send_id = s.id
        where h.verdict = 'human'
        union all
        select g.person_id, g.email_id, g.kind, g.kept_first_at, g.kept_last_at
        from pairs p join email_engagements g on g.person_id = p.person_id and g.email_id = p.email_id
        where g.kept_first_at is not null) acts
      group by person_id, email_id, kind),
    gone as (
      delete from email_engagements g using pairs p
      where g.person_id = p.person_id and g.email_id = p.email_id and not exists (
        select from counted c
        where c.person_id = g.person_id and c.email_id = g.email_id and c.kind = g.kind)
      returning g.person_id),
    written as (
      insert into email_engagements as g (person_id, email_id, kind, first_at, last_at)
      select person_id, email_id, kind, first_at, last_at from counted
      on conflict (person_id, kind, email_id) do update
      set first_at = excluded.first_at, last_at = excluded.last_at
      where (g.first_at, g.last_at) is distinct from (excluded.first_at, excluded.last_at)
      returning g.person_id)
    select person_id from gone union all select person_id from written`;
  return rows.map(({ person_id }) => person_id);
}

/**
 * Removes the hits of mails; who opened and clicked by them, and when, stays. The caller holds the
 * people of the mails. Answers how many hits are gone.
 */
export async function forgetHits({ sql }: Tx, sendIds: readonly number[]): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    with gone as (
      delete from tracking_hits where send_id = any(${[...sendIds]}::bigint[])
      returning send_id, kind, occurred_at, verdict
    ), acts as (
      select s.person_id, s.email_id, g.kind, min(g.occurred_at) as first_at, max(g.occurred_at) as last_at
      from gone g join send_log s on s.id = g.send_id
      where g.verdict = 'human' and s.person_id is not null group by s.person_id, s.email_id, g.kind
    ), kept as (
      update email_engagements e set kept_first_at = least(e.kept_first_at, a.first_at),
        kept_last_at = greatest(e.kept_last_at, a.last_at)
      from acts a
      where e.person_id = a.person_id and e.email_id = a.email_id and e.kind = a.kind
    )
    select count(*)::bigint as count from gone`;
  return row.count;
}

/** How far hits were judged by the current rules; null if all were. */
export async function readJudging(
  { sql }: Tx,
  rules: number,
): Promise<{ afterSend: number } | null> {
  const [row] = await sql<{ judged_by: number; judged_to: number | null }[]>`
    select verdict_rules_version as judged_by, rejudged_through_send_id as judged_to
    from engine_state`;
  if (!row || row.judged_by > rules) return null;
  if (row.judged_by < rules) return { afterSend: 0 };
  return row.judged_to === null ? null : { afterSend: row.judged_to };
}

/** Stores the progress; null at the end. */
export async function writeJudging({ sql }: Tx, rules: number, to: number | null): Promise<void> {
  await sql`
    update engine_state set verdict_rules_version = ${rules}, rejudged_through_send_id = ${to}`;
}

/** The next mails with hits, in order of id. */
export async function listHitSends(
  { sql }: Tx,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await sql<{ send_id: number }[]>`
    select distinct send_id from (
      select send_id from tracking_hits where send_id > ${after}
      order by send_id limit ${limit}) h order by send_id`;
  return rows.map(({ send_id }) => send_id);
}
