import type { ConditionReferences, FactQuestion, Facts } from '../facts.ts';
import type { Finding } from '../finding.ts';
import type { JsonObject } from '../json.ts';

/**
 * Everything there is to know about one type of condition leaf. `check`, `references` and `summary`
 * take a leaf as it was sent, whatever is in it; `asks` and `evaluate` one without errors.
 */
export interface ConditionType<Leaf = JsonObject> {
  /** Keys beside `type`, in canonical order; any other draws `condition_keys_unknown`. */
  keys: readonly string[];
  check(leaf: JsonObject, path: string): Finding[];
  /** Findings about what the leaf refers to. */
  references(leaf: JsonObject, path: string, references: ConditionReferences): Finding[];
  asks(leaf: Leaf): FactQuestion[];
  /** The value that was seen, as `dry_run` shows it, and whether the condition holds. */
  evaluate(leaf: Leaf, facts: Facts): { actual: unknown; result: boolean };
  /** A phrase that completes "if …". */
  summary(leaf: JsonObject): string;
}
