import { limits } from '../../platform/limits.ts';
import { invalid } from '../../platform/refusal.ts';
import { ValueFault } from '../person-values.ts';

/** Why a row is not imported; `column` is null where it is about the row as a whole. */
export interface RowFault {
  row: number;
  column: string | null;
  message: string;
  /** How the row begins. */
  excerpt: string;
}

/** An excerpt as the database takes it. */
function excerptOf(text: string): string {
  return text.slice(0, limits.importExcerptChars).toWellFormed().replaceAll('\u0000', '\ufffd');
}

/** The fault of a row that was read. Throws what is no ValueFault. */
export function faultOf(row: number, error: unknown, text: string): RowFault {
  if (!(error instanceof ValueFault)) throw error;
  const column = error.path === '' ? null : error.path.toWellFormed();
  return { row, column, message: error.message.toWellFormed(), excerpt: excerptOf(text) };
}

export function unreadable({
  row,
  fault,
  excerpt,
}: {
  row: number;
  fault: string;
  excerpt: string;
}): RowFault {
  return { row, column: null, message: fault, excerpt: excerptOf(excerpt) };
}

export function emptyFile() {
  const message = 'The file is empty. Its first row names the columns, one of them email.';
  return invalid([{ path: 'content', code: 'file_empty', message }]);
}
