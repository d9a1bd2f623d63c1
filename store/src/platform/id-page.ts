import type { Tx } from './transaction.ts';

/** A page of rows in order of id; `after` is the id of the last row shown. */
export interface IdPage {
  after: number | null;
  descending?: boolean;
  limit: number;
}

/** The order of a page, for a statement around the one that reads it. */
export function inOrder({ sql }: Pick<Tx, 'sql'>, { descending }: IdPage, column: string) {
  return descending ? sql`order by ${sql(column)} desc` : sql`order by ${sql(column)}`;
}

/**
 * The page as SQL: the rows behind `after`, for a `where` that has a condition already, and their
 * order. Both directions walk the same index (LEFT-09).
 */
export function idPage({ sql }: Pick<Tx, 'sql'>, page: IdPage, column = 'id') {
  const id = sql(column);
  const { after, descending, limit } = page;
  const behind = descending ? sql`and ${id} < ${after}::bigint` : sql`and ${id} > ${after}::bigint`;
  const order = sql`${inOrder({ sql }, page, column)} limit ${limit}`;
  return { behind: after === null ? sql`` : behind, order };
}
