import { advisoryLocks } from './advisory-locks.ts';
import type { Tx } from './transaction.ts';

/** Tables whose records have both an id and a key that is made for them. */
export type KeyedTable = 'emails' | 'layouts' | 'sequences';

/** Holds off everybody else who gives a record a key until the transaction ends. */
export async function lockRecordKeys({ sql }: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.recordKeys}::bigint)`;
}

/** Whether `key` is there, and all keys that begin with `beginning`. */
export async function listKeysFrom(
  { sql }: Tx,
  table: KeyedTable,
  key: string,
  beginning: string,
): Promise<Set<string>> {
  // No character of a key comes behind a tilde.
  const rows = await sql<{ key: string }[]>`
    select key from ${sql(table)} where key collate "C" = ${key}
    union all
    select key from ${sql(table)}
    where key collate "C" >= ${beginning} and key collate "C" < ${`${beginning}~`}`;
  return new Set(rows.map(({ key }) => key));
}

/** Every key of a table, for the one that an unknown key may be a slip of. */
export async function listKeys({ sql }: Tx, table: KeyedTable | 'segments'): Promise<string[]> {
  const rows = await sql<{ key: string }[]>`select key from ${sql(table)} order by id`;
  return rows.map(({ key }) => key);
}

/** The id that the next record gets; nobody else gets it, whatever becomes of the transaction. */
export async function nextId({ sql }: Tx, table: KeyedTable): Promise<number> {
  const [row] = await sql<[{ id: number }]>`
    select nextval(pg_get_serial_sequence(${table}::text, 'id')) as id`;
  return row.id;
}

/** Ids by key, of those keys that are there. */
export async function findIdsByKey(
  { sql }: Tx,
  table: KeyedTable,
  keys: readonly string[],
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await sql<{ id: number; key: string }[]>`
    select id, key from ${sql(table)} where key collate "C" = any(${[...keys]}::text[])`;
  return new Map(rows.map(({ id, key }) => [key, id]));
}
