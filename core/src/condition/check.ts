import { limits } from '../limits.ts';
import { nearest } from '../nearest.ts';
import { reportCondition } from './codes.ts';
import type { ConditionReferences } from './facts.ts';
import type { Finding } from './finding.ts';
import { type JsonObject, own, quoted } from './json.ts';
import { checkTree, eachLeaf, GROUPS } from './tree.ts';
import { conditionType, conditionTypes } from './types/table.ts';

/**
 * Everything wrong with a condition as it was sent: its shape, then what it refers to. Without an
 * error among the findings the value is a `Condition`. Never throws.
 */
export function checkCondition(
  value: unknown,
  path: string,
  references: ConditionReferences,
): Finding[] {
  const shape = checkConditionShape(value, path);
  return [...shape, ...checkConditionReferences(value, path, references)];
}

/** Findings that need no knowledge of what exists. */
export function checkConditionShape(value: unknown, path: string): Finding[] {
  return checkTree({ noun: 'condition', leaf: checkLeaf }, value, path);
}

/** Findings about tags, fields and whatever else the leaves refer to. */
export function checkConditionReferences(
  value: unknown,
  path: string,
  references: ConditionReferences,
): Finding[] {
  const found: Finding[] = [];
  eachLeaf(value, path, (leaf, at) => {
    if (found.length >= limits.issuesListedMax) return;
    const type = conditionType(own(leaf, 'type'));
    if (type !== null) found.push(...type.references(leaf, at, references));
  });
  return found;
}

function checkLeaf(leaf: JsonObject, path: string): Finding[] {
  const name = own(leaf, 'type');
  const type = conditionType(name);
  if (type === null) {
    const known = Object.keys(conditionTypes);
    const near = typeof name === 'string' ? nearest(name, known) : null;
    const fault =
      name === undefined
        ? '"type" is missing'
        : `The condition type ${quoted(name)} does not exist`;
    const message = `${fault}; the types are ${known.join(', ')}, the groups ${GROUPS.join(', ')}.`;
    const fix = near === null ? undefined : `Write "${near}", if that is what was meant.`;
    return [reportCondition('condition_type_unknown', `${path}.type`, message, fix)];
  }
  const unknown = Object.keys(leaf).filter((key) => key !== 'type' && !type.keys.includes(key));
  const found = unknown.slice(0, limits.issuesListedMax).map((key) => {
    const message = `The condition ${String(name)} has no key ${quoted(key)}; it takes ${['type', ...type.keys].join(', ')}.`;
    return reportCondition('condition_keys_unknown', `${path}.${key}`, message);
  });
  return [...found, ...type.check(leaf, path)];
}
