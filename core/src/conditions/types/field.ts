import type { FieldType } from '../../people/field-type.ts';
import { type JsonObject, own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { reportCondition } from '../codes.ts';
import { checkComparison, compare, needsNoValue, numberOf, readOperator } from '../compare.ts';
import type { FieldCondition } from '../condition.ts';
import { reportKey, unknownName } from '../leaf-keys.ts';
import type { ConditionType } from './condition-type.ts';

export const field: ConditionType<FieldCondition> = {
  keys: ['field', 'op', 'value'],

  check(leaf, path) {
    const key = own(leaf, 'field');
    const found = checkComparison(leaf, path);
    if (typeof key === 'string' && key !== '' && key.length <= limits.keyChars) return found;
    const message = `field needs "field": the key of a custom field, not ${quoted(key)}.`;
    return [reportKey(leaf, path, 'field', message), ...found];
  },

  references(leaf, path, references) {
    const key = own(leaf, 'field');
    if (typeof key !== 'string') return [];
    const type = references.fields.get(key);
    if (type === undefined) {
      const message = `There is no custom field ${quoted(key)}.`;
      const known = references.fields.keys();
      return [unknownName('field_unknown', `${path}.field`, message, key, known)];
    }
    if (canMatch(leaf, type)) return [];
    const message = `The field ${quoted(key)} is a ${type}, so it never compares with ${quoted(leaf.value)}.`;
    return [reportCondition('condition_value_type', `${path}.value`, message)];
  },

  asks: () => [{ kind: 'person' }],

  names: (leaf) => [{ kind: 'field', name: leaf.field }],

  evaluate(leaf, facts) {
    const { fields } = facts.person;
    const actual = Object.hasOwn(fields, leaf.field) ? fields[leaf.field] : null;
    const operator = readOperator(leaf.op);
    const result = operator !== null && compare(operator, actual, leaf.value);
    return { actual: actual ?? null, result };
  },

  summary(leaf) {
    const name = own(leaf, 'op');
    const operator = readOperator(name);
    const subject = `the field ${quoted(own(leaf, 'field'))} ${words[operator ?? ''] ?? quoted(name)}`;
    return operator && needsNoValue(operator)
      ? subject
      : `${subject} ${quoted(own(leaf, 'value'))}`;
  },
};

const words: Readonly<Record<string, string>> = {
  equals: 'equals',
  contains: 'contains',
  starts_with: 'starts with',
  ends_with: 'ends with',
  greater: 'is greater than',
  less: 'is less than',
  blank: 'is blank',
  present: 'is present',
};

/** Whether equals, greater or less can ever hold for a field of this type. */
function canMatch(leaf: JsonObject, type: FieldType): boolean {
  const operator = readOperator(own(leaf, 'op'));
  if (operator !== 'equals' && operator !== 'greater' && operator !== 'less') return true;
  const value = own(leaf, 'value');
  if (value === undefined || value === null) return true;
  if (type === 'number') return numberOf(value) !== null;
  if (type === 'boolean') return [true, false, 'true', 'false'].some((known) => known === value);
  return type !== 'date' || (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value));
}
