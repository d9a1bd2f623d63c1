import type { Suppressed } from '../condition.ts';
import type { ConditionType } from './condition-type.ts';

export const suppressed: ConditionType<Suppressed> = {
  keys: [],
  check: () => [],
  references: () => [],
  asks: () => [{ kind: 'person' }],

  evaluate(_leaf, { person }) {
    return { actual: person.suppressed, result: person.suppressed !== null };
  },

  summary: () => 'is never emailed',
};
