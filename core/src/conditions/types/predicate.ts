import { isObject, type JsonObject, own, quoted } from '../../platform/json.ts';
import type { PredicateCondition } from '../condition.ts';
import { reportKey, unknownName } from '../leaf-keys.ts';
import { predicateNamed, predicates } from '../predicates.ts';
import type { ConditionType } from './condition-type.ts';

function argsOf(leaf: JsonObject | PredicateCondition): JsonObject {
  return isObject(leaf.args) ? leaf.args : {};
}

export const predicate: ConditionType<PredicateCondition> = {
  keys: ['name', 'args'],

  check(leaf, path) {
    const name = own(leaf, 'name');
    const found = predicateNamed(name);
    if (found === null) {
      const known = Object.keys(predicates);
      const those =
        name === undefined ? '"name" is missing' : `There is no predicate ${quoted(name)}`;
      const message = `${those}; there are ${known.join(', ')}.`;
      const text = typeof name === 'string' ? name : '';
      return [unknownName('predicate_unknown', `${path}.name`, message, text, known)];
    }
    const args = own(leaf, 'args');
    if (args !== undefined && !isObject(args)) {
      const message = `"args" is an object, not ${quoted(args)}.`;
      return [reportKey(leaf, path, 'args', message)];
    }
    const known = Object.keys(found.args);
    const unknownKeys = Object.keys(argsOf(leaf)).filter((key) => !known.includes(key));
    const unknown = unknownKeys.slice(0, 10).map((key) => {
      const message = `The predicate ${name} has no argument ${quoted(key)}; it takes ${known.join(', ')}.`;
      return unknownName('condition_keys_unknown', `${path}.args.${key}`, message, key, known);
    });
    return [...unknown, ...found.check(argsOf(leaf), `${path}.args`)];
  },

  references: () => [],
  asks: (leaf) => predicateNamed(leaf.name)?.asks(argsOf(leaf)) ?? [],

  evaluate(leaf, facts, { now }) {
    const found = predicateNamed(leaf.name);
    return found?.evaluate(argsOf(leaf), facts, now) ?? { actual: null, result: false };
  },

  changesAt: (leaf, facts, now) =>
    predicateNamed(leaf.name)?.changesAt?.(argsOf(leaf), facts, now) ?? null,

  summary(leaf) {
    const found = predicateNamed(own(leaf, 'name'));
    return found ? found.summary(argsOf(leaf)) : `the predicate ${quoted(own(leaf, 'name'))} holds`;
  },
};
