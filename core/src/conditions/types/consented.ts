import { own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import type { Consented } from '../condition.ts';
import { answerTo } from '../facts.ts';
import { checkName } from '../leaf-keys.ts';
import type { ConditionType } from './condition-type.ts';

export const consented: ConditionType<Consented> = {
  keys: ['purpose'],
  check: (leaf, path) => checkName(leaf, path, 'purpose', 'what for', limits.keyChars),
  references: () => [],
  asks: ({ purpose }) => [{ kind: 'consent', purpose }],

  evaluate({ purpose }, facts) {
    const actual = answerTo(facts, { kind: 'consent', purpose });
    return { actual, result: actual !== null && actual !== 'withdrawn' };
  },

  summary: (leaf) => `consented to ${quoted(own(leaf, 'purpose'))}`,
};
