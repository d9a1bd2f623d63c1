import { own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import type { Consented } from '../condition.ts';
import { answerTo } from '../facts.ts';
import { checkName, unknownName } from '../leaf-keys.ts';
import type { ConditionType } from './condition-type.ts';

export const consented: ConditionType<Consented> = {
  keys: ['purpose'],
  check: (leaf, path) => checkName(leaf, path, 'purpose', 'what for', limits.keyChars),

  references(leaf, path, { purposes }) {
    const name = own(leaf, 'purpose');
    if (typeof name !== 'string' || purposes === undefined || purposes.has(name)) return [];
    const message = `No form and no preference toggle has the purpose ${quoted(name)}.`;
    return [unknownName('condition_purpose_unknown', `${path}.purpose`, message, name, purposes)];
  },

  asks: ({ purpose }) => [{ kind: 'consent', purpose }],

  evaluate({ purpose }, facts) {
    const actual = answerTo(facts, { kind: 'consent', purpose });
    return { actual, result: actual !== null && actual !== 'withdrawn' };
  },

  summary: (leaf) => `consented to ${quoted(own(leaf, 'purpose'))}`,
};
