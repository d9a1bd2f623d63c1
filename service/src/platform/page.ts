import { decodeCursor, encodeCursor } from '@postroad/core/platform/cursor';
import { pageLimit } from '@postroad/core/platform/operations/shapes';
import type { IdPage } from '@postroad/store/platform/id-page';

/**
 * What a list request asks for: how many rows, and the sort values of the last row of the previous
 * page.
 */
export interface Page {
  /** Rows to read: one more than is shown, to see whether there is a next page. */
  read: number;
  after: number[] | null;
  /** The order of the rows, as `sort` names it; empty where a list has only one. */
  order: string;
}

/** What a list request says about its page. */
interface PageInput {
  limit?: number;
  cursor?: string;
  sort?: string;
}

/** Reads the `limit` and `cursor` of a list whose rows are sorted by `values` numbers. */
export function pageOf({ limit, cursor, sort = '' }: PageInput, values: number): Page {
  return {
    read: pageLimit(limit) + 1,
    after: cursor === undefined ? null : decodeCursor(cursor, values, sort),
    order: sort,
  };
}

/** The page of a list that is sorted by id, in the direction that was asked for. */
export function idPageOf(page: Page): IdPage {
  const descending = page.order.startsWith('-');
  return { after: page.after?.[0] ?? null, descending, limit: page.read };
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
  return { shown, next_cursor: more ? encodeCursor(sortValues(last), page.order) : null };
}
