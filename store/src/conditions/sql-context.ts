import type { Condition } from '@postroad/core/conditions/condition';
import type { Sql } from '../platform/connection/database.ts';
import type { Fragment } from '../platform/fragment.ts';
import type { ConditionNames } from './names.ts';

/** The context in which a leaf compiles. */
export interface SqlContext {
  sql: Sql;
  names: ConditionNames;
  /** Compiles another condition for the same person. */
  compile(condition: Condition): Fragment;
  /**
   * `exists` of a select about the person, written so that many of them do not slow the planner.
   */
  exists(select: Fragment): Fragment;
}
