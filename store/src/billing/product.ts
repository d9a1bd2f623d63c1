import { type IdPage, idPage } from '../platform/id-page.ts';
import { readLiveCounts } from '../platform/live-counts.ts';
import type { Tx } from '../platform/transaction.ts';

/** At most `limit` keys of products in order of creation; all if `limit` is null. */
export async function listProductKeys({ sql }: Tx, limit: number | null): Promise<string[]> {
  const rows = await sql<{ key: string }[]>`
    select key from products order by id limit ${limit}::bigint`;
  return rows.map((row) => row.key);
}

/**
 * Returns ids by key and creates the missing products. The rows cannot be deleted until the
 * transaction ends, so rows that refer to them can be written.
 */
export async function ensureProducts(
  { sql, now }: Tx,
  products: readonly { key: string; name: string }[],
): Promise<{ ids: Map<string, number>; made: string[] }> {
  const wanted = [...new Map(products.map((product) => [product.key, product])).values()].sort(
    (a, b) => (a.key < b.key ? -1 : 1),
  );
  const ids = new Map<string, number>();
  const read = async (keys: string[]) => {
    const rows = await sql<{ id: number; key: string }[]>`
      select id, key from products where key = any(${keys}::text[]) order by key for key share`;
    for (const row of rows) ids.set(row.key, row.id);
  };
  await read(wanted.map(({ key }) => key));
  const missing = wanted.filter(({ key }) => !ids.has(key));
  if (missing.length === 0) return { ids, made: [] };
  const made = await sql<{ id: number; key: string }[]>`
    insert into products (key, name, created_at, updated_at)
    select key, name, ${now}, ${now}
    from unnest(${missing.map(({ key }) => key)}::text[], ${missing.map(({ name }) => name)}::text[])
      as wanted (key, name)
    on conflict (key) do nothing returning id, key`;
  for (const row of made) ids.set(row.key, row.id);
  // Another transaction committed the rest in the meantime.
  const late = missing.filter(({ key }) => !ids.has(key));
  if (late.length > 0) await read(late.map(({ key }) => key));
  return { ids, made: made.map(({ key }) => key) };
}

export interface ProductRow {
  id: number;
  key: string;
  name: string;
  revision: number;
}

export interface CountedProductRow extends ProductRow {
  active_subscriptions: number;
}

export async function findProduct({ sql }: Tx, key: string): Promise<ProductRow | null> {
  const [row] = await sql<ProductRow[]>`
    select id, key, name, revision from products where key = ${key}`;
  return row ?? null;
}

/** In order of creation. How many subscriptions are active is kept, and nobody is counted (COUNT-08). */
export async function listProducts(
  tx: Tx,
  { key, ...page }: IdPage & { key: string | null },
): Promise<CountedProductRow[]> {
  const { behind, order } = idPage(tx, page);
  const rows = await tx.sql<Omit<CountedProductRow, 'active_subscriptions'>[]>`
    select id, key, name, revision from products
    where (${key}::text is null or key = ${key}) ${behind} ${order}`;
  const ids = rows.map(({ id }) => id);
  const counts = await readLiveCounts(tx, 'product', ids);
  const active = new Map(counts.map(({ subject_id, count }) => [subject_id, count]));
  return rows.map((row) => ({ ...row, active_subscriptions: active.get(row.id) ?? 0 }));
}

/** Returns null if the key is taken. */
export async function insertProduct(
  { sql, now }: Tx,
  product: { key: string; name: string },
): Promise<ProductRow | null> {
  const [row] = await sql<ProductRow[]>`
    insert into products (key, name, created_at, updated_at)
    values (${product.key}, ${product.name}, ${now}, ${now})
    on conflict (key) do nothing returning id, key, name, revision`;
  return row ?? null;
}

export async function renameProduct({ sql, now }: Tx, id: number, name: string): Promise<void> {
  await sql`update products set name = ${name}, updated_at = ${now} where id = ${id}`;
}

/** Locks a product against new references and counts the existing ones. */
export async function lockProduct(
  { sql }: Tx,
  key: string,
): Promise<{ id: number; subscriptions: number; payments: number } | null> {
  const [row] = await sql<{ id: number }[]>`
    select id from products where key = ${key} for update`;
  if (!row) return null;
  const [counts] = await sql<{ subscriptions: number; payments: number }[]>`
    select (select count(*) from subscriptions where product_id = ${row.id})::int as subscriptions,
      (select count(*) from payments where product_id = ${row.id})::int as payments`;
  return { id: row.id, subscriptions: counts?.subscriptions ?? 0, payments: counts?.payments ?? 0 };
}

export async function deleteProduct({ sql }: Tx, id: number): Promise<void> {
  await sql`delete from products where id = ${id}`;
}
