import type { Tx } from '../platform/transaction.ts';

/** Suppresses addresses by their hashes (hex), without storing the addresses. */
export async function keepSuppressed({ sql, now }: Tx, hashes: string[]): Promise<void> {
  await sql`
    insert into suppressions (hash, created_at)
    select decode(hash, 'hex'), ${now} from unnest(${[...hashes].sort()}::text[]) as kept (hash)
    on conflict (hash) do nothing`;
}

export async function liftSuppressed({ sql }: Tx, hashes: string[]): Promise<void> {
  await sql`
    delete from suppressions where hash = any(array(
      select decode(hash, 'hex') from unnest(${hashes}::text[]) as lifted (hash)))`;
}

/** Which of the hashes (hex) are suppressed. */
export async function findSuppressed({ sql }: Tx, hashes: string[]): Promise<Set<string>> {
  const rows = await sql<{ hash: string }[]>`
    select encode(hash, 'hex') as hash from suppressions where hash = any(array(
      select decode(hash, 'hex') from unnest(${hashes}::text[]) as asked (hash)))`;
  return new Set(rows.map((row) => row.hash));
}

/** Whether any address is suppressed; otherwise no address needs hashing. */
export async function anySuppressed({ sql }: Tx): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`select exists (select from suppressions) as found`;
  return row?.found ?? false;
}
