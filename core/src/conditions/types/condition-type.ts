import type { ValidationIssue } from '../../platform/issue.ts';
import type { JsonObject } from '../../platform/json.ts';
import type { RecordName } from '../../platform/record-name.ts';
import type { Condition } from '../condition.ts';
import type { ConditionReferences, FactQuestion, Facts } from '../facts.ts';

/** The context of an evaluation, besides the facts. */
export interface EvalContext {
  now: Date;
  /** Whether another condition holds for the same person. */
  holds(condition: Condition): boolean;
}

/**
 * One type of condition leaf. `check`, `references`, `canonical` and `summary` take any leaf;
 * `asks` and `evaluate` take a leaf without errors. Its SQL is in
 * `store/src/conditions/leaf-sql.ts`.
 */
export interface ConditionType<Leaf = JsonObject> {
  /** Keys besides `type`, in canonical order; any other draws `condition_keys_unknown`. */
  keys: readonly string[];
  check(leaf: JsonObject, path: string): ValidationIssue[];
  /** Issues of the leaf's references. */
  references(leaf: JsonObject, path: string, references: ConditionReferences): ValidationIssue[];
  asks(leaf: Leaf): FactQuestion[];
  /** The records that it names, if any. */
  names?(leaf: Leaf): RecordName[];
  /** The value that was read, for `dry_run`, and whether the condition holds. */
  evaluate(leaf: Leaf, facts: Facts, context: EvalContext): { actual: unknown; result: boolean };
  /**
   * The earliest moment at which time alone may change the answer, if ever; a moment up to `now` is
   * ignored. `inner` answers the same for another condition.
   */
  changesAt?(
    leaf: Leaf,
    facts: Facts,
    now: Date,
    inner: (condition: Condition) => Date | null,
  ): Date | null;
  /** A phrase that completes "if …". */
  summary(leaf: JsonObject): string;
  /** The stored form, if it differs in more than the order of keys and the operator's name. */
  canonical?(leaf: JsonObject): JsonObject;
}
