import type { Tx } from '../platform/transaction.ts';

/** Hex of the fingerprints of all keys that have signed, the oldest first. */
export async function findFingerprints({ sql }: Tx): Promise<string[]> {
  const rows = await sql<{ fingerprint: string }[]>`
    select encode(fingerprint, 'hex') as fingerprint from instance_keys
    where first_used_at is not null order by first_used_at, fingerprint`;
  return rows.map(({ fingerprint }) => fingerprint);
}

/** Remembers that the key of this fingerprint (hex) signs from now on. */
export async function keepFingerprint({ sql, now }: Tx, fingerprint: string): Promise<void> {
  await sql`
    insert into instance_keys as k (fingerprint, first_used_at)
    values (decode(${fingerprint}, 'hex'), ${now}) on conflict (fingerprint) do update
    set first_used_at = coalesce(k.first_used_at, excluded.first_used_at)`;
}
