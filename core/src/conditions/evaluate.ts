import type { JsonObject } from '../platform/json.ts';
import type { Condition, ConditionLeaf } from './condition.ts';
import { type FactQuestion, type Facts, factKey } from './facts.ts';
import { eachLeaf, holds } from './tree.ts';
import type { EvalContext } from './types/condition-type.ts';
import { LeafTypes } from './valid-leaf.ts';

/** One leaf with the value it saw, for a dry run (contract §3). */
export interface LeafValue {
  condition: ConditionLeaf;
  /** A JSON value; null if the person has none. */
  actual: unknown;
  result: boolean;
}

export interface Evaluation {
  result: boolean;
  /** One entry per leaf, in document order, even if it did not decide the result. */
  values: LeafValue[];
}

/**
 * Whether a condition holds for a person, with the values behind the answer. Takes any JSON: a
 * malformed or too deep part, and a leaf with an error, holds for nobody. The SQL compiler in
 * `store/src/conditions/` gives the same answer for the same rows. Pass the same `types` to
 * evaluate a condition repeatedly.
 */
export function evaluate(
  condition: Condition,
  facts: Facts,
  now: Date,
  types = new LeafTypes(),
): Evaluation {
  const values: LeafValue[] = [];
  const see = (leaf: JsonObject) => types.of(leaf)?.evaluate(leaf, facts, context) ?? unseen;
  // Only the result counts, so inner conditions stop at the deciding leaf.
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

/** The facts that `evaluate` needs, each once. */
export function asks(condition: Condition, types = new LeafTypes()): FactQuestion[] {
  const questions = new Map<string, FactQuestion>();
  eachLeaf(condition, '', (leaf) => {
    for (const question of types.of(leaf)?.asks(leaf) ?? []) {
      questions.set(factKey(question), question);
    }
  });
  return [...questions.values()];
}
