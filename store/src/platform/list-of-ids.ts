import type { Statement, Tx } from './transaction.ts';

/**
 * Ids for `= any(…)`, as a list whose length the planner does not see. A list it sees makes a
 * statement about one or two rows look cheaper than its kept plan, and it is planned anew each time,
 * which takes several times as long as running it.
 */
export function listOfIds(sql: Tx['sql'], ids: readonly number[]): Statement {
  return sql`array(select unnest(${[...ids]}::bigint[]))`;
}
