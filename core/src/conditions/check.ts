import type { ValidationIssue } from '../platform/issue.ts';
import { own } from '../platform/json.ts';
import { limits } from '../platform/limits.ts';
import type { ConditionReferences } from './facts.ts';
import { checkTree, eachLeaf } from './tree.ts';
import { conditionType } from './types/table.ts';
import { checkLeaf } from './valid-leaf.ts';

/**
 * Everything wrong with a condition as it was sent: its shape, then what it refers to. Without an
 * error among the issues the value is a `Condition`. Never throws.
 */
export function checkCondition(
  value: unknown,
  path: string,
  references: ConditionReferences,
): ValidationIssue[] {
  const shape = checkConditionShape(value, path);
  return [...shape, ...checkConditionReferences(value, path, references)];
}

/** Issues that need no knowledge of what exists. */
export function checkConditionShape(value: unknown, path: string): ValidationIssue[] {
  return checkTree({ noun: 'condition', leaf: checkLeaf }, value, path);
}

/** Issues about tags, fields and whatever else the leaves refer to. */
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
