import { isFieldDate } from '../../people/field-type.ts';
import { own, quoted } from '../../platform/json.ts';
import { checkOperator, compare, type Operator, readOperator } from '../compare.ts';
import type { SubscribedOn } from '../condition.ts';
import { reportKey } from '../leaf-keys.ts';
import type { ConditionType } from './condition-type.ts';

const operators: readonly Operator[] = ['equals', 'greater', 'less'];

export const subscribedOn: ConditionType<SubscribedOn> = {
  keys: ['op', 'value'],

  check(leaf, path) {
    const found = checkOperator(leaf, path, operators);
    const value = own(leaf, 'value');
    if (isFieldDate(value)) return found;
    const message = `"value" is a date, as in 2026-01-31, not ${quoted(value)}.`;
    return [...found, reportKey(leaf, path, 'value', message)];
  },

  references: () => [],
  asks: () => [{ kind: 'person' }],

  evaluate(leaf, { person }) {
    const operator = readOperator(leaf.op);
    const known = person.subscribed_on !== '';
    const result =
      known && operator !== null && compare(operator, person.subscribed_on, leaf.value);
    return { actual: known ? person.subscribed_on : null, result };
  },

  summary(leaf) {
    const words: Record<string, string> = { equals: 'on', greater: 'after', less: 'before' };
    const operator = readOperator(own(leaf, 'op'));
    return `subscribed ${words[operator ?? ''] ?? quoted(own(leaf, 'op'))} ${quoted(own(leaf, 'value'))}`;
  },
};
