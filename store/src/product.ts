import type { Tx } from './transaction.ts';

/** Keys of products in order of making, as many as asked for; all where `limit` is null. */
export async function listProductKeys({ sql }: Tx, limit: number | null): Promise<string[]> {
  const rows = await sql<{ key: string }[]>`
    select key from products order by id limit ${limit}::bigint`;
  return rows.map((row) => row.key);
}
