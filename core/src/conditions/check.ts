import type { ValidationIssue } from '../platform/issue.ts';
import { own } from '../platform/json.ts';
import { limits } from '../platform/limits.ts';
import type { ConditionReferences } from './facts.ts';
import { checkTree, eachLeaf } from './tree.ts';
import { conditionType } from './types/table.ts';
import { checkLeaf } from './valid-leaf.ts';

/**
 * Every fault of a condition: of its shape, then of its references. A value without errors is a
 * `Condition`. Never throws.
 */
export function checkCondition(
  value: unknown,
  path: string,
  references: ConditionReferences,
): ValidationIssue[] {
  const shape = checkConditionShape(value, path);
  return [...shape, ...checkConditionReferences(value, path, references)];
}

/** Faults that can be found without knowing the existing records. */
export function checkConditionShape(value: unknown, path: string): ValidationIssue[] {
  return checkTree({ noun: 'condition', leaf: checkLeaf }, value, path);
}

/** Faults of references to tags, fields and other records. */
export function checkConditionReferences(
  value: unknown,
  path: string,
  references: ConditionReferences,
): ValidationIssue[] {
  const found: ValidationIssue[] = [];
  eachLeaf(value, path, (leaf, at) => {
    if (found.length >= limits.issuesListedMax) return;
    const type = conditionType(own(leaf, 'type'));
    if (type !== null) found.push(...type.references(leaf, at, references));
  });
  return found;
}
