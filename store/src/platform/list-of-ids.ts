import type { Statement, Tx } from './transaction.ts';

/**
 * Ids for `= any(…)` as a list whose length the planner does not see. If it sees a list of one or
 * two ids, a fresh plan looks cheaper than the cached one, so PostgreSQL plans the statement on
 * every call, which takes several times as long as running it.
 */
export function listOfIds(sql: Tx['sql'], ids: readonly number[]): Statement {
  return sql`array(select unnest(${[...ids]}::bigint[]))`;
}
