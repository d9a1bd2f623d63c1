import type { JsonObject } from '@postroad/core/platform/json';
import type { Tx } from '../../platform/transaction.ts';

/** The first and the last id of the records that the example has in a table. */
export type IdRange = readonly [first: number, last: number];

/** The example company, while it is in the account. */
export interface ExampleRow {
  loaded_at: Date;
  /** By table; nothing else has an id between them. */
  id_ranges: Readonly<Record<string, IdRange>>;
  field_keys: string[];
  /** What it gave to settings that had their defaults. */
  settings: JsonObject;
}

export async function findExample({ sql }: Tx): Promise<ExampleRow | null> {
  const [row] = await sql<ExampleRow[]>`
    select loaded_at, id_ranges, field_keys, settings from example`;
  return row ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockExample({ sql }: Tx): Promise<ExampleRow | null> {
  const [row] = await sql<ExampleRow[]>`
    select loaded_at, id_ranges, field_keys, settings from example for update`;
  return row ?? null;
}

/** False if another call has loaded it. */
export async function insertExample({ sql }: Tx, row: ExampleRow): Promise<boolean> {
  const rows = await sql`
    insert into example (loaded_at, id_ranges, field_keys, settings)
    values (${row.loaded_at}, ${JSON.stringify(row.id_ranges)}::text::jsonb, ${row.field_keys},
      ${JSON.stringify(row.settings)}::text::jsonb)
    on conflict do nothing returning 1`;
  return rows.length === 1;
}

/** Whether there are people, and whether mail was ever sent. */
export async function readUse({ sql }: Tx): Promise<{ people: boolean; mail: boolean }> {
  const [row] = await sql<[{ people: boolean; mail: boolean }]>`
    select exists (select from people) as people, exists (select from send_log) as mail`;
  return row;
}

/** The keys of these that records of the account have already, each with the word for its record. */
export async function takenKeys(
  { sql }: Tx,
  keys: Readonly<
    Record<
      'flows' | 'segments' | 'guards' | 'components' | 'products' | 'fields',
      readonly string[]
    >
  >,
): Promise<{ noun: string; key: string }[]> {
  const list = (name: keyof typeof keys) => [...keys[name]];
  return await sql<{ noun: string; key: string }[]>`
    select 'flow' as noun, key from flows where key = any(${list('flows')})
    union all select 'segment', key from segments where key = any(${list('segments')})
    union all select 'guard', key from guards where key = any(${list('guards')})
    union all select 'component', key from components where key = any(${list('components')})
    union all select 'product', key from products where key = any(${list('products')})
    union all select 'field', key from fields where key = any(${list('fields')})`;
}
