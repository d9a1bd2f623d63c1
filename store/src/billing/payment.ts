import type { Code } from '../platform/codes.ts';
import type { Tx } from '../platform/transaction.ts';

export interface PaymentWrite {
  person_id: number;
  kind: Code<'payments.kind'>;
  external_id: string | null;
  product_id: number | null;
  amount_cents: number;
  occurred_at: Date;
  event_id: number;
}

/** Sorted, so that two batches with the same external ids never deadlock. */
function asJson(rows: readonly PaymentWrite[]): string {
  const key = (row: PaymentWrite) => row.external_id ?? '';
  return JSON.stringify([...rows].sort((a, b) => (key(a) < key(b) ? -1 : 1)));
}

/**
 * Stores purchases and payments. A row that already exists under an external id keeps its values
 * and takes from the new report only the ones it lacks: that it was a purchase, the product, the
 * amount (contract §4.4). `rows` holds each external id once.
 */
export async function insertPaid({ sql }: Tx, rows: readonly PaymentWrite[]): Promise<void> {
  await sql`
    insert into payments as p (person_id, kind, external_id, product_id, amount_cents, occurred_at,
      event_id)
    select person_id, kind, external_id, product_id, amount_cents, occurred_at, event_id
    from jsonb_to_recordset(${asJson(rows)}::text::jsonb) as w (
      person_id bigint, kind text, external_id text, product_id int, amount_cents bigint,
      occurred_at timestamptz, event_id bigint)
    on conflict (external_id) where external_id is not null and kind in ('purchase', 'payment')
    do update set
      kind = case excluded.kind when 'purchase' then 'purchase' else p.kind end,
      product_id = coalesce(p.product_id, excluded.product_id),
      amount_cents = case p.amount_cents when 0 then excluded.amount_cents else p.amount_cents end
    where p.person_id = excluded.person_id and (p.kind = 'payment' and excluded.kind = 'purchase'
      or p.product_id is null and excluded.product_id is not null
      or p.amount_cents = 0 and excluded.amount_cents > 0)`;
}

/** Stores refunds and ignores an external id that was already refunded (contract §4.11). */
export async function insertRefunds({ sql }: Tx, rows: readonly PaymentWrite[]): Promise<void> {
  await sql`
    insert into payments (person_id, kind, external_id, product_id, amount_cents, occurred_at,
      event_id)
    select person_id, kind, external_id, product_id, amount_cents, occurred_at, event_id
    from jsonb_to_recordset(${asJson(rows)}::text::jsonb) as w (
      person_id bigint, kind text, external_id text, product_id int, amount_cents bigint,
      occurred_at timestamptz, event_id bigint)
    on conflict (external_id) where external_id is not null and kind = 'refund' do nothing`;
}
