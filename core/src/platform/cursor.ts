import { invalid } from './refusal.ts';

/** An opaque list cursor: the sort values of the last row shown, all whole numbers. */
export function encodeCursor(values: readonly number[]): string {
  return values.map((value) => value.toString(36)).join('.');
}

/** Reads a cursor of `count` values. Throws a 422 for a cursor that this service did not issue. */
export function decodeCursor(cursor: string, count: number): number[] {
  const parts = cursor.split('.');
  const values = parts.map((part) =>
    /^[0-9a-z]{1,11}$/.test(part) ? Number.parseInt(part, 36) : NaN,
  );
  if (parts.length !== count || !values.every(Number.isSafeInteger)) {
    throw invalid([
      {
        path: 'cursor',
        code: 'cursor_invalid',
        message:
          'The cursor is not one this list gave out. Leave it out to start at the beginning.',
      },
    ]);
  }
  return values;
}
