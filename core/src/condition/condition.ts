import type { Operator, Scalar } from './compare.ts';

/** The person carries the tag; case and surrounding spaces do not count (COND-05). */
export interface HasTag {
  type: 'has_tag';
  tag: string;
}

/** A custom field compared as `compare.ts` says (COND-04). `blank` and `present` read no value. */
export interface FieldCondition {
  type: 'field';
  field: string;
  op: Operator;
  value?: Scalar;
}

export type ConditionLeaf = HasTag | FieldCondition;

/** A condition about one person (spec, Conditions), once `checkCondition` found no error in it. */
export type Condition =
  | ConditionLeaf
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { not: Condition };
