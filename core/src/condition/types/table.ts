import type { ConditionLeaf } from '../condition.ts';
import type { ConditionType } from './condition-type.ts';
import { field } from './field.ts';
import { hasTag } from './has-tag.ts';

/** Every condition type by its name in the documents (spec, Conditions). */
export const conditionTypes = {
  field,
  has_tag: hasTag,
} satisfies {
  [Type in ConditionLeaf['type']]: ConditionType<Extract<ConditionLeaf, { type: Type }>>;
};

// A leaf without errors has the shape that its type reads.
const byName = new Map<unknown, ConditionType>(
  Object.entries(conditionTypes as unknown as Record<string, ConditionType>),
);

export function conditionType(name: unknown): ConditionType | null {
  return byName.get(name) ?? null;
}
