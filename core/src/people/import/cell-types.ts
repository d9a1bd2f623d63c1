import { type FieldType, isCalendarDate } from '../field-type.ts';
import { type DateOrder, readDate } from './dates.ts';

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const plainNumber = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,14})?$/;

const yes: ReadonlySet<string> = new Set(['true', 'yes', 'y', '1']);
const no: ReadonlySet<string> = new Set(['false', 'no', 'n', '0']);

/** Reads true or false in the spellings of common files, or null. */
export function booleanOf(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  if (yes.has(word)) return true;
  return no.has(word) ? false : null;
}

/**
 * The value of a non-empty cell for a field of this type, or null if it does not fit; `ambiguous` for a
 * date that can be read in two ways.
 */
export function typedCell(
  cell: string,
  type: FieldType,
  order: DateOrder | null,
): string | number | boolean | null {
  if (type === 'string') return cell;
  const text = cell.trim();
  if (type === 'boolean') return booleanOf(text);
  if (type === 'date') return readDate(text, order);
  return decimal.test(text) && Number.isFinite(Number(text)) ? Number(text) : null;
}

/**
 * Only text that a number would print identically counts as a number: not 007, 1.50 or +49 30 1234.
 */
function looksLike(cell: string, type: FieldType, order: DateOrder | null): boolean {
  const text = cell.trim();
  if (type === 'number') return plainNumber.test(text) && String(Number(text)) === text;
  if (type === 'boolean') return /^(?:true|false)$/i.test(text);
  // Other formats make a date of a new field only where the caller expects some.
  return type === 'date' && (isCalendarDate(text) || (order !== null && isDate(text, order)));
}

function isDate(text: string, order: DateOrder): boolean {
  return readDate(text, order) !== null;
}

/**
 * The type of a new field from the cells of the first rows: the type that all fit, otherwise
 * string.
 */
export function inferCellType(cells: readonly string[], order: DateOrder | null): FieldType {
  const values = cells.filter((cell) => cell.trim() !== '');
  if (values.length === 0) return 'string';
  const types: FieldType[] = ['number', 'boolean', 'date'];
  return types.find((type) => values.every((cell) => looksLike(cell, type, order))) ?? 'string';
}
