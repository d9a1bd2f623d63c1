import type { Code } from '../platform/codes.ts';
import type { Tx } from '../platform/transaction.ts';

export interface FieldRow {
  key: string;
  name: string;
  type: Code<'fields.type'>;
  active: boolean;
  /** Whether any person has ever had a value. */
  used: boolean;
  revision: number;
}

export async function listFields({ sql }: Tx): Promise<FieldRow[]> {
  return await sql<
    FieldRow[]
  >`select key, name, type, active, used, revision from fields order by key`;
}

/** A page in order of key; `after` is the key of the last row shown. */
export async function fieldPage(
  { sql }: Tx,
  query: { after: string; limit: number },
): Promise<FieldRow[]> {
  return await sql<FieldRow[]>`
    select key, name, type, active, used, revision from fields where key collate "C" > ${query.after}
    order by key collate "C" limit ${query.limit}`;
}

/** Locks the row if it will be changed, so that no value arrives meanwhile. */
export async function lockField({ sql }: Tx, key: string): Promise<FieldRow | null> {
  const [row] = await sql<FieldRow[]>`
    select key, name, type, active, used, revision from fields where key = ${key} for update`;
  return row ?? null;
}

/** Returns null if the key is taken. */
export async function insertField(
  { sql, now }: Tx,
  field: { key: string; name: string; type: string; active: boolean },
): Promise<FieldRow | null> {
  const [row] = await sql<FieldRow[]>`
    insert into fields (key, name, type, active, created_at)
    values (${field.key}, ${field.name}, ${field.type}, ${field.active}, ${now})
    on conflict (key) do nothing returning key, name, type, active, used, revision`;
  return row ?? null;
}

export async function updateField(
  { sql }: Tx,
  field: { key: string; name: string; type: string; active: boolean },
): Promise<FieldRow> {
  const [row] = await sql<[FieldRow]>`
    update fields set name = ${field.name}, type = ${field.type}, active = ${field.active}
    where key = ${field.key} returning key, name, type, active, used, revision`;
  return row;
}

export async function deleteField({ sql }: Tx, key: string): Promise<void> {
  await sql`delete from fields where key = ${key}`;
}

export async function findFields({ sql }: Tx, keys: string[]): Promise<FieldRow[]> {
  return await sql<FieldRow[]>`
    select key, name, type, active, used, revision from fields where key = any(${keys}::text[])`;
}

/** Registers fields on first arrival; a field that another process registered meanwhile stays. */
export async function ensureFields(
  { sql, now }: Tx,
  fields: { key: string; type: string }[],
): Promise<void> {
  const sorted = [...fields].sort((a, b) => (a.key < b.key ? -1 : 1));
  await sql`
    insert into fields (key, name, type, used, created_at)
    select key, key, type, true, ${now}
    from unnest(${sorted.map((field) => field.key)}::text[], ${sorted.map((field) => field.type)}::text[])
      as wanted (key, type)
    on conflict (key) do nothing`;
}

/** Marks fields as having a value; their types can no longer change. */
export async function markFieldsUsed({ sql }: Tx, keys: string[]): Promise<void> {
  await sql`
    update fields set used = true where key = any(${[...keys].sort()}::text[]) and not used`;
}
