import type { JsonObject } from '../platform/json.ts';
import type { Condition, ConditionLeaf } from './condition.ts';
import { type FactQuestion, type Facts, factKey } from './facts.ts';
import { eachLeaf, holds } from './tree.ts';
import type { EvalContext } from './types/condition-type.ts';
import { LeafTypes } from './valid-leaf.ts';

/** One leaf with the value it saw, as a dry run shows it (contract §3). */
export interface LeafValue {
  condition: ConditionLeaf;
  /** A JSON value; null where the person has none. */
  actual: unknown;
  result: boolean;
}

export interface Evaluation {
  result: boolean;
  /** One entry a leaf, in document order, whether or not it decided anything. */
  values: LeafValue[];
}

/**
 * Whether a condition holds for a person, with the values behind the answer. Any JSON can be given:
 * what is malformed or too deep, and a leaf with an error, holds for nobody. The SQL compiler in
 * `store/src/conditions/` answers the same for the same rows. Whoever evaluates a condition again
 * and again passes the same `types`.
 */
export function evaluate(
  condition: Condition,
  facts: Facts,
  now: Date,
  types = new LeafTypes(),
): Evaluation {
  const values: LeafValue[] = [];
  const see = (leaf: JsonObject) => types.of(leaf)?.evaluate(leaf, facts, context) ?? unseen;
  // Without the values, inner conditions stop at the leaf that decides.
  const context: EvalContext = {
    now,
    holds: (inner) => holds(inner, (leaf) => see(leaf).result, false),
  };
  const result = holds(
    condition,
    (leaf) => {
      const { actual, result } = see(leaf);
      values.push({ condition: leaf as unknown as ConditionLeaf, actual, result });
      return result;
    },
    true,
  );
  return { result, values };
}

const unseen = { actual: null, result: false };

/** The facts that must be known before `evaluate`, each once. */
export function asks(condition: Condition, types = new LeafTypes()): FactQuestion[] {
  const questions = new Map<string, FactQuestion>();
  eachLeaf(condition, '', (leaf) => {
    for (const question of types.of(leaf)?.asks(leaf) ?? []) {
      questions.set(factKey(question), question);
    }
  });
  return [...questions.values()];
}
