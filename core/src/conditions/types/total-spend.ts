import { own, quoted } from '../../platform/json.ts';
import { checkOperator, compare, type Operator, readOperator } from '../compare.ts';
import type { TotalSpend } from '../condition.ts';
import { answerTo } from '../facts.ts';
import { reportKey } from '../leaf-keys.ts';
import type { ConditionType } from './condition-type.ts';

const operators: readonly Operator[] = ['equals', 'greater', 'less'];

export const totalSpend: ConditionType<TotalSpend> = {
  keys: ['op', 'value'],

  check(leaf, path) {
    const found = checkOperator(leaf, path, operators);
    const value = own(leaf, 'value');
    if (Number.isSafeInteger(value)) return found;
    const message = `"value" is a whole number of cents, not ${quoted(value)}.`;
    return [...found, reportKey(leaf, path, 'value', message)];
  },

  references: () => [],
  asks: () => [{ kind: 'spend' }],

  evaluate(leaf, facts) {
    const actual = answerTo(facts, { kind: 'spend' }) ?? 0;
    const operator = readOperator(leaf.op);
    return { actual, result: operator !== null && compare(operator, actual, leaf.value) };
  },

  summary(leaf) {
    const words: Record<string, string> = { greater: 'more than', less: 'less than' };
    const operator = readOperator(own(leaf, 'op'));
    const word = words[operator ?? ''] ?? (operator ? 'exactly' : quoted(own(leaf, 'op')));
    return `has spent ${word} ${quoted(own(leaf, 'value'))} cents`;
  },
};
