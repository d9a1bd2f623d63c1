import type postgres from 'postgres';

/**
 * A query that the connection does not keep as a prepared statement: for texts that hardly come
 * twice, and for those whose best plan hangs on the values, which a kept one may be planned without.
 * postgres.js has the option, but takes it from queries of `unsafe` only.
 */
export function withoutPrepare<Rows extends readonly postgres.MaybeRow[]>(
  query: postgres.PendingQuery<Rows>,
): postgres.PendingQuery<Rows> {
  (query as unknown as { options: { prepare?: boolean } }).options.prepare = false;
  return query;
}
