import type { Code } from '../platform/codes.ts';
import { type IdPage, idPage, inOrder } from '../platform/id-page.ts';
import type { Tx } from '../platform/transaction.ts';

export interface SubscriptionRow {
  id: number;
  person_id: number;
  external_id: string | null;
  /** The key of the product. */
  product: string | null;
  product_id: number | null;
  interval: string | null;
  status: Code<'subscriptions.status'>;
  renewal_amount_cents: number | null;
  currency: string | null;
  next_renewal_at: Date | null;
  cancel_at_period_end: boolean;
  started_at: Date | null;
  ended_at: Date | null;
  /** When each value was reported, by column, in milliseconds since 1970. */
  value_times: Record<string, number>;
}

/** A subscription with the address of its person. */
export interface ListedSubscription extends SubscriptionRow {
  email: string;
}

/** A row to write; one without an id is inserted. */
export type SubscriptionWrite = Omit<SubscriptionRow, 'id' | 'product'> & { id: number | null };

/**
 * Locks the subscriptions with one of the external ids, and all subscriptions of the people, in
 * order of id.
 */
export async function lockSubscriptions(
  { sql }: Tx,
  { externalIds, people }: { externalIds: string[]; people: number[] },
): Promise<SubscriptionRow[]> {
  return await sql<SubscriptionRow[]>`
    select s.id, s.person_id, s.external_id, d.key as product, s.product_id, s.interval,
      s.status, s.renewal_amount_cents, s.currency, s.next_renewal_at, s.cancel_at_period_end, s.started_at, s.ended_at,
      s.value_times
    from subscriptions s left join products d on d.id = s.product_id
    where s.external_id = any(${externalIds}::text[]) or s.person_id = any(${people}::bigint[])
    order by s.id for no key update of s`;
}

/**
 * Inserts subscriptions and returns their ids in the given order, with null for one that another
 * transaction inserted first. Sorted, so that two batches with the same rows never deadlock.
 */
export async function insertSubscriptions(
  { sql, now }: Tx,
  rows: readonly SubscriptionWrite[],
): Promise<(number | null)[]> {
  const sorted = [...rows].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const made = await sql<
    { id: number; person_id: number; external_id: string | null; product_id: number | null }[]
  >`
    insert into subscriptions (person_id, external_id, product_id, "interval", status,
      renewal_amount_cents, currency, next_renewal_at, cancel_at_period_end, started_at, ended_at,
      value_times, created_at, updated_at)
    select person_id, external_id, product_id, "interval", status, renewal_amount_cents,
      currency, next_renewal_at, cancel_at_period_end, started_at, ended_at, value_times, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(sorted)}::text::jsonb) as w (
      person_id bigint, external_id text, product_id int, "interval" text, status text,
      renewal_amount_cents bigint, currency text, next_renewal_at timestamptz,
      cancel_at_period_end boolean,
      started_at timestamptz, ended_at timestamptz, value_times jsonb)
    on conflict do nothing returning id, person_id, external_id, product_id`;
  const ids = new Map(made.map((row) => [nameOf(row), row.id]));
  return rows.map((row) => ids.get(nameOf(row)) ?? null);
}

/** The key by which the two unique indexes distinguish subscriptions. */
function nameOf(row: Pick<SubscriptionWrite, 'person_id' | 'external_id' | 'product_id'>): string {
  const { person_id, external_id, product_id } = row;
  return external_id === null ? `no id ${person_id} ${product_id}` : `named ${external_id}`;
}

/** Writes subscriptions whose rows the caller has locked. */
export async function writeSubscriptions(
  { sql, now }: Tx,
  rows: readonly SubscriptionWrite[],
): Promise<void> {
  await sql`
    update subscriptions s set product_id = w.product_id, "interval" = w."interval",
      status = w.status, renewal_amount_cents = w.renewal_amount_cents, currency = w.currency,
      next_renewal_at = w.next_renewal_at, cancel_at_period_end = w.cancel_at_period_end,
      started_at = w.started_at, ended_at = w.ended_at, value_times = w.value_times, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as w (
      id bigint, product_id int, "interval" text, status text, renewal_amount_cents bigint, currency text,
      next_renewal_at timestamptz, cancel_at_period_end boolean, started_at timestamptz,
      ended_at timestamptz, value_times jsonb)
    where s.id = w.id`;
}

export async function findSubscription({ sql }: Tx, id: number): Promise<SubscriptionRow | null> {
  const [row] = await sql<SubscriptionRow[]>`
    select s.*, d.key as product from subscriptions s left join products d on d.id = s.product_id
    where s.id = ${id}`;
  return row ?? null;
}

export interface SubscriptionQuery extends IdPage {
  personId: number | null;
  productId: number | null;
  status: string | null;
}

/** The statement contains only the requested filters. */
export async function listSubscriptions(
  tx: Tx,
  { personId, productId, status, ...page }: SubscriptionQuery,
): Promise<ListedSubscription[]> {
  const { sql } = tx;
  const { behind, order } = idPage(tx, page);
  return await sql<ListedSubscription[]>`
    select s.*, p.email, d.key as product
    from (
      select * from subscriptions
      where true
        ${personId === null ? sql`` : sql`and person_id = ${personId}`}
        ${productId === null ? sql`` : sql`and product_id = ${productId}`}
        ${status === null ? sql`` : sql`and status = ${status}`}
        ${behind} ${order}
    ) s join people p on p.id = s.person_id left join products d on d.id = s.product_id
    ${inOrder(tx, page, 's.id')}`;
}
