import { type Issue, ValueError } from '../../platform/issue.ts';
import { limits } from '../../platform/limits.ts';
import { invalid } from '../../platform/refusal.ts';

/** A row that is not imported. */
export interface RefusedRow {
  row: number;
  /** `path` is the column, empty for the row as a whole. */
  issue: Issue;
  /** The beginning of the row. */
  excerpt: string;
}

/** An excerpt that the database can store. */
function excerptOf(text: string): string {
  return text.slice(0, limits.importExcerptChars).toWellFormed().replaceAll('\u0000', '\ufffd');
}

/** A readable row with an invalid value. Rethrows errors other than ValueError. */
export function refusedRow(row: number, error: unknown, text: string): RefusedRow {
  if (!(error instanceof ValueError)) throw error;
  const { path, code, message } = error.issue;
  const issue = { path: path.toWellFormed(), code, message: message.toWellFormed() };
  return { row, issue, excerpt: excerptOf(text) };
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
  return { row, issue, excerpt: excerptOf(excerpt) };
}

export function emptyFile() {
  const message = 'The file is empty. Its first row names the columns, one of them email.';
  return invalid([{ path: 'content', code: 'file_empty', message }]);
}
