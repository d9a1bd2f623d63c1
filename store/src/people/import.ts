import type { Code } from '../platform/codes.ts';
import type { Sql } from '../platform/connection/database.ts';
import { type IdPage, idPage } from '../platform/id-page.ts';
import type { Tx } from '../platform/transaction.ts';

export type ImportStatus = Code<'imports.status'>;

export interface ImportRow {
  id: number;
  status: ImportStatus;
  format: Code<'imports.format'>;
  /** Whether its changes are recorded as events. */
  trigger: boolean;
  /** Added to every person. */
  tags: string[];
  columns: { column: string; target: string }[];
  rows: number;
  created: number;
  updated: number;
  repeated: number;
  /** All invalid rows; only the first are stored. */
  invalid: number;
  /** Rows imported without bad cells. */
  without_cells: number;
  reason: string | null;
  created_at: Date;
  finished_at: Date | null;
}

/** An invalid row of a file; `row` counts from 1, header included. */
export interface ImportErrorRow {
  row: number;
  column: string | null;
  message: string;
  excerpt: string;
  /** Whether the row was left out, or only bad cells of it. */
  left_out: Code<'import_errors.left_out'>;
}

/** The same as it is stored. */
export interface KeptErrorRow extends ImportErrorRow {
  email: string | null;
  /** The whole row: cells of CSV, or an object of NDJSON; null where it was not kept. */
  values: readonly string[] | Readonly<Record<string, unknown>> | null;
}

/** The outcome of the rows of a chunk. */
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

export interface Arrived {
  /** JSON text; null if every row that arrived was invalid. */
  chunk: { number: number; rows: string; ordered: boolean } | null;
  received: number;
  invalid: number;
  withoutCells: number;
}

/**
 * Stores received rows. Returns false if the import was canceled meanwhile. The time of the last
 * arrival uses the database's clock, even with a test clock.
 */
export async function keepArrived({ sql }: Tx, id: number, arrived: Arrived): Promise<boolean> {
  const open = await sql`
    update imports set rows = rows + ${arrived.received}, invalid = invalid + ${arrived.invalid},
      without_cells = without_cells + ${arrived.withoutCells}, heartbeat_at = clock_timestamp()
    where id = ${id} and status = 'receiving' returning 1`;
  if (open.length === 0) return false;
  const { chunk } = arrived;
  if (chunk !== null) {
    await sql`
      insert into import_chunks (import_id, number, rows, ordered)
      values (${id}, ${chunk.number}, ${chunk.rows}, ${chunk.ordered})`;
  }
  return true;
}

/**
 * Stores rows in error, up to `most` per import. A row that was to be imported without a cell, and that
 * is refused after all, is stored as refused.
 */
export async function insertImportErrors(
  { sql }: Tx,
  id: number,
  errors: readonly KeptErrorRow[],
  most: number,
): Promise<void> {
  await sql`
    insert into import_errors (import_id, row, column_name, message, excerpt, left_out, email, row_values)
    select ${id}, e.row, e."column", e.message, e.excerpt, e.left_out, e.email, e.values
    from jsonb_to_recordset(${JSON.stringify(errors)}::text::jsonb)
      as e (row bigint, "column" text, message text, excerpt text, left_out text, email text, values jsonb)
    order by e.row limit greatest(0, ${most}::int - (
      select count(*) from import_errors where import_id = ${id})::int)
    on conflict (import_id, row) do update set column_name = excluded.column_name,
      message = excluded.message, left_out = excluded.left_out`;
}

/**
 * Marks the upload as complete, so that its rows may be written. Returns false if the import was
 * canceled meanwhile.
 */
export async function openImport(
  { sql }: Tx,
  id: number,
  columns: ImportRow['columns'],
): Promise<boolean> {
  const rows = await sql`
    update imports set status = 'working', columns = ${JSON.stringify(columns)}::text::jsonb
    where id = ${id} and status = 'receiving' returning 1`;
  return rows.length === 1;
}

/** Waits for chunks being written, adds up their outcomes and deletes them. */
async function foldChunks(sql: Sql, id: number): Promise<void> {
  await sql`
    with gone as (
      delete from import_chunks where import_id = ${id} returning created, updated, repeated, invalid
    )
    update imports i set created = i.created + g.created, updated = i.updated + g.updated,
      repeated = i.repeated + g.repeated, invalid = i.invalid + g.invalid
    from (
      select coalesce(sum(created), 0) as created, coalesce(sum(updated), 0) as updated,
        coalesce(sum(repeated), 0) as repeated, coalesce(sum(invalid), 0) as invalid
      from gone
    ) g
    where i.id = ${id}`;
}

/** Ends an import and frees its data. Returns false if it had already ended. */
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
  await foldChunks(sql, id);
  return true;
}

export async function deleteImport({ sql }: Tx, id: number): Promise<void> {
  await sql`delete from imports where id = ${id}`;
}

export interface ClaimedChunk extends Pick<ImportRow, 'trigger' | 'tags' | 'format' | 'columns'> {
  import_id: number;
  number: number;
  rows: string;
}

/**
 * Claims the first unwritten chunk of the oldest import, or of the given one, that no other process
 * has. A chunk with people of an earlier chunk waits for all earlier ones.
 */
export async function claimChunk({ sql }: Tx, id: number | null): Promise<ClaimedChunk | null> {
  const [chunk] = await sql<ClaimedChunk[]>`
    select c.import_id, c.number, c.rows, i.trigger, i.tags, i.format, i.columns
    from import_chunks c join imports i on i.id = c.import_id
    where i.status = 'working' and c.rows is not null
      and (${id}::bigint is null or c.import_id = ${id})
      and (not c.ordered or not exists (
        select from import_chunks e
        where e.import_id = c.import_id and e.number < c.number and e.rows is not null))
    order by c.import_id, c.number limit 1 for update of c skip locked`;
  return chunk ?? null;
}

export async function settleChunk(
  { sql }: Tx,
  chunk: Pick<ClaimedChunk, 'import_id' | 'number'>,
  counts: ImportCounts,
): Promise<void> {
  await sql`
    update import_chunks set rows = null, created = ${counts.created}, updated = ${counts.updated},
      repeated = ${counts.repeated}, invalid = ${counts.invalid}
    where import_id = ${chunk.import_id} and number = ${chunk.number}`;
}

/**
 * Ends an import whose chunks are all written, the given one or any. Returns null if there is none.
 */
export async function finishImport(tx: Tx, id: number | null): Promise<number | null> {
  const [found] = await tx.sql<{ id: number }[]>`
    select id from imports i
    where status = 'working' and (${id}::bigint is null or id = ${id}) and not exists (
      select from import_chunks c where c.import_id = i.id and c.rows is not null)
    limit 1 for update skip locked`;
  return found !== undefined && (await endImport(tx, found.id, 'done')) ? found.id : null;
}

/** The columns of an import, with the outcomes of its chunks so far. */
function importRows(sql: Sql) {
  return sql`
    select i.id, i.status, i.format, i.trigger, i.tags, i.columns, i.rows, i.reason, i.created_at,
      i.finished_at, i.without_cells, i.created + coalesce(c.created, 0) as created,
      i.updated + coalesce(c.updated, 0) as updated,
      i.repeated + coalesce(c.repeated, 0) as repeated, i.invalid + coalesce(c.invalid, 0) as invalid
    from imports i left join lateral (
      select sum(created)::bigint as created, sum(updated)::bigint as updated,
        sum(repeated)::bigint as repeated, sum(invalid)::bigint as invalid
      from import_chunks where import_id = i.id
    ) c on true`;
}

export async function findImport({ sql }: Tx, id: number): Promise<ImportRow | null> {
  const [row] = await sql<ImportRow[]>`${importRows(sql)} where i.id = ${id}`;
  return row ?? null;
}

/** The first import that has people to add yet; null where there is none. */
export async function findUnendedImport({ sql }: Tx): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    select id from imports where status in ('receiving', 'working') order by id limit 1`;
  return row?.id ?? null;
}

/** Newest first; `before` is the id of the last row shown. */
export async function listImports(tx: Tx, page: IdPage): Promise<ImportRow[]> {
  const { sql } = tx;
  const { behind, order } = idPage(tx, page, 'i.id');
  return await sql<ImportRow[]>`
    ${importRows(sql)} where true ${behind} ${order}`;
}

/** In order of rows; `after` is the last row shown. */
export async function listImportErrors(
  { sql }: Tx,
  query: { id: number; after: number; limit: number },
): Promise<ImportErrorRow[]> {
  return await sql<ImportErrorRow[]>`
    select row, column_name as "column", message, excerpt, left_out from import_errors
    where import_id = ${query.id} and row > ${query.after}::bigint order by row limit ${query.limit}`;
}

/** The same with their whole rows. */
export async function listRowsToCorrect(
  { sql }: Tx,
  query: { id: number; after: number; limit: number },
): Promise<KeptErrorRow[]> {
  return await sql<KeptErrorRow[]>`
    select row, column_name as "column", message, excerpt, left_out, email, row_values as "values"
    from import_errors
    where import_id = ${query.id} and row > ${query.after}::bigint order by row limit ${query.limit}`;
}

/** Fails uploads whose process has been silent for too long; none of their rows are imported. */
export async function failSilentImports(
  tx: Tx,
  { silentMs, reason }: { silentMs: number; reason: string },
): Promise<void> {
  const { sql } = tx;
  const silent = await sql<{ id: number }[]>`
    select id from imports
    where status = 'receiving'
      and heartbeat_at < clock_timestamp() - ${silentMs} * interval '1 millisecond'
    for update skip locked`;
  for (const { id } of silent) {
    await endImport(tx, id, 'failed', reason);
    tx.work.tell({ resource: 'imports', id, action: 'updated' });
  }
}

/** Deletes imports that ended before an instant, with their invalid rows. */
export async function forgetImports({ sql }: Tx, before: Date): Promise<void> {
  await sql`delete from imports where finished_at < ${before}`;
}
