import { invalid, type Refusal } from './refusal.ts';

/** A 422 for a cursor that the list did not give out. */
export function cursorRefused(
  why = 'The cursor is none that this list gave out.',
  instead = 'Leave it out to start at the beginning.',
): Refusal {
  const message = `${why} ${instead}`;
  const fix = 'Leave cursor out, or give the filters and sort of the page before with it.';
  return invalid([{ path: 'cursor', code: 'cursor_invalid', message, fix }]);
}

/** FNV-1a in base 36: a text that no list gave out does not end in it (SAFE-52). */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

/** An opaque list cursor of a text, such as the key of the last row shown. */
export function encodeTextCursor(text: string): string {
  return `${text}~${checksum(text)}`;
}

/** The text of a cursor. Throws a 422 for a cursor that this service did not issue. */
export function decodeTextCursor(cursor: string): string {
  const end = cursor.lastIndexOf('~');
  const text = cursor.slice(0, Math.max(end, 0));
  if (end < 0 || cursor.slice(end + 1) !== checksum(text)) throw cursorRefused();
  return text;
}

/** An opaque list cursor: the order of the list, and the values by which it puts the last row shown, all whole numbers. */
export function encodeCursor(values: readonly number[], order = ''): string {
  return encodeTextCursor([order, ...values.map((value) => value.toString(36))].join('.'));
}

/** Reads a cursor of `count` values. Throws a 422 for one that this service did not issue for this order. */
export function decodeCursor(cursor: string, count: number, order = ''): number[] {
  const [given, ...parts] = decodeTextCursor(cursor).split('.');
  if (given !== order) throw cursorRefused();
  const values = parts.map((part) =>
    /^[0-9a-z]{1,11}$/.test(part) ? Number.parseInt(part, 36) : NaN,
  );
  if (parts.length !== count || !values.every(Number.isSafeInteger)) throw cursorRefused();
  return values;
}

/** The call of a list: its operation, and its input with all defaults. */
export interface ListCall {
  name: string;
  input: Readonly<Record<string, unknown>>;
}

/** Arguments that decide how and how much of a list is shown, and neither which rows it has nor their order. */
const shown: ReadonlySet<string> = new Set([
  ...['cursor', 'limit', 'fields', 'count', 'expand', 'format'],
]);

function marksOf({ name, input }: ListCall): [list: string, filters: string] {
  const filters = Object.entries(input).filter(([key]) => !shown.has(key));
  return [checksum(name), checksum(JSON.stringify(Object.fromEntries(filters)))];
}

/** The cursor as it is given out: good for this list with the same filters and sort alone. */
export function bindCursor(cursor: string, call: ListCall): string {
  return [cursor, ...marksOf(call)].join('~');
}

/**
 * The cursor of the list itself. Throws a 422 for one of another list, filters or sort: its place is
 * none of this list, which would pass over rows without a word.
 */
export function unboundCursor(cursor: string, call: ListCall): string {
  const parts = cursor.split('~');
  const [list, filters] = marksOf(call);
  const [ownList, ownFilters] = parts.splice(-2);
  const own = parts.join('~');
  decodeTextCursor(own);
  if (ownList !== list) throw cursorRefused('The cursor is one of another list.');
  if (ownFilters === filters) return own;
  throw cursorRefused(
    'The cursor was given out for other filters or another sort.',
    'Send those of the page before with it, or leave it out to start at the beginning.',
  );
}
