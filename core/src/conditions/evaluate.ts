import type { Condition, ConditionLeaf } from './condition.ts';
import { type FactQuestion, type Facts, factKey } from './facts.ts';
import { eachLeaf, holds } from './tree.ts';
import type { Scene } from './types/condition-type.ts';
import { soundType } from './valid-leaf.ts';

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
 * `store/src/condition/` answers the same for the same rows.
 */
export function evaluate(condition: Condition, facts: Facts, now: Date): Evaluation {
  const values: LeafValue[] = [];
  const scene: Scene = { now, holds: (inner) => isTrue(inner, facts, scene) };
  const result = holds(
    condition,
    (leaf) => {
      const { actual, result } = see(leaf, facts, scene);
      values.push({ condition: leaf as unknown as ConditionLeaf, actual, result });
      return result;
    },
    true,
  );
  return { result, values };
}

/** Without the values: stops at what decides. */
function isTrue(condition: Condition, facts: Facts, scene: Scene): boolean {
  return holds(condition, (leaf) => see(leaf, facts, scene).result, false);
}

const unseen = { actual: null, result: false };

function see(leaf: Record<string, unknown>, facts: Facts, scene: Scene) {
  return soundType(leaf)?.evaluate(leaf, facts, scene) ?? unseen;
}

/** The facts that must be known before `evaluate`, each once. */
export function asks(condition: Condition): FactQuestion[] {
  const questions = new Map<string, FactQuestion>();
  eachLeaf(condition, '', (leaf) => {
    for (const question of soundType(leaf)?.asks(leaf) ?? []) {
      questions.set(factKey(question), question);
    }
  });
  return [...questions.values()];
}
