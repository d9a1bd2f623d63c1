import { readOperator, type Scalar } from '@postroad/core/conditions/compare';
import { checkMatch } from '@postroad/core/conditions/match';
import { readTree } from '@postroad/core/conditions/tree';
import type { Sql } from '../platform/connection/database.ts';
import { type Fragment, joined } from '../platform/fragment.ts';
import { compareSql } from './compare-sql.ts';

/**
 * Compiles a match of `core/src/conditions/match.ts` over `details`, a jsonb object that is never
 * null. Nothing satisfies a match with errors, not even under `not`.
 */
export function matchSql(sql: Sql, match: unknown, details: Fragment): Fragment {
  if (checkMatch(match, '').length > 0) return sql`false`;
  return readTree<Fragment>(match, {
    leaf: ({ detail, op, value }) => {
      const operator = readOperator(op);
      if (operator === null) return sql`false`;
      const member = { object: details, key: detail as string, kind: null };
      return compareSql(sql, member, operator, value as Scalar | undefined);
    },
    all: (members) => joined(sql, 'and', members),
    any: (members) => joined(sql, 'or', members),
    not: (member) => sql`(not ${member})`,
    nothing: sql`false`,
  });
}
