import { type Issue, ValueError } from '../../platform/issue.ts';
import type { JsonObject } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { invalid } from '../../platform/refusal.ts';
import { parseAddress } from '../address.ts';

/** A row that is not imported. */
export interface RefusedRow {
  row: number;
  /** `path` is the column, empty for the row as a whole. */
  issue: Issue;
  /** The beginning of the row. */
  excerpt: string;
  /** The address in it, where there is one. */
  email: string | null;
  /** The whole row to correct: its cells, or its object; null where it is too long, or unreadable. */
  values: RowValues | null;
}

/** The cells of a row of CSV as text, or the object of a line of NDJSON. */
export type RowValues = readonly string[] | JsonObject;

/** A row as it is read, before anything of it is judged. */
export interface WholeRow {
  row: number;
  /** As one text. */
  text: string;
  values: RowValues;
  email: unknown;
}

/** Values that the database can store. */
function keptValues(values: RowValues): RowValues | null {
  const text = JSON.stringify(values);
  if (text.length > limits.importRowKeptChars) return null;
  if (!Array.isArray(values)) return values;
  return values.map((cell: string) => cell.toWellFormed().replaceAll('\u0000', '\ufffd'));
}

/** An excerpt that the database can store. */
function excerptOf(text: string): string {
  return text.slice(0, limits.importExcerptChars).toWellFormed().replaceAll('\u0000', '\ufffd');
}

/** A readable row with an invalid value. Rethrows errors other than ValueError. */
export function refusedRow(whole: WholeRow, error: unknown): RefusedRow {
  if (!(error instanceof ValueError)) throw error;
  const { path, code, message } = error.issue;
  const issue = { path: path.toWellFormed(), code, message: message.toWellFormed() };
  const { row, text, values, email } = whole;
  return {
    ...{ row, issue, excerpt: excerptOf(text), values: keptValues(values) },
    email: typeof email === 'string' ? parseAddress(email) : null,
  };
}

/** What is said of a row whose bad cells were left out; nothing where none were. */
export function leftOf(whole: WholeRow, left: readonly ValueError[]): { left?: RefusedRow } {
  const [first, ...others] = left;
  if (first === undefined) return {};
  const refused = refusedRow(whole, first);
  const messages = [first, ...others].map(({ issue }) => issue.message.toWellFormed());
  return { left: { ...refused, issue: { ...refused.issue, message: messages.join(' ') } } };
}

export function unreadableRow({
  row,
  fault,
  excerpt,
}: {
  row: number;
  fault: string;
  excerpt: string;
}): RefusedRow {
  const issue = { path: '', code: 'row_unreadable', message: fault };
  return { row, issue, excerpt: excerptOf(excerpt), email: null, values: null };
}

export function emptyFile() {
  const message = 'The file is empty. Its first row names the columns, one of them email.';
  return invalid([{ path: 'content', code: 'file_empty', message }]);
}
