import { nearest } from '@postroad/core/platform/nearest';
import { UsageError } from '../output/exit-codes.ts';

type Row = Record<string, unknown>;

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The list in an answer: its only member that holds records; null if there is none. */
export function listOf(answer: unknown): { name: string; rows: Row[] } | null {
  if (!isRow(answer)) return null;
  const lists = Object.entries(answer).filter(
    (entry): entry is [string, Row[]] => Array.isArray(entry[1]) && entry[1].every(isRow),
  );
  // A list of flows comes with labels, which are texts; an empty list does not show its kind.
  const filled = lists.filter(([, rows]) => rows.length > 0);
  const [only] = filled.length > 0 ? filled : lists;
  return only && filled.length < 2 ? { name: only[0], rows: only[1] } : null;
}

function pick(row: Row, fields: readonly string[]): Row {
  return Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));
}

function checkFields(fields: readonly string[], known: readonly string[]): void {
  const unknown = fields.find((field) => !known.includes(field));
  if (unknown === undefined) return;
  const near = nearest(unknown, known);
  const hint = near === null ? '' : ` Did you mean ${near}?`;
  throw new UsageError(
    `--json: there is no field "${unknown}".${hint} Fields: ${known.join(', ')}.`,
  );
}

/**
 * Keeps only the named fields: of each record in a list, of the single record in an answer, or of
 * the answer itself. Throws UsageError for an unknown field.
 */
export function selectFields(answer: unknown, list: string): unknown {
  const fields = list.split(',').map((field) => field.trim());
  if (!isRow(answer)) return answer;
  const found = listOf(answer);
  if (found && isListAnswer(answer, found.name)) {
    const { name, rows } = found;
    const areOwn = fields.every((field) => field in answer && !rows.some((row) => field in row));
    if (areOwn) return pick(answer, fields);
    if (rows.length > 0) checkFields(fields, [...new Set(rows.flatMap((row) => Object.keys(row)))]);
    return { ...answer, [name]: rows.map((row) => pick(row, fields)) };
  }
  const records = Object.entries(answer).filter(([, value]) => isRow(value));
  const [wrapped] = records;
  if (wrapped && records.length === 1 && !fields.some((field) => field in answer)) {
    const [name, record] = wrapped as [string, Row];
    checkFields(fields, Object.keys(record));
    return { [name]: pick(record, fields) };
  }
  checkFields(fields, Object.keys(answer));
  return pick(answer, fields);
}

/** Whether an answer is a page of records, not a record that holds some. */
export function isListAnswer(answer: Row, name: string): boolean {
  return 'next_cursor' in answer || Object.keys(answer)[0] === name;
}
