import { type FieldType, isFieldDate } from '../../people/field-type.ts';
import { durationFault, durationSummary } from '../../platform/duration.ts';
import type { ValidationIssue } from '../../platform/issue.ts';
import { isObject, type JsonObject, own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { reportCondition } from '../codes.ts';
import {
  checkMatchComparison,
  checkOperator,
  compare,
  comparisonOperators,
  needsNoValue,
  numberOf,
  readOperator,
} from '../compare.ts';
import type { FieldCondition } from '../condition.ts';
import {
  borderSummary,
  countsFromToday,
  dateOperators,
  dateRange,
  dateRangeChanges,
  isInDateRange,
  readDateOperator,
} from '../date-compare.ts';
import { answerTo, type FactQuestion, type Facts } from '../facts.ts';
import { reportKey, unknownName } from '../leaf-keys.ts';
import { comparedWithOwn, fieldValue, personFields, readPersonField } from '../person-fields.ts';
import { dayMayBegin } from '../within.ts';
import type { ConditionType } from './condition-type.ts';

const today: FactQuestion = { kind: 'today' };

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
    const type = references.fields.get(key) ?? (readPersonField(key) && 'string');
    if (type === null) {
      const message = `There is no active custom field ${quoted(key)}.`;
      const known = [...references.fields.keys(), ...personFields];
      return [unknownName('field_unknown', `${path}.field`, message, key, known)];
    }
    const operator = readDateOperator(own(leaf, 'op'));
    if (operator !== null && type !== 'date') {
      const message = `The operator ${operator} compares dates, and the field ${quoted(key)} is a ${type}.`;
      return [reportCondition('operator_unknown', `${path}.op`, message)];
    }
    if (canMatch(leaf, type)) return [];
    const message = `The field ${quoted(key)} is a ${type}, so it never compares with ${quoted(leaf.value)}.`;
    return [reportCondition('condition_value_type', `${path}.value`, message)];
  },

  asks: ({ value }) => [{ kind: 'person' }, ...(countsFromToday(value) ? [today] : [])],

  names: (leaf) => [{ kind: 'field', name: leaf.field }],

  evaluate(leaf, facts) {
    const actual = fieldValue(facts.person, leaf.field) ?? null;
    const date = readDateOperator(leaf.op);
    if (date !== null) {
      const range = dateRange(date, leaf.value as DateValue, todayIn(facts));
      return { actual, result: isInDateRange(actual, range) };
    }
    const operator = readOperator(leaf.op);
    const isOwn = !Object.hasOwn(facts.person.fields, leaf.field);
    const value = isOwn ? comparedWithOwn(leaf.field, leaf.value) : leaf.value;
    return { actual, result: operator !== null && compare(operator, actual, value) };
  },

  changesAt({ field: key, op, value }, facts, now) {
    const operator = readDateOperator(op);
    if (operator === null || !countsFromToday(value)) return null;
    const actual = fieldValue(facts.person, key);
    const day = dateRangeChanges(operator, value, actual, todayIn(facts));
    return day === null ? null : dayMayBegin(day, now);
  },

  summary(leaf) {
    const name = own(leaf, 'op');
    const value = own(leaf, 'value');
    const subject = `the field ${quoted(own(leaf, 'field'))}`;
    const date = readDateOperator(name);
    if (date !== null) return `${subject} is ${dateSummary(date, value)}`;
    const operator = readOperator(name);
    const compared = `${subject} ${words[operator ?? ''] ?? quoted(name)}`;
    return operator && needsNoValue(operator) ? compared : `${compared} ${quoted(value)}`;
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
  if (type !== 'date') return true;
  // A field holds a day alone, so no time of it is equal.
  if (operator === 'equals') return isFieldDate(value);
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value);
}

type DateValue = Parameters<typeof dateRange>[1];

function todayIn(facts: Facts): string {
  return String(answerTo(facts, today) ?? '');
}

function dateSummary(operator: (typeof dateOperators)[number], value: unknown): string {
  if (operator === 'before' || operator === 'after') return `${operator} ${borderSummary(value)}`;
  return `within the ${operator === 'within_next' ? 'next' : 'last'} ${durationSummary(value)}`;
}

function checkComparison(leaf: JsonObject, path: string): ValidationIssue[] {
  const date = readDateOperator(own(leaf, 'op'));
  if (date !== null) return checkDateValue(leaf, path, date);
  const found = checkOperator(leaf, path, [...comparisonOperators, ...dateOperators]);
  return found.length > 0 ? found : checkMatchComparison(leaf, path);
}

/** `before` and `after` take a date or a duration from now, the others a duration. */
function checkDateValue(
  leaf: JsonObject,
  path: string,
  operator: (typeof dateOperators)[number],
): ValidationIssue[] {
  const value = own(leaf, 'value');
  const at = `${path}.value`;
  const isBorder = operator === 'before' || operator === 'after';
  const wanted = isBorder ? 'a date such as 2026-01-31 or a duration' : 'a duration';
  if (value === undefined || value === null) {
    return [reportCondition('value_missing', at, `The operator ${operator} needs ${wanted}.`)];
  }
  if (isBorder && isFieldDate(value)) return [];
  if (!isObject(value) || Object.hasOwn(value, 'setting')) {
    const message = `The value of ${operator} is ${wanted}, {"amount": 7, "unit": "days"}, not ${quoted(value)}.`;
    return [reportCondition('value_malformed', at, message)];
  }
  const fault = durationFault(value);
  return fault === null
    ? []
    : [reportCondition('value_malformed', `${at}${fault.path}`, fault.message)];
}
