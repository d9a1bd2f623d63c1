import type { Tx } from '../platform/transaction.ts';

export interface Unconfirmed {
  form_key: string;
  /** When the mail that asks for the confirmation went out; null: not yet. */
  mailed_at: Date | null;
}

/** The newest sign-up of an address that waits for its confirmation: so far the address is nobody. */
export async function findUnconfirmedAddress(
  { sql }: Tx,
  address: string,
): Promise<Unconfirmed | null> {
  const [row] = await sql<Unconfirmed[]>`
    select f.key as form_key, s.mailed_at from sign_ups s join forms f on f.id = s.form_id
    where s.address = ${address} and s.confirmed_at is null
    order by s.created_at desc, s.id desc limit 1`;
  return row ?? null;
}
