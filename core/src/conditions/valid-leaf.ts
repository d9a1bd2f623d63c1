import { meant, type ValidationIssue } from '../platform/issue.ts';
import { type JsonObject, own, quoted } from '../platform/json.ts';
import { jsonFault } from '../platform/json-value.ts';
import { limits } from '../platform/limits.ts';
import { nearest } from '../platform/nearest.ts';
import { likelyName } from '../platform/operations/aliases.ts';
import { reportCondition } from './codes.ts';
import { groupCalled, groups } from './tree.ts';
import type { ConditionType } from './types/condition-type.ts';
import { conditionType, conditionTypes } from './types/table.ts';

const typeNames = Object.keys(conditionTypes);

function nearType(name: string): string | null {
  return nearest(name, typeNames) ?? likelyName(name, typeNames);
}

/**
 * The type that a leaf without one means: the one that a key is called by, as of {"has_tag": "vip"},
 * or else the one that takes these keys and the fewest others. Null where several do.
 */
function typeByKeys(leaf: JsonObject): string | null {
  const keys = Object.keys(leaf);
  const [first, ...others] = keys;
  if (first === undefined) return null;
  const takers = typeNames.filter((name) => {
    const type = conditionType(name);
    return type !== null && keys.every((key) => type.keys.includes(key));
  });
  const fewest = Math.min(...takers.map((name) => conditionType(name)?.keys.length ?? 0));
  const closest = takers.filter((name) => conditionType(name)?.keys.length === fewest);
  if (closest.length === 1) return closest[0] ?? null;
  return others.length === 0 && takers.length === 0 ? nearType(first) : null;
}

/** The issue with the type that is meant, and with the keys to write beside it. */
function meantType(issue: ValidationIssue, name: string | null): ValidationIssue {
  if (name === null) return issue;
  const keys = conditionType(name)?.keys ?? [];
  const beside = keys.length === 0 ? '' : `; it takes ${keys.join(', ')}`;
  return { ...meant(issue, name), fix: `Write "${name}", if that is what was meant${beside}.` };
}

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
    const group = groupCalled(name);
    if (group !== null) {
      const called = group === name ? 'is a group' : `is the group "${group}"`;
      const message = `${quoted(name)} ${called}: it is the key of its members and has no type.`;
      return [reportCondition('condition_malformed', `${path}.type`, message)];
    }
    const fault =
      name === undefined
        ? '"type" is missing'
        : `The condition type ${quoted(name)} does not exist`;
    const message = `${fault}; the types are ${typeNames.join(', ')}, the groups ${groups.join(', ')}.`;
    const issue = reportCondition('condition_type_unknown', `${path}.type`, message);
    return [meantType(issue, typeof name === 'string' ? nearType(name) : typeByKeys(leaf))];
  }
  const unknown = Object.keys(leaf).filter((key) => key !== 'type' && !type.keys.includes(key));
  const found = unknown.slice(0, limits.issuesListedMax).map((key) => {
    const message = `The condition ${String(name)} has no key ${quoted(key)}; it takes ${['type', ...type.keys].join(', ')}.`;
    const missing = type.keys.filter((other) => !Object.hasOwn(leaf, other));
    const near = nearest(key, missing) ?? likelyName(key, missing);
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
