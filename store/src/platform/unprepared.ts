import type postgres from 'postgres';

/**
 * Runs a query without a prepared statement: for texts that rarely repeat, and for those whose best
 * plan depends on the values. postgres.js supports this option only on `unsafe` queries.
 */
export function withoutPrepare<Rows extends readonly postgres.MaybeRow[]>(
  query: postgres.PendingQuery<Rows>,
): postgres.PendingQuery<Rows> {
  (query as unknown as { options: { prepare?: boolean } }).options.prepare = false;
  return query;
}
