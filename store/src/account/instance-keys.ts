import type { Tx } from '../platform/transaction.ts';

/**
 * Returns the stored signing key, storing `fresh` if there is none. The row lock makes processes
 * that start at the same time take turns until each commits.
 */
export async function keepSecretKey(
  { sql }: Tx,
  fresh: { secret: Uint8Array; fingerprint: string },
): Promise<Uint8Array> {
  await sql`select from engine_state for no key update`;
  await sql`
    insert into instance_keys (fingerprint, secret)
    select decode(${fresh.fingerprint}, 'hex'), ${fresh.secret}::bytea
    where not exists (select from instance_keys where secret is not null)`;
  const [row] = await sql<[{ secret: Uint8Array }]>`
    select secret from instance_keys where secret is not null`;
  return row.secret;
}

/** The stored signing key; null if there is none. */
export async function findSecretKey({ sql }: Tx): Promise<Uint8Array | null> {
  const [row] = await sql<{ secret: Uint8Array }[]>`
    select secret from instance_keys where secret is not null`;
  return row?.secret ?? null;
}

/** Hex fingerprints of all keys that have signed, oldest first. */
export async function findFingerprints({ sql }: Tx): Promise<string[]> {
  const rows = await sql<{ fingerprint: string }[]>`
    select encode(fingerprint, 'hex') as fingerprint from instance_keys
    where first_used_at is not null order by first_used_at, fingerprint`;
  return rows.map(({ fingerprint }) => fingerprint);
}

/** Records that the key with this fingerprint (hex) signs from now on. */
export async function keepFingerprint({ sql, now }: Tx, fingerprint: string): Promise<void> {
  await sql`
    insert into instance_keys as k (fingerprint, first_used_at)
    values (decode(${fingerprint}, 'hex'), ${now}) on conflict (fingerprint) do update
    set first_used_at = coalesce(k.first_used_at, excluded.first_used_at)`;
}
