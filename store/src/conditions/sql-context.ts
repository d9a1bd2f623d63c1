import type { Condition } from '@postroad/core/conditions/condition';
import type { Sql } from '../platform/connection/database.ts';
import type { Fragment } from '../platform/fragment.ts';
import type { ConditionNames } from './names.ts';

/** What a leaf is compiled with. */
export interface SqlContext {
  sql: Sql;
  names: ConditionNames;
  /** Another condition, for the same person. */
  compile(condition: Condition): Fragment;
  /** `exists` of a select about the person, so that no number of them makes a plan expensive. */
  exists(select: Fragment): Fragment;
}
