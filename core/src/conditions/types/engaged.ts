import type { Engaged } from '../condition.ts';
import { answerTo, type FactQuestion, type Facts } from '../facts.ts';
import { checkDays, withinText } from '../leaf-keys.ts';
import { isWithin, withinUntil } from '../within.ts';
import type { ConditionType } from './condition-type.ts';

const acts: readonly FactQuestion[] = (['open', 'click'] as const).map((act) => ({
  kind: 'engaged',
  act,
  email_id: null,
}));

/** ISO 8601 of one form, so that texts compare as times. */
function lastOf(facts: Facts): string | null {
  const times = acts.map((act) => answerTo(facts, act)).filter((at) => typeof at === 'string');
  return times.sort().at(-1) ?? null;
}

export const engaged: ConditionType<Engaged> = {
  keys: ['within_days'],
  check: (leaf, path) => checkDays(leaf, path, 'within_days'),
  references: () => [],
  asks: () => [...acts],

  evaluate(leaf, facts, { now }) {
    const actual = lastOf(facts);
    return { actual, result: isWithin(actual, leaf.within_days, now) };
  },

  changesAt: (leaf, facts) => withinUntil(lastOf(facts), leaf.within_days),
  summary: (leaf) => `opened or clicked any email${withinText(leaf)}`,
};
