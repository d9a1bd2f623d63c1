import { readTree } from '@postroad/core/conditions/tree';
import { isValidLeaf } from '@postroad/core/conditions/valid-leaf';
import type { JsonObject } from '@postroad/core/platform/json';
import type { Sql } from '../platform/connection/database.ts';
import { type Fragment, joined } from '../platform/fragment.ts';
import { leafSql } from './leaf-sql.ts';
import type { ConditionNames } from './names.ts';
import type { SqlContext } from './sql-context.ts';

/** How many selects of one condition may become joins; join_collapse_limit is 8. */
const joinedSelects = 6;

/**
 * Compiles a condition over a row `p` of people for a `where`: true for the people for whom
 * `evaluate` is true, otherwise false, never null. Takes any JSON; both read a tree with the same
 * function. Every value is bound. `names` come from `conditionNames` in the same transaction.
 *
 *     const names = await conditionNames(tx, [definition]);
 *     const rows = await tx.sql`select count(*) from people p
 *       where ${compileCondition(tx.sql, definition, names)}`;
 */
export function compileCondition(sql: Sql, condition: unknown, names: ConditionNames): Fragment {
  let selects = 0;
  const context: SqlContext = {
    sql,
    names,
    compile: (inner) => compileTree(inner, context),
    exists(select) {
      selects += 1;
      // The planner turns a visible `exists` into a join and tries orders of joins; 250 of them
      // take 17 seconds. A hidden one remains an index or hash lookup.
      return selects > joinedSelects
        ? sql`((exists (${select})) is true)`
        : sql`exists (${select})`;
    },
  };
  return compileTree(condition, context);
}

function compileTree(condition: unknown, context: SqlContext): Fragment {
  const { sql } = context;
  return readTree<Fragment>(condition, {
    leaf: (leaf) => compileLeaf(leaf, context),
    all: (members) => joined(sql, 'and', members),
    any: (members) => joined(sql, 'or', members),
    not: (member) => sql`(not ${member})`,
    nothing: sql`false`,
  });
}

function compileLeaf(leaf: JsonObject, context: SqlContext): Fragment {
  if (!isValidLeaf(leaf)) return context.sql`false`;
  const compile = leafSql[leaf.type as keyof typeof leafSql];
  // A leaf without errors has the shape that its type reads.
  return (compile as (leaf: unknown, context: SqlContext) => Fragment)(leaf, context);
}
