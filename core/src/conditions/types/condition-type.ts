import type { ValidationIssue } from '../../platform/issue.ts';
import type { JsonObject } from '../../platform/json.ts';
import type { Condition } from '../condition.ts';
import type { ConditionReferences, FactQuestion, Facts } from '../facts.ts';

/** What an evaluation has at hand beside the facts. */
export interface EvalContext {
  now: Date;
  /** Whether another condition holds for the same person. */
  holds(condition: Condition): boolean;
}

/**
 * Everything there is to know about one type of condition leaf. `check`, `references`, `canonical`
 * and `summary` take a leaf as it was sent, whatever is in it; `asks` and `evaluate` one without
 * errors. What it means as SQL stands in `store/src/condition/`.
 */
export interface ConditionType<Leaf = JsonObject> {
  /** Keys beside `type`, in canonical order; any other draws `condition_keys_unknown`. */
  keys: readonly string[];
  check(leaf: JsonObject, path: string): ValidationIssue[];
  /** Issues about what the leaf refers to. */
  references(leaf: JsonObject, path: string, references: ConditionReferences): ValidationIssue[];
  asks(leaf: Leaf): FactQuestion[];
  /** The value that was seen, as `dry_run` shows it, and whether the condition holds. */
  evaluate(leaf: Leaf, facts: Facts, context: EvalContext): { actual: unknown; result: boolean };
  /**
   * The earliest moment at which the answer may change by time alone, where it ever does; one that is
   * not after `now` does not count. `inner` says the same of another condition.
   */
  changesAt?(
    leaf: Leaf,
    facts: Facts,
    now: Date,
    inner: (condition: Condition) => Date | null,
  ): Date | null;
  /** A phrase that completes "if …". */
  summary(leaf: JsonObject): string;
  /** The stored form, where more than the order of keys and the operator's name has one. */
  canonical?(leaf: JsonObject): JsonObject;
}
