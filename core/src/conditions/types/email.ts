import { own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { checkOperator, compare, type Operator, readOperator } from '../compare.ts';
import type { EmailCondition } from '../condition.ts';
import { reportKey } from '../leaf-keys.ts';
import type { ConditionType } from './condition-type.ts';

const operators: readonly Operator[] = ['equals', 'starts_with', 'ends_with', 'contains'];

/** Normalises a value for comparison with addresses, which are stored trimmed and in lower case. */
export function addressPart(value: string): string {
  return value.trim().toLowerCase();
}

export const email: ConditionType<EmailCondition> = {
  keys: ['op', 'value'],

  check(leaf, path) {
    const found = checkOperator(leaf, path, operators);
    const value = own(leaf, 'value');
    const valid = typeof value === 'string' && value.trim() !== '';
    if (valid && value.length <= limits.addressChars) return found;
    const message = `"value" is an address or a part of one, text of 1 to ${limits.addressChars} characters, not ${quoted(value)}.`;
    return [...found, reportKey(leaf, path, 'value', message)];
  },

  references: () => [],
  asks: () => [{ kind: 'person' }],

  evaluate(leaf, { person }) {
    const operator = readOperator(leaf.op);
    const result = operator !== null && compare(operator, person.email, addressPart(leaf.value));
    return { actual: person.email, result };
  },

  summary(leaf) {
    const operator = readOperator(own(leaf, 'op'));
    const word = operator?.replace('_', ' ') ?? quoted(own(leaf, 'op'));
    return `the address ${word} ${quoted(own(leaf, 'value'))}`;
  },
};
