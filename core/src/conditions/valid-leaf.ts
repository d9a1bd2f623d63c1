import { meant, type ValidationIssue } from '../platform/issue.ts';
import { type JsonObject, own, quoted } from '../platform/json.ts';
import { jsonFault } from '../platform/json-value.ts';
import { limits } from '../platform/limits.ts';
import { nearest } from '../platform/nearest.ts';
import { likelyName } from '../platform/operations/aliases.ts';
import { reportCondition } from './codes.ts';
import { groups } from './tree.ts';
import type { ConditionType } from './types/condition-type.ts';
import { conditionType, conditionTypes } from './types/table.ts';

/**
 * Every fault in the shape of one leaf. Refuses text and numbers that no column can store, so that
 * readers need not check for them.
 */
export function checkLeaf(leaf: JsonObject, path: string): ValidationIssue[] {
  const fault = jsonFault(leaf);
  if (fault) {
    const message = fault.path === '' ? fault.message : `${fault.path}: ${fault.message}`;
    return [reportCondition('value_malformed', path, message)];
  }
  const name = own(leaf, 'type');
  const type = conditionType(name);
  if (type === null) {
    if (groups.some((group) => group === name)) {
      const message = `${quoted(name)} is a group: it is the key of its members and has no type.`;
      return [reportCondition('condition_malformed', `${path}.type`, message)];
    }
    const types = Object.keys(conditionTypes);
    const near = typeof name === 'string' ? nearest(name, types) : null;
    const fault =
      name === undefined
        ? '"type" is missing'
        : `The condition type ${quoted(name)} does not exist`;
    const message = `${fault}; the types are ${types.join(', ')}, the groups ${groups.join(', ')}.`;
    return [meant(reportCondition('condition_type_unknown', `${path}.type`, message), near)];
  }
  const unknown = Object.keys(leaf).filter((key) => key !== 'type' && !type.keys.includes(key));
  const found = unknown.slice(0, limits.issuesListedMax).map((key) => {
    const message = `The condition ${String(name)} has no key ${quoted(key)}; it takes ${['type', ...type.keys].join(', ')}.`;
    const near = nearest(key, type.keys) ?? likelyName(key, type.keys);
    return meant(reportCondition('condition_keys_unknown', `${path}.${key}`, message), near);
  });
  return [...found, ...type.check(leaf, path)];
}

/**
 * The type of a leaf without shape errors, otherwise null. Both readers treat a leaf with an error
 * as false.
 */
export function validType(leaf: JsonObject): ConditionType | null {
  const wrong = checkLeaf(leaf, '').some(({ severity }) => severity === 'error');
  return wrong ? null : conditionType(own(leaf, 'type'));
}

/**
 * Caches `validType` for evaluating one condition for many people. Keyed weakly by the leaf, which
 * is never changed.
 */
export class LeafTypes {
  readonly #types = new WeakMap<object, ConditionType | null>();

  of(leaf: JsonObject): ConditionType | null {
    const known = this.#types.get(leaf);
    if (known !== undefined) return known;
    const type = validType(leaf);
    this.#types.set(leaf, type);
    return type;
  }
}

export function isValidLeaf(leaf: JsonObject): boolean {
  return validType(leaf) !== null;
}
