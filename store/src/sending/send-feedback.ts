import type { Code } from '../platform/codes.ts';
import type { Tx } from '../platform/transaction.ts';
import { countEnded, countFacts, type MailFact } from '../queue/figures.ts';
import { enqueueSequenceWork } from '../queue/send.ts';

/** A mail, queued or ended, with its recipient. */
export interface SentTo {
  id: number;
  /** Null if the person was erased. */
  person_id: number | null;
  email_id: number;
  source_kind: Code<'sends.source_kind'>;
  source_id: number | null;
  /** Whether it is still unknown whether the provider accepted it. */
  uncertain: boolean;
}

export interface NewFeedback {
  send_id: number;
  kind: Code<'send_feedback.kind'>;
  provider: string;
  occurred_at: Date;
  details: Readonly<Record<string, string>>;
}

/**
 * Returns false if this webhook was already received. Two identical ones at the same time wait for
 * each other.
 */
export async function takeReceipt(
  { sql, now }: Tx,
  provider: string,
  key: string,
): Promise<boolean> {
  const rows = await sql`
    insert into webhook_receipts (provider, key, received_at) values (${provider}, ${key}, ${now})
    on conflict do nothing returning 1`;
  return rows.length === 1;
}

/** Deletes a bounded number of expired receipts, which keeps a tick short. */
export async function forgetWebhooks({ sql }: Tx, before: Date): Promise<void> {
  await sql`
    delete from webhook_receipts where (provider, key) in (
      select provider, key from webhook_receipts where received_at < ${before} limit 10000)`;
}

/** The existing sends among `ids`, in the queue or in the log. */
export async function findSentTo({ sql }: Tx, ids: number[]): Promise<Map<number, SentTo>> {
  const rows = await sql<SentTo[]>`
    select id, person_id, email_id, source_kind, source_id, false as uncertain from send_log
    where id = any(${ids}::bigint[])
    union all
    select id, person_id, email_id, source_kind, source_id, status = 'uncertain' as uncertain from sends
    where id = any(${ids}::bigint[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** Somebody who gets a copy of a message. */
export interface CopyReader {
  send_id: number;
  address: string;
  /** Null if nobody here has the address. */
  person_id: number | null;
}

/** Who gets copies of these messages, as far as they are kept. */
export async function findCopyReaders({ sql }: Tx, sendIds: number[]): Promise<CopyReader[]> {
  if (sendIds.length === 0) return [];
  return await sql<CopyReader[]>`
    select m.send_id, c.address, p.id as person_id
    from messages m
    cross join lateral unnest(m.cc || m.bcc) as c(address)
    left join people p on p.email = c.address
    where m.send_id = any(${sendIds}::bigint[])`;
}

/** The figure of feedback. Of one mail the first bounce counts, soft or hard. */
function figureOf(kind: NewFeedback['kind']): 'delivered' | 'complained' | 'bounced' {
  return kind === 'delivered' || kind === 'complained' ? kind : 'bounced';
}

/** Stores feedback, unless the mail already has the same; returns whether it is new. */
export async function addFeedback(tx: Tx, feedback: NewFeedback): Promise<boolean> {
  const { send_id, kind, provider, occurred_at: at } = feedback;
  const [row] = await tx.sql<{ bounced: boolean }[]>`
    insert into send_feedback (send_id, kind, provider, occurred_at, details)
    values (${send_id}, ${kind}, ${provider}, ${at}, ${JSON.stringify(feedback.details)}::text::jsonb)
    on conflict do nothing
    returning exists (
      select from send_feedback f
      where f.send_id = ${send_id} and f.kind in ('soft_bounced', 'hard_bounced')) as bounced`;
  if (row === undefined) return false;
  const figure = figureOf(kind);
  if (figure !== 'bounced' || !row.bounced)
    await countFacts(tx, [{ send_id, figure, at, link: null, count: 1 }]);
  return true;
}

/**
 * Stores as hard bounces that mail servers refused the addresses of these mails for good, of those
 * that failed by it (LEFT-23). The caller has locked the people.
 */
export async function addRefusedAddresses(tx: Tx, sendIds: readonly number[]): Promise<void> {
  if (sendIds.length === 0) return;
  const rows = await tx.sql<{ send_id: number; at: Date; bounced: boolean }[]>`
    insert into send_feedback (send_id, kind, provider, occurred_at, details)
    select id, 'hard_bounced', coalesce(provider, ''), ended_at, jsonb_build_object('answer', reason)
    from send_log where id = any(${[...sendIds]}::bigint[]) and status = 'failed'
    on conflict do nothing
    returning send_id, occurred_at as at, exists (
      select from send_feedback f
      where f.send_id = send_feedback.send_id and f.kind = 'soft_bounced') as bounced`;
  const first = rows.filter(({ bounced }) => !bounced);
  await countFacts(
    tx,
    first.map(
      ({ send_id, at }): MailFact => ({ send_id, figure: 'bounced', at, link: null, count: 1 }),
    ),
  );
}

/**
 * Feedback proves that the provider accepted the mail (contract §4.10). Returns false if it is no
 * longer uncertain.
 */
export async function acceptUncertain(
  { sql, now }: Tx,
  id: number,
  provider: string,
  providerId: string | null,
): Promise<boolean> {
  const rows = await sql`
    with settled as (
      delete from sends where id = ${id} and status = 'uncertain' returning *
    ), turns as (${enqueueSequenceWork(sql, now, sql`settled`)}
    ), counted as (${countEnded(sql, now, sql`(select *, ${provider}::text as provider, 'sent' as ended_status from settled)`)})
    insert into send_log (id, person_id, email_id, source_kind, source_id, step_id, run_id, status,
      attempts, provider, provider_id, due_at, ended_at)
    select id, person_id, email_id, source_kind, source_id, step_id, run_id, 'sent',
      attempts, ${provider}, ${providerId}, due_at, ${now} from settled
    returning 1`;
  return rows.length === 1;
}

/** Counts a soft bounce; returns the number in succession. */
export async function countSoftBounce({ sql }: Tx, personId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    insert into soft_bounces (person_id, count) values (${personId}, 1)
    on conflict (person_id) do update set count = soft_bounces.count + 1
    returning count`;
  return row?.count ?? 0;
}

/** Resets the count of soft bounces after a delivery. */
export async function endSoftBounces({ sql }: Tx, personId: number): Promise<void> {
  await sql`delete from soft_bounces where person_id = ${personId}`;
}

/** Bounces and complaints of people of one domain. */
export interface DomainBounces {
  domain: string;
  hard_bounced: number;
  soft_bounced: number;
  complained: number;
  last_at: Date;
  last_answer: string | null;
}

/**
 * Adds up the newest `most` bounces and complaints since a moment by the domain of the address, the
 * most first, with how many there were of these.
 */
export async function bouncesByDomain(
  { sql }: Tx,
  { since, most, domains }: { since: Date; most: number; domains: number },
): Promise<{ rows: DomainBounces[]; found: number }> {
  const of = (kind: NewFeedback['kind']) => sql`count(*) filter (where kind = ${kind})::bigint`;
  const found = await sql<(DomainBounces & { found: number })[]>`
    with newest as materialized (
      select send_id, kind, occurred_at, details from send_feedback
      where kind <> 'delivered' and occurred_at > ${since}
      order by occurred_at desc limit ${most}
    )
    select lower(substring(p.email from '@([^@]*)$')) as domain,
      ${of('hard_bounced')} as hard_bounced, ${of('soft_bounced')} as soft_bounced,
      ${of('complained')} as complained, max(occurred_at) as last_at,
      (array_agg(details->>'answer' order by occurred_at desc)
        filter (where details->>'answer' is not null))[1] as last_answer,
      (select count(*) from newest)::bigint as found
    from newest f join send_log l on l.id = f.send_id join people p on p.id = l.person_id
    group by 1 order by count(*) desc, 1 limit ${domains}`;
  return {
    rows: found.map(({ found: _, ...row }) => row),
    found: found[0]?.found ?? 0,
  };
}
