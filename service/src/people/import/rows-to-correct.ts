import { csvLine, guardCell, joinTags } from '@postroad/core/people/import/cells';
import { errorColumns } from '@postroad/core/people/import/columns';
import type { ImportedPerson } from '@postroad/core/people/import/imported-person';
import { limits } from '@postroad/core/platform/limits';
import { notFound } from '@postroad/core/platform/refusal';
import {
  findImport,
  type ImportErrorRow,
  type ImportRow,
  type KeptErrorRow,
  listRowsToCorrect,
} from '@postroad/store/people/import';
import { transaction } from '@postroad/store/platform/transaction';
import type { TransactionDeps } from '../../platform/transaction-deps.ts';
import type { UnwrittenRow } from './write-import.ts';

type Columns = ImportRow['columns'];

/** A row in error as answers show it, without its values. */
export function shownError(error: ImportErrorRow): ImportErrorRow {
  const { row, column, message, excerpt, left_out } = error;
  return { row, column, message, excerpt, left_out };
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return joinTags(value as string[]);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What was read of a row, in the columns of its file. */
function cellsOf(person: ImportedPerson, columns: Columns): string[] {
  const values: Readonly<Record<string, unknown>> = { ...person };
  return columns.map(({ target }) => {
    if (target === 'name')
      return cellText([person.first_name, person.last_name].filter(Boolean).join(' '));
    const [, field] = /^fields\.([^:]+)/.exec(target) ?? [];
    return cellText(field === undefined ? values[target] : person.fields?.[field]);
  });
}

/** A row that could not be written, as it is stored: of its file, only what was read of it is known. */
export function rowToCorrect(
  error: UnwrittenRow,
  { format, columns }: Pick<ImportRow, 'format' | 'columns'>,
): KeptErrorRow {
  const { person } = error;
  const values = format === 'csv' ? cellsOf(person, columns) : { ...person };
  return { ...shownError(error), email: person.email, values };
}

/** What is wrong; of a row that is not kept whole, also how it begins. */
function messageOf({ message, values, excerpt }: KeptErrorRow): string {
  return values === null && excerpt !== '' ? `${message} The row begins: ${excerpt}` : message;
}

function line(error: KeptErrorRow, columns: Columns): string {
  const cells = Array.isArray(error.values) ? (error.values as string[]) : [];
  const own = cells.concat(columns.slice(cells.length).map(() => ''));
  const about = [error.column ?? '', messageOf(error)];
  return csvLine([String(error.row), ...[...about, ...own].map(guardCell)]);
}

function jsonLine(error: KeptErrorRow): string {
  const { row, column, values } = error;
  const about = { import_row: row, import_column: column, import_error: messageOf(error) };
  return `${JSON.stringify({ ...about, ...(Array.isArray(values) ? {} : values) })}\n`;
}

/**
 * The rows in error of an import as a file: what is wrong with each, then the whole row, so that it can
 * be corrected and imported again. A row that is too long, or that cannot be read, has no values. Throws a
 * 404.
 */
export async function* streamRowsToCorrect(
  deps: TransactionDeps,
  id: number,
  asked: ImportRow['format'] | undefined,
): AsyncGenerator<string> {
  const read = { readOnly: true };
  const found = await transaction(deps.database, read, (tx) => findImport(tx, id));
  if (found === null) throw notFound('import', id);
  const csv = (asked ?? found.format) === 'csv';
  const columns = found.format === 'csv' ? found.columns : [];
  if (csv) yield csvLine([...errorColumns, ...columns.map(({ column }) => guardCell(column))]);
  for (let after = 0; ; ) {
    const query = { id, after, limit: limits.exportBatchRows };
    const errors = await transaction(deps.database, read, (tx) => listRowsToCorrect(tx, query));
    if (errors.length === 0) return;
    yield errors.map((error) => (csv ? line(error, columns) : jsonLine(error))).join('');
    after = errors.at(-1)?.row ?? after;
  }
}
