import { own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { checkOperator, compare, type Operator, readOperator } from '../compare.ts';
import type { EventCount } from '../condition.ts';
import { answerTo, type FactQuestion } from '../facts.ts';
import { reportKey, withinText } from '../leaf-keys.ts';
import type { ConditionType } from './condition-type.ts';
import { eventOccurred } from './event-occurred.ts';

const operators: readonly Operator[] = ['equals', 'greater', 'less'];

function questionOf({ event, match, within_days }: EventCount): FactQuestion {
  return { kind: 'event_count', event, match: match ?? null, days: within_days ?? null };
}

export const eventCount: ConditionType<EventCount> = {
  keys: ['event', 'match', 'op', 'value', 'within_days'],

  check(leaf, path) {
    const found = [...eventOccurred.check(leaf, path), ...checkOperator(leaf, path, operators)];
    const value = own(leaf, 'value');
    const fits = Number.isInteger(value) && (value as number) >= 0;
    if (fits && (value as number) <= limits.eventCountMax) return found;
    const message = `"value" is a whole number of events from 0 to ${limits.eventCountMax}, not ${quoted(value)}.`;
    return [...found, reportKey(leaf, path, 'value', message)];
  },

  references: eventOccurred.references,
  asks: (leaf) => [questionOf(leaf)],

  evaluate(leaf, facts) {
    const actual = answerTo(facts, questionOf(leaf));
    const operator = readOperator(leaf.op);
    return { actual, result: operator !== null && compare(operator, actual, leaf.value) };
  },

  /** When the first of them leaves the period is unknown, so it is evaluated again at intervals. */
  changesAt: (leaf, facts, now) =>
    leaf.within_days !== undefined && answerTo(facts, questionOf(leaf)) !== 0
      ? new Date(now.getTime() + limits.conditionRecheckMs)
      : null,

  summary(leaf) {
    const words: Record<string, string> = {
      equals: 'exactly',
      greater: 'more than',
      less: 'less than',
    };
    const operator = readOperator(own(leaf, 'op'));
    const count = `${words[operator ?? ''] ?? quoted(own(leaf, 'op'))} ${quoted(own(leaf, 'value'))} times`;
    const matching = own(leaf, 'match') === undefined ? '' : ' with matching details';
    return `the event ${quoted(own(leaf, 'event'))} occurred ${count}${matching}${withinText(leaf)}`;
  },

  ...(eventOccurred.canonical && { canonical: eventOccurred.canonical }),
};
