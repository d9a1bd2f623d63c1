import type { Tx } from './transaction.ts';

export type ImportStatus = 'receiving' | 'working' | 'done' | 'failed' | 'canceled';

export interface ImportRow {
  id: number;
  status: ImportStatus;
  format: 'csv' | 'ndjson';
  /** Whether its changes are recorded as events. */
  trigger: boolean;
  /** Added to everybody. */
  tags: string[];
  columns: { column: string; target: string }[];
  new_fields: { key: string; type: string }[];
  rows: number;
  created: number;
  updated: number;
  repeated: number;
  invalid: number;
  /** Rows in error that are kept; all are counted in `invalid`. */
  errors_kept: number;
  reason: string | null;
  created_at: Date;
  finished_at: Date | null;
}

/** A row of a file that was left out; `row` counts from 1, the header included. */
export interface ImportErrorRow {
  row: number;
  column: string | null;
  message: string;
  excerpt: string;
}

/** What became of the rows of a chunk. */
export interface ImportCounts {
  created: number;
  updated: number;
  repeated: number;
  invalid: number;
}

export async function insertImport(
  { sql, now }: Tx,
  wanted: Pick<ImportRow, 'format' | 'trigger' | 'tags'>,
): Promise<number> {
  const [row] = await sql<[{ id: number }]>`
    insert into imports (format, trigger, tags, created_at)
    values (${wanted.format}, ${wanted.trigger}, ${wanted.tags}, ${now}) returning id`;
  return row.id;
}

/**
 * Keeps what has arrived: rows as JSON text, and those in error. False where the import was
 * canceled meanwhile. Who receives is heard of on the database's clock, whatever the test clock says.
 */
export async function keepArrived(
  { sql }: Tx,
  id: number,
  arrived: { number: number; rows: string | null; received: number; invalid: number; kept: number },
): Promise<boolean> {
  const open = await sql`
    update imports set rows = rows + ${arrived.received}, invalid = invalid + ${arrived.invalid},
      errors_kept = errors_kept + ${arrived.kept}, heard_at = clock_timestamp()
    where id = ${id} and status = 'receiving' returning 1`;
  if (open.length === 0) return false;
  if (arrived.rows !== null) {
    await sql`
      insert into import_chunks (import_id, number, rows)
      values (${id}, ${arrived.number}, ${arrived.rows})`;
  }
  return true;
}

export async function insertImportErrors(
  { sql }: Tx,
  id: number,
  errors: readonly ImportErrorRow[],
): Promise<void> {
  await sql`
    insert into import_errors (import_id, row, column_name, message, excerpt)
    select ${id}, e.row, e."column", e.message, e.excerpt
    from jsonb_to_recordset(${JSON.stringify(errors)}::text::jsonb)
      as e (row bigint, "column" text, message text, excerpt text)`;
}

/** The whole file is there, and its rows may be written; false where it was canceled meanwhile. */
export async function openImport(
  { sql }: Tx,
  id: number,
  found: Pick<ImportRow, 'columns' | 'new_fields'>,
): Promise<boolean> {
  const rows = await sql`
    update imports set status = 'working', columns = ${JSON.stringify(found.columns)}::text::jsonb,
      new_fields = ${JSON.stringify(found.new_fields)}::text::jsonb
    where id = ${id} and status = 'receiving' returning 1`;
  return rows.length === 1;
}

/** Ends an import and frees what it still holds; false where it had ended before. */
export async function endImport(
  { sql, now }: Tx,
  id: number,
  status: 'done' | 'failed' | 'canceled',
  reason: string | null = null,
): Promise<boolean> {
  const rows = await sql`
    update imports set status = ${status}, reason = ${reason}, finished_at = ${now}
    where id = ${id} and status in ('receiving', 'working') returning 1`;
  if (rows.length === 0) return false;
  await sql`delete from import_chunks where import_id = ${id}`;
  return true;
}

export async function deleteImport({ sql }: Tx, id: number): Promise<void> {
  await sql`delete from imports where id = ${id}`;
}

/** The oldest import with rows to be written, or the one named, unless another process is at it. */
export async function claimImport({ sql }: Tx, id: number | null): Promise<ImportRow | null> {
  const [row] = await sql<ImportRow[]>`
    select * from imports
    where status = 'working' and (${id}::bigint is null or id = ${id})
    order by id limit 1 for no key update skip locked`;
  return row ?? null;
}

/** The first chunk that is left, taken out; null where none is. */
export async function takeChunk(
  { sql }: Tx,
  id: number,
): Promise<{ number: number; rows: string } | null> {
  const [chunk] = await sql<{ number: number; rows: string }[]>`
    delete from import_chunks where import_id = ${id} and number = (
      select min(number) from import_chunks where import_id = ${id})
    returning number, rows`;
  return chunk ?? null;
}

export async function countWritten(
  { sql }: Tx,
  id: number,
  counts: ImportCounts & { kept: number },
): Promise<void> {
  await sql`
    update imports set created = created + ${counts.created}, updated = updated + ${counts.updated},
      repeated = repeated + ${counts.repeated}, invalid = invalid + ${counts.invalid},
      errors_kept = errors_kept + ${counts.kept}
    where id = ${id}`;
}

export async function findImport({ sql }: Tx, id: number): Promise<ImportRow | null> {
  const [row] = await sql<ImportRow[]>`select * from imports where id = ${id}`;
  return row ?? null;
}

/** Newest first; `before` is the id of the last row shown. */
export async function listImports(
  { sql }: Tx,
  query: { before: number | null; limit: number },
): Promise<ImportRow[]> {
  return await sql<ImportRow[]>`
    select * from imports where ${query.before}::bigint is null or id < ${query.before}
    order by id desc limit ${query.limit}`;
}

/** In order of rows; `after` is the last row shown. */
export async function listImportErrors(
  { sql }: Tx,
  query: { id: number; after: number; limit: number },
): Promise<ImportErrorRow[]> {
  return await sql<ImportErrorRow[]>`
    select row, column_name as "column", message, excerpt from import_errors
    where import_id = ${query.id} and row > ${query.after} order by row limit ${query.limit}`;
}

/** Uploads whose process was not heard of for so long; nothing of them is imported. */
export async function failSilentImports(
  tx: Tx,
  { silentMs, reason }: { silentMs: number; reason: string },
): Promise<number> {
  const { sql } = tx;
  const silent = await sql<{ id: number }[]>`
    select id from imports
    where status = 'receiving'
      and heard_at < clock_timestamp() - ${silentMs} * interval '1 millisecond'
    for update skip locked`;
  for (const { id } of silent) await endImport(tx, id, 'failed', reason);
  return silent.length;
}

/** Forgets imports that ended before, with their rows in error. */
export async function forgetImports({ sql }: Tx, before: Date): Promise<void> {
  await sql`delete from imports where finished_at < ${before}`;
}
