import type { Condition, ConditionLeaf } from './condition.ts';
import type { FactQuestion, Facts } from './facts.ts';
import { own } from './json.ts';
import { eachLeaf, holds } from './tree.ts';
import { conditionType } from './types/table.ts';

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

/** Whether a condition without errors holds for a person, with the values behind the answer. */
export function evaluate(condition: Condition, facts: Facts): Evaluation {
  const values: LeafValue[] = [];
  const result = holds(
    condition,
    (leaf) => {
      const seen = conditionType(leaf.type)?.evaluate(leaf, facts) ?? unseen;
      values.push({ condition: leaf as unknown as ConditionLeaf, ...seen });
      return seen.result;
    },
    true,
  );
  return { result, values };
}

const unseen = { actual: null, result: false };

/** The facts that must be known before `evaluate`. */
export function asks(condition: Condition): FactQuestion[] {
  const questions: FactQuestion[] = [];
  eachLeaf(condition, '', (leaf) => {
    for (const question of conditionType(own(leaf, 'type'))?.asks(leaf) ?? []) {
      if (!questions.some((known) => known.kind === question.kind)) questions.push(question);
    }
  });
  return questions;
}
