import { exportHeader, exportLine } from '@postroad/core/people/import/export-row';
import type { ImportFormat } from '@postroad/core/people/import/people-file';
import { limits } from '@postroad/core/platform/limits';
import { exportBatch, lastPersonId } from '@postroad/store/people/export-people';
import type { FieldRow } from '@postroad/store/people/field';
import { listFields } from '@postroad/store/people/field';
import { filterHolds } from '@postroad/store/people/person-filter';
import type { Database } from '@postroad/store/platform/connection/database';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { type FilterDeps, type FilterInput, readFilter } from '../find-people.ts';
import { type PersonViewDeps, personView } from '../person-handlers.ts';

export interface ExportOrder extends FilterInput {
  format: ImportFormat;
}

/** The position of an export: it continues after `after` and ends with `last`. */
export interface ExportCursor {
  after: number;
  last: number;
}

export interface ExportPart {
  content: string;
  people: number;
  /** Null at the end. */
  next: ExportCursor | null;
}

type Fields = Pick<FieldRow, 'key' | 'type'>[];

/** The parts of the service that exporting needs. */
export interface ExportDeps extends PersonViewDeps, FilterDeps {
  database: Database;
}

/** The start position of an export. People who are created later are not part of it. */
export async function exportStart(tx: Tx): Promise<ExportCursor> {
  return { after: 0, last: await lastPersonId(tx) };
}

export async function exportFields(tx: Tx): Promise<Fields> {
  return await listFields(tx);
}

/** The header of a CSV file; NDJSON has none. */
export function exportBegin(format: ImportFormat, fields: Fields): string {
  return format === 'csv' ? exportHeader(fields) : '';
}

/** The next people of an export; at most `looked` people are looked at. */
export async function exportPart(
  tx: Tx,
  deps: ExportDeps,
  order: ExportOrder,
  { cursor, fields, looked }: { cursor: ExportCursor; fields: Fields; looked: number },
): Promise<ExportPart> {
  const filter = await readFilter(tx, deps, order);
  if (filter === null) return { content: '', people: 0, next: null };
  const range = { ...cursor, looked };
  const { rows, through } = await exportBatch(tx, filterHolds(tx.sql, filter), range);
  // One query loads every tag of the batch; the names for each person then come from memory.
  await deps.tagNames.names(
    tx,
    rows.flatMap((row) => row.tag_ids),
  );
  let content = '';
  for (const row of rows) {
    const person = await personView(tx, deps, row);
    person.tags.sort();
    content += order.format === 'csv' ? exportLine(person, fields) : `${JSON.stringify(person)}\n`;
  }
  return {
    content,
    people: rows.length,
    next: through === null ? null : { ...cursor, after: through },
  };
}

/**
 * Exports all people who existed when the export began and still do, each in the state of the
 * moment when their batch is read. Many short transactions, so that an export of any size blocks
 * nothing.
 */
export async function* exportPeople(deps: ExportDeps, order: ExportOrder): AsyncGenerator<string> {
  const read = { readOnly: true };
  const { database } = deps;
  const { fields, start } = await transaction(database, read, async (tx) => {
    // Refuses an unknown segment before anything is answered.
    await readFilter(tx, deps, order);
    return { fields: await exportFields(tx), start: await exportStart(tx) };
  });
  yield exportBegin(order.format, fields);
  for (let cursor: ExportCursor | null = start; cursor !== null; ) {
    const at: ExportCursor = cursor;
    const part: ExportPart = await transaction(database, read, (tx) =>
      exportPart(tx, deps, order, { cursor: at, fields, looked: limits.exportBatchRows }),
    );
    if (part.content !== '') yield part.content;
    cursor = part.next;
  }
}
