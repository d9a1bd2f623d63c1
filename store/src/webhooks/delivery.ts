import type { DeliveryType } from '@postroad/core/webhooks/webhook-types';
import type { Code } from '../platform/codes.ts';
import { type IdPage, idPage } from '../platform/id-page.ts';
import type { Tx } from '../platform/transaction.ts';

/** One attempt, as it is kept. */
export interface DeliveryAttempt {
  at: string;
  status: number | null;
  ms: number;
  error: string | null;
}

export interface DeliveryRow {
  id: number;
  endpoint_id: number;
  endpoint_key: string;
  endpoint_url: string;
  endpoint_enabled: boolean;
  message_id: string;
  type: DeliveryType;
  status: Code<'webhook_deliveries.status'>;
  attempts: DeliveryAttempt[];
  due_at: Date;
  happened_at: Date;
  has_body: boolean;
}

/** A delivery that this process is to attempt. */
export interface ClaimedDelivery {
  id: number;
  endpoint_id: number;
  url: string;
  message_id: string;
  type: DeliveryType;
  subject_id: number | null;
  person_id: number | null;
  /** The run and the step that wait for the outcome. */
  run_id: number | null;
  step_id: number | null;
  about: Record<string, unknown> | null;
  body: string | null;
  happened_at: Date;
  tries: number;
  secret: Uint8Array;
  former_secret: Uint8Array | null;
}

function shown({ sql }: Tx) {
  return sql`select d.id, d.endpoint_id, e.key as endpoint_key, e.url as endpoint_url,
      e.enabled as endpoint_enabled, d.message_id::text as message_id, d.type, d.status, d.attempts, d.due_at, d.happened_at,
      d.body is not null or d.status = 'waiting' as has_body
    from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id`;
}

/** Written out for those that have an index of their own, which no plan for any status would use. */
function ofStatus({ sql }: Tx, status: DeliveryRow['status']) {
  if (status === 'failed') return sql`and d.status = 'failed'`;
  if (status === 'canceled') return sql`and d.status = 'canceled'`;
  return sql`and d.status = ${status}`;
}

/** Of one endpoint, in order of id. */
export async function listDeliveries(
  tx: Tx,
  { endpointId, status }: { endpointId: number; status: DeliveryRow['status'] | null },
  page: IdPage,
): Promise<DeliveryRow[]> {
  const { sql } = tx;
  const { behind, order } = idPage(tx, page, 'd.id');
  return await sql<DeliveryRow[]>`
    ${shown(tx)} where d.endpoint_id = ${endpointId}
      ${status === null ? sql`` : ofStatus(tx, status)} ${behind} ${order}`;
}

export async function findDelivery(tx: Tx, id: number): Promise<DeliveryRow | null> {
  const [row] = await tx.sql<DeliveryRow[]>`${shown(tx)} where d.id = ${id}`;
  return row ?? null;
}

/** A delivery that is of no record. */
export async function insertDelivery(
  { sql, now }: Tx,
  { endpoint_id, type, body }: { endpoint_id: number; type: DeliveryType; body: string },
): Promise<number> {
  const [row] = await sql<[{ id: number }]>`
    insert into webhook_deliveries (endpoint_id, type, body, happened_at, due_at)
    values (${endpoint_id}, ${type}, ${body}, ${now}, ${now}) returning id`;
  return row.id;
}

/** Makes a delivery due again with all of its attempts. Returns false if one is under way. */
export async function replayDelivery({ sql, now }: Tx, id: number): Promise<boolean> {
  const rows = await sql`
    update webhook_deliveries set status = 'waiting', tries = 0, due_at = ${now}
    where id = ${id} and status <> 'waiting' and body is not null returning 1`;
  return rows.length > 0;
}

/**
 * Claims deliveries that are due, at most `each` of one endpoint and none of `busy` ones, until a time
 * at which they become due again; each claim counts as an attempt.
 */
export async function claimDeliveries(
  { sql, now }: Tx,
  { until, each, busy }: { until: Date; each: number; busy: readonly number[] },
): Promise<ClaimedDelivery[]> {
  return await sql<ClaimedDelivery[]>`
    with due as materialized (
      select d.id from webhook_endpoints e
      cross join lateral (
        select id from webhook_deliveries
        where endpoint_id = e.id and status = 'waiting' and due_at <= ${now}
        order by due_at, id limit ${each} for update skip locked) d
      where e.enabled and e.id <> all(${[...busy]}::bigint[])
    )
    update webhook_deliveries d set due_at = ${until}, tries = d.tries + 1
    from webhook_endpoints e join webhook_secrets s on s.endpoint_id = e.id
    where d.id in (select id from due) and e.id = d.endpoint_id
    returning d.id, d.endpoint_id, e.url, d.message_id::text as message_id, d.type, d.subject_id, d.person_id,
      d.run_id, d.step_id, d.about, d.body, d.happened_at, d.tries, s.secret,
      case when s.former_until_at > ${now} then s.former_secret end as former_secret`;
}

/** Claimed deliveries that are still to be attempted, with the endpoint as it is by now. */
export async function rereadClaimed(
  { sql, now }: Tx,
  claimed: readonly ClaimedDelivery[],
): Promise<ClaimedDelivery[]> {
  const rows = await sql<Pick<ClaimedDelivery, 'id' | 'url' | 'secret' | 'former_secret'>[]>`
    select d.id, e.url, s.secret,
      case when s.former_until_at > ${now} then s.former_secret end as former_secret
    from webhook_deliveries d
      join webhook_endpoints e on e.id = d.endpoint_id and e.enabled
      join webhook_secrets s on s.endpoint_id = e.id
    where d.id = any(${claimed.map(({ id }) => id)}::bigint[]) and d.status = 'waiting'`;
  const found = new Map(rows.map((row) => [row.id, row]));
  return claimed.flatMap((delivery) => {
    const row = found.get(delivery.id);
    return row === undefined ? [] : [{ ...delivery, ...row }];
  });
}

/** Keeps bodies, so that every attempt and every replay sends the same. */
export async function writeBodies(
  { sql }: Tx,
  bodies: readonly { id: number; body: string }[],
): Promise<void> {
  if (bodies.length === 0) return;
  await sql`
    update webhook_deliveries d set body = w.body, about = null
    from unnest(
      ${bodies.map(({ id }) => id)}::bigint[], ${bodies.map(({ body }) => body)}::text[]) as w (id, body)
    where d.id = w.id and d.status = 'waiting'`;
}

/** Ends deliveries whose record is gone, so that there is nothing to say. */
export async function cancelDeliveries({ sql }: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update webhook_deliveries set status = 'canceled', about = null
    where id = any(${[...ids]}::bigint[]) and status = 'waiting'`;
}

/** A delivery that waits for an endpoint that is disabled. */
export type StrandedDelivery = Omit<ClaimedDelivery, 'url' | 'tries' | 'secret' | 'former_secret'>;

/** Deliveries that wait for disabled endpoints and were due by a moment, at most `each` of one of them. */
export async function listStranded(
  { sql }: Tx,
  { by, each }: { by: Date; each: number },
): Promise<StrandedDelivery[]> {
  return await sql<StrandedDelivery[]>`
    select d.id, d.endpoint_id, d.message_id::text as message_id, d.type, d.subject_id, d.person_id,
      d.run_id, d.step_id, d.about, d.body, d.happened_at
    from webhook_endpoints e
    cross join lateral (
      select * from webhook_deliveries
      where endpoint_id = e.id and status = 'waiting' and due_at <= ${by}
      order by due_at, id limit ${each}) d
    where not e.enabled`;
}

/** Gives up those of them that still wait for a disabled endpoint. Returns their ids. */
export async function giveUpStranded({ sql }: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    update webhook_deliveries d set status = 'failed' from webhook_endpoints e
    where d.id = any(${[...ids]}::bigint[]) and d.status = 'waiting'
      and e.id = d.endpoint_id and not e.enabled
    returning d.id`;
  return rows.map(({ id }) => id);
}

/** What became of an attempt; `due_at` is that of the next one. */
export interface SettledDelivery {
  id: number;
  endpoint_id: number;
  status: Code<'webhook_deliveries.status'>;
  due_at: Date | null;
  attempt: DeliveryAttempt;
}

/**
 * Writes outcomes with one statement; of one that was canceled meanwhile only the attempt. Outcomes whose
 * commit was not answered may be given again.
 */
export async function settleDeliveries(
  { sql }: Tx,
  settled: readonly SettledDelivery[],
  attemptsKept: number,
): Promise<void> {
  await sql`
    update webhook_deliveries d set
      status = case when d.status = 'waiting' then w.status else d.status end,
      due_at = coalesce(w.due_at, d.due_at),
      attempts = (
        select jsonb_agg(a.value order by a.place)
        from jsonb_array_elements(d.attempts || w.attempt) with ordinality as a (value, place)
        where a.place > jsonb_array_length(d.attempts) + 1 - ${attemptsKept}::int)
    from unnest(
      ${settled.map(({ id }) => id)}::bigint[],
      ${settled.map(({ status }) => status)}::text[],
      ${settled.map(({ due_at }) => due_at?.toISOString() ?? null)}::timestamptz[],
      ${settled.map(({ attempt }) => JSON.stringify(attempt))}::text[]
    ) as w0 (id, status, due_at, attempt)
    cross join lateral (select w0.id, w0.status, w0.due_at, w0.attempt::jsonb as attempt) w
    where d.id = w.id and not d.attempts @> jsonb_build_array(w.attempt)`;
}

/**
 * Notes of endpoints whether something got through. Answers since when those of `failed` fail, by
 * endpoint: a claim does not know it, as another delivery may have got through meanwhile.
 */
export async function noteOutcomes(
  { sql, now }: Tx,
  { reached, failed }: { reached: readonly number[]; failed: readonly number[] },
): Promise<Map<number, Date>> {
  if (reached.length > 0) {
    await sql`
      update webhook_secrets set failing_since_at = null
      where endpoint_id = any(${[...reached]}::bigint[]) and failing_since_at is not null`;
  }
  if (failed.length === 0) return new Map();
  const rows = await sql<{ endpoint_id: number; since: Date }[]>`
    update webhook_secrets set failing_since_at = coalesce(failing_since_at, ${now})
    where endpoint_id = any(${[...failed]}::bigint[])
    returning endpoint_id, failing_since_at as since`;
  return new Map(rows.map(({ endpoint_id, since }) => [endpoint_id, since]));
}

/** Gives back what was claimed and not attempted. */
export async function releaseDeliveries({ sql, now }: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update webhook_deliveries set due_at = ${now}, tries = greatest(0, tries - 1)
    where id = any(${[...ids]}::bigint[]) and status = 'waiting'`;
}

/** What is older than a moment goes, in order of time; answers how many rows went. */
export async function forgetDeliveries(
  { sql }: Tx,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const rows = await sql`
    delete from webhook_deliveries where id = any(array(
      select id from webhook_deliveries where happened_at < ${before}
      order by happened_at, id limit ${limit}))
    returning 1`;
  return rows.length;
}
