import type { SubscriptionRow } from '../billing/subscription.ts';
import type { Sql } from '../platform/connection/database.ts';
import type { Fragment } from '../platform/fragment.ts';
import type { Tx } from '../platform/transaction.ts';
import type { RestoredWindow } from '../queue/restored.ts';

/**
 * Subscriptions that one flow may remind of: of a product and interval, renewing within a period.
 */
export interface RenewalWindow {
  flowId: number;
  /** Key. */
  product: string;
  interval: string;
  from: Date;
  /** Exclusive. */
  to: Date;
}

/** The subscriptions that a flow can remind of at all. */
const wanted = (sql: Sql) => sql`
  s.status in ('active', 'trialing', 'past_due') and not s.cancel_at_period_end
  and s.renewal_amount_cents is not null`;

/** The flows of these windows that may have work. */
export async function flowsWithRenewals(
  { sql }: Tx,
  windows: readonly RenewalWindow[],
): Promise<Set<number>> {
  const rows = await sql<{ flow_id: number }[]>`
    select w.flow_id
    from unnest(
      ${windows.map(({ flowId }) => flowId)}::bigint[],
      ${windows.map(({ product }) => product)}::text[],
      ${windows.map(({ interval }) => interval)}::text[],
      ${windows.map(({ from }) => from.toISOString())}::timestamptz[],
      ${windows.map(({ to }) => to.toISOString())}::timestamptz[]
    ) as w (flow_id, product, "interval", lower_end, upper_end)
    cross join lateral (
      select from subscriptions s
      where s.product_id = (select id from products where key = w.product)
        and s.interval = w.interval
        and s.next_renewal_at >= w.lower_end and s.next_renewal_at < w.upper_end
        and ${wanted(sql)}
        and not exists (
          select from renewal_occurrences o
          where o.flow_id = w.flow_id and o.subscription_id = s.id
            and o.renewal_at = s.next_renewal_at)
      order by s.next_renewal_at limit 1
    ) found`;
  return new Set(rows.map(({ flow_id }) => flow_id));
}

/**
 * A subscription that a flow may remind of now. `at` is the renewal as text, exact to the
 * microsecond.
 */
export interface RenewalCandidate {
  id: number;
  person_id: number;
  at: string;
}

/**
 * The subscriptions in a window whose person can be emailed, in order of renewal, after the given
 * one.
 */
export async function listRenewing(
  { sql }: Tx,
  { flowId, product, interval, from, to }: RenewalWindow,
  after: RenewalCandidate | null,
  limit: number,
): Promise<RenewalCandidate[]> {
  return await sql<RenewalCandidate[]>`
    select s.id, s.person_id, s.next_renewal_at::text as at
    from subscriptions s join people p on p.id = s.person_id
    where s.product_id = (select id from products where key = ${product})
      and s.interval = ${interval}
      and s.next_renewal_at >= ${from} and s.next_renewal_at < ${to}
      ${after === null ? sql`` : sql`and (s.next_renewal_at, s.id) > (${after.at}::text::timestamptz, ${after.id})`}
      and ${wanted(sql)}
      and p.unsubscribed_at is null and p.hard_bounced_at is null and p.complained_at is null
      and not exists (
        select from renewal_occurrences o
        where o.flow_id = ${flowId} and o.subscription_id = s.id
          and o.renewal_at = s.next_renewal_at)
    order by s.next_renewal_at, s.id limit ${limit}`;
}

/**
 * Locks people and then their subscriptions until the transaction ends, in the common lock order,
 * so that neither owner nor dates change. Passes over rows that another transaction holds. Returns
 * ids of subscriptions.
 */
export async function lockRenewing(
  { sql }: Tx,
  candidates: readonly RenewalCandidate[],
): Promise<number[]> {
  const people = await sql<{ id: number }[]>`
    select id from people where id = any(${candidates.map((row) => row.person_id)}::bigint[])
    order by id for key share skip locked`;
  const free = new Set(people.map(({ id }) => id));
  const ids = candidates.filter((row) => free.has(row.person_id)).map(({ id }) => id);
  const rows = await sql<{ id: number }[]>`
    select id from subscriptions where id = any(${ids}::bigint[])
    order by id for no key update skip locked`;
  return rows.map(({ id }) => id);
}

/** Bits of `RenewingRow.flags`. */
export const renewingFlag = {
  cancelAtPeriodEnd: 1,
  suppressed: 2,
  several: 4,
  noPerson: 8,
} as const;

/** The facts that decide whether and when a subscription gets a reminder, in few columns. */
export interface RenewingRow extends Pick<SubscriptionRow, 'id' | 'status'> {
  /** Milliseconds since 1970. */
  renewal_ms: number | null;
  amount_cents: number | null;
  /**
   * Bits of `renewingFlag`. `several`: the person has another subscription with the same product
   * and interval that has not ended.
   */
  flags: number;
  /** Reminders of the flow for it: [renewal in milliseconds, its day, sent, mail queued, run not ended]. */
  past: [number, number, boolean, boolean, boolean][] | null;
}

/** The flow, product (key) and interval. */
type About = Pick<RenewalWindow, 'flowId' | 'product' | 'interval'>;

/**
 * Whether the person has another such subscription: looked up per row, or computed once for a whole
 * product.
 */
const severalOf = {
  each: (sql: Sql) => sql`
    s.status not in ('cancelled', 'ended', 'incomplete_expired') and exists (
      select from subscriptions o
      where o.person_id = s.person_id and o.product_id = s.product_id and o.interval = s.interval
        and o.id <> s.id and o.status not in ('cancelled', 'ended', 'incomplete_expired'))`,
  all: (sql: Sql, { product, interval }: About) => sql`
    s.person_id in (
      select person_id from subscriptions
      where product_id = (select id from products where key = ${product})
        and interval = ${interval} and status not in ('cancelled', 'ended', 'incomplete_expired')
      group by person_id having count(*) > 1)`,
};

const renewingColumns = (sql: Sql, several: Fragment) => sql`
  s.id, s.status, s.renewal_amount_cents as amount_cents,
  floor(extract(epoch from s.next_renewal_at) * 1000)::bigint as renewal_ms,
  s.cancel_at_period_end::int
    + 2 * (coalesce(p.unsubscribed_at, p.hard_bounced_at, p.complained_at) is not null)::int
    + 4 * (${several})::int
    + 8 * (p.id is null)::int as flags`;

const renewingFrom = (sql: Sql, about: About, several: keyof typeof severalOf) => sql`
  select ${renewingColumns(sql, severalOf[several](sql, about))},
    (select json_agg(json_build_array(
        floor(extract(epoch from o.renewal_at) * 1000), o.renewal_day,
        o.sent_at is not null,
        exists (
          select from sends q where q.person_id = s.person_id and q.run_id = o.run_id),
        exists (select from runs r where r.id = o.run_id and r.ended_at is null)))
      from renewal_occurrences o
      where o.subscription_id = s.id and o.flow_id = ${about.flowId}) as past
  from subscriptions s left join people p on p.id = s.person_id
  where s.product_id = (select id from products where key = ${about.product})
    and s.interval = ${about.interval}`;

export async function findRenewing(
  { sql }: Tx,
  about: About,
  ids: readonly number[],
): Promise<RenewingRow[]> {
  return await sql<RenewingRow[]>`
    ${renewingFrom(sql, about, 'each')} and s.id = any(${[...ids]}::bigint[])`;
}

/** The subscriptions for whose renewals these runs began, as they are now. */
export async function findRenewingOfRuns(
  { sql }: Tx,
  runIds: readonly number[],
): Promise<(Omit<RenewingRow, 'past'> & { run_id: number })[]> {
  return await sql<(Omit<RenewingRow, 'past'> & { run_id: number })[]>`
    select o.run_id, ${renewingColumns(sql, severalOf.each(sql))}
    from renewal_occurrences o
      join subscriptions s on s.id = o.subscription_id
      left join people p on p.id = s.person_id
    where o.run_id = any(${[...runIds]}::bigint[])`;
}

/** The subscriptions of one person, up to a limit. */
export async function findRenewingOf(
  { sql }: Tx,
  about: About,
  { personId, limit }: { personId: number; limit: number },
): Promise<RenewingRow[]> {
  return await sql<RenewingRow[]>`
    ${renewingFrom(sql, about, 'each')} and s.person_id = ${personId} order by s.id limit ${limit}`;
}

/**
 * All of them, page by page: first those that renew within the period, soonest first, then those
 * without a date, then earlier ones, latest first.
 */
export async function* readRenewing(
  { sql }: Tx,
  { from, to, ...about }: RenewalWindow,
  pageRows: number,
): AsyncGenerator<RenewingRow[]> {
  // Enough memory to hash the people with several subscriptions, even some millions.
  await sql`set local work_mem = '64MB'`;
  const of = renewingFrom(sql, about, 'all');
  yield* sql<RenewingRow[]>`
    ${of} and s.next_renewal_at >= ${from} and s.next_renewal_at < ${to}
    order by s.next_renewal_at, s.id`.cursor(pageRows);
  yield* sql<RenewingRow[]>`${of} and s.next_renewal_at is null order by s.id`.cursor(pageRows);
  yield* sql<RenewingRow[]>`
    ${of} and s.next_renewal_at < ${from}
    order by s.next_renewal_at desc, s.id desc`.cursor(pageRows);
}

/** The owner of a subscription. */
export interface RenewingPerson {
  subscription_id: number;
  external_id: string | null;
  person_id: number | null;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
}

export async function findRenewingPeople(
  { sql }: Tx,
  subscriptionIds: readonly number[],
): Promise<Map<number, RenewingPerson>> {
  const rows = await sql<RenewingPerson[]>`
    select s.id as subscription_id, s.external_id, p.id as person_id, p.email, p.first_name,
      p.last_name
    from subscriptions s left join people p on p.id = s.person_id
    where s.id = any(${[...subscriptionIds]}::bigint[])`;
  return new Map(rows.map((row) => [row.subscription_id, row]));
}

/** The earliest renewal from a time on that the flow may remind of and has not yet. */
export async function firstRenewal(
  { sql }: Tx,
  { flowId, product, interval, from }: About & { from: Date },
): Promise<Date | null> {
  const [row] = await sql<{ at: Date }[]>`
    select s.next_renewal_at as at from subscriptions s
    where s.product_id = (select id from products where key = ${product})
      and s.interval = ${interval} and s.next_renewal_at >= ${from} and ${wanted(sql)}
      and not exists (
        select from renewal_occurrences o
        where o.flow_id = ${flowId} and o.subscription_id = s.id
          and o.renewal_at = s.next_renewal_at)
    order by s.next_renewal_at limit 1`;
  return row?.at ?? null;
}

/** A run to start for a renewal. */
export interface RenewalStart {
  subscription_id: number;
  person_id: number;
  /** ISO 8601. */
  renewal_at: string;
  renewal_day: number;
  target_at: string;
}

/**
 * Starts a run for each renewal that has none; the caller holds the subscriptions. Returns the
 * runs.
 */
export async function startRenewalRuns(
  { sql, now }: Tx,
  flow: { id: number; once: boolean; days_before: number; restored: RestoredWindow | null },
  starts: readonly RenewalStart[],
): Promise<{ id: number; person_id: number }[]> {
  // The lost service has started these runs when they were due.
  const due = sql`
    case when target_at <= ${flow.restored?.until ?? null}::timestamptz then target_at else ${now} end`;
  const rows = await sql<{ id: number; person_id: number }[]>`
    with drawn as (
      select w.*, nextval(pg_get_serial_sequence('runs', 'id')) as run_id
      from unnest(
        ${starts.map((start) => start.subscription_id)}::bigint[],
        ${starts.map((start) => start.person_id)}::bigint[],
        ${starts.map((start) => start.renewal_at)}::timestamptz[],
        ${starts.map((start) => start.renewal_day)}::int[],
        ${starts.map((start) => start.target_at)}::timestamptz[]
      ) as w (subscription_id, person_id, renewal_at, renewal_day, target_at)
    ), begun as (
      insert into renewal_occurrences
        (run_id, flow_id, subscription_id, renewal_at, renewal_day, target_at, days_before)
      select run_id, ${flow.id}, subscription_id, renewal_at, renewal_day, target_at,
        ${flow.days_before}
      from drawn on conflict do nothing returning run_id, target_at
    )
    insert into runs (id, flow_id, person_id, subscription_id, once, due_at, started_at)
      overriding system value
    select run_id, ${flow.id}, person_id, subscription_id, ${flow.once}, ${due}, ${now}
    from drawn join begun using (run_id, target_at) returning id, person_id`;
  return [...rows];
}

/** Records that mail of these runs was sent; the first time is kept. */
export async function noteRemindersSent(
  { sql, now }: Tx,
  runIds: readonly number[],
): Promise<void> {
  await sql`
    update renewal_occurrences set sent_at = ${now}
    where run_id = any(array(
      select run_id from renewal_occurrences
      where run_id = any(${[...runIds]}::bigint[]) and sent_at is null
      order by run_id for update))`;
}

/** The current subscription of a run, and the renewal for which the run was started. */
export interface BoundRenewal extends Omit<SubscriptionRow, 'product_id' | 'value_times'> {
  run_id: number;
  target_at: Date;
  days_before: number;
  /** Of the trigger as it is now; null once the flow has another trigger. */
  timezone: string | null;
}

export async function findBoundRenewals(
  { sql }: Tx,
  runIds: readonly number[],
): Promise<BoundRenewal[]> {
  // Definitions are long and few, so each is read once.
  return await sql<BoundRenewal[]>`
    with triggers as materialized (
      select id, definition -> 'trigger' ->> 'timezone' as timezone from flows
      where id in (
        select flow_id from renewal_occurrences where run_id = any(${[...runIds]}::bigint[])))
    select o.run_id, o.target_at, o.days_before, s.id, s.person_id, s.external_id,
      d.key as product, s.interval, s.status, s.renewal_amount_cents, s.currency, s.next_renewal_at,
      s.cancel_at_period_end, s.started_at, s.ended_at,
      t.timezone
    from renewal_occurrences o
      join triggers t on t.id = o.flow_id
      join subscriptions s on s.id = o.subscription_id
      left join products d on d.id = s.product_id
    where o.run_id = any(${[...runIds]}::bigint[])`;
}
