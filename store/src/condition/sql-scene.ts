import type { Condition } from '@postroad/core/condition/condition';
import type { Sql } from '../database.ts';
import type { Fragment } from './fragment.ts';
import type { ConditionNames } from './names.ts';

/** What a leaf is compiled with. */
export interface SqlScene {
  sql: Sql;
  names: ConditionNames;
  /** Another condition, for the same person. */
  compile(condition: Condition): Fragment;
  /** `exists` of a select about the person, so that no number of them makes a plan expensive. */
  exists(select: Fragment): Fragment;
}
