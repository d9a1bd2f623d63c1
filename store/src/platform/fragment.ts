import type postgres from 'postgres';
import type { Sql } from './connection/database.ts';

/**
 * SQL with its bound values. It is thenable and runs when awaited, so async functions must not
 * return it.
 */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** Joins fragments by a word, nested as a balanced tree to keep the depth small. */
export function joined(sql: Sql, word: 'and' | 'or', members: readonly Fragment[]): Fragment {
  const [first] = members;
  if (first === undefined) return word === 'and' ? sql`true` : sql`false`;
  if (members.length === 1) return first;
  const middle = members.length >> 1;
  const left = joined(sql, word, members.slice(0, middle));
  const right = joined(sql, word, members.slice(middle));
  return word === 'and' ? sql`(${left} and ${right})` : sql`(${left} or ${right})`;
}
