import { decodeCursor, encodeCursor } from '@postroad/core/platform/cursor';
import { pageLimit } from '@postroad/core/platform/operations/shapes';

/**
 * What a list request asks for: how many rows, and the sort values of the last row of the previous
 * page.
 */
export interface Page {
  /** Rows to read: one more than is shown, to see whether there is a next page. */
  read: number;
  after: number[] | null;
}

/** Reads the `limit` and `cursor` of a list whose rows are sorted by `values` numbers. */
export function pageOf(input: { limit?: number; cursor?: string }, values: number): Page {
  return {
    read: pageLimit(input.limit) + 1,
    after: input.cursor === undefined ? null : decodeCursor(input.cursor, values),
  };
}

/** The rows of the page, and the cursor of the next one. */
export function shownOf<Row>(
  rows: Row[],
  page: Page,
  sortValues: (row: Row) => number[],
): { shown: Row[]; next_cursor: string | null } {
  const shown = rows.slice(0, page.read - 1);
  const last = shown.at(-1);
  const more = rows.length >= page.read && last !== undefined;
  return { shown, next_cursor: more ? encodeCursor(sortValues(last)) : null };
}
