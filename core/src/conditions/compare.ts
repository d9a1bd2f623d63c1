import { meant, type ValidationIssue } from '../platform/issue.ts';
import { type JsonObject, own, quoted } from '../platform/json.ts';
import { limits } from '../platform/limits.ts';
import { nearest } from '../platform/nearest.ts';
import { hasMoreCharacters } from '../platform/octets.ts';
import { likelyName } from '../platform/operations/aliases.ts';
import { reportCondition } from './codes.ts';

/**
 * The comparison behind `field` conditions and event matches (spec, Conditions and Trigger). The SQL
 * compiler must give the same answers, so the rules are complete:
 *
 * - **Absent** is a missing key, null, and a number that is not finite (JSON stores it as null).
 * - **Text** of a string is the string itself, untrimmed and with its case; of a boolean `true` or
 *   `false`; of a number its shortest decimal digits without exponent, as `jsonb` prints it. Absent
 *   values, arrays and objects have no text.
 * - **Numeric** is a JSON number, and a string of the form `[+-]?[0-9]{1,15}(\.[0-9]{1,15})?` with
 *   nothing around it. Numbers compare as IEEE doubles (`float8`).
 * - `blank`: absent, or a string of nothing but what String.prototype.trim removes. Zero, false,
 *   `[]` and `{}` are not blank. `present` is the opposite of `blank`. Neither reads the value.
 * - `equals`: where one side is a JSON number, both must be numeric and equal as numbers (5 equals
 *   "5.0"). Otherwise the texts are the same, character by character: "5" does not equal "5.0",
 *   true equals "true", true does not equal 1.
 * - `contains`, `starts_with`, `ends_with`: on the texts, character by character, case included.
 * - `greater`, `less`: strict. Both numeric: as numbers. Neither numeric, and both have text: by
 *   Unicode code point (`collate "C"`), which puts ISO dates in order. One numeric and the other
 *   not: false.
 * - A side without text makes every operator but `blank` and `present` false.
 */
export type Operator = (typeof comparisonOperators)[number];

export const comparisonOperators = [
  'equals',
  'contains',
  'starts_with',
  'ends_with',
  'greater',
  'less',
  'blank',
  'present',
] as const;

/** A value to compare with. */
export type Scalar = string | number | boolean;

const operators: ReadonlyMap<unknown, Operator> = new Map([
  ...comparisonOperators.map((name) => [name, name] as const),
  // Spec, Versioning 3.
  ['exact', 'equals'],
  ['has_value', 'present'],
  ['is_empty', 'blank'],
]);

/** The operator of a name, legacy names included; null for any other value. */
export function readOperator(name: unknown): Operator | null {
  return operators.get(name) ?? null;
}

/** The leaf with a legacy operator replaced by its current name. */
export function currentOperator(leaf: JsonObject): JsonObject {
  const operator = readOperator(own(leaf, 'op'));
  return operator === null ? leaf : { ...leaf, op: operator };
}

/** Whether the operator reads only the actual value. */
export function needsNoValue(operator: Operator): boolean {
  return operator === 'blank' || operator === 'present';
}

/** The key of a tag: trimmed, lower case (COND-05). Spellings with equal keys are one tag. */
export function tagKey(tag: string): string {
  return tag.trim().toLowerCase();
}

export function isBlank(actual: unknown): boolean {
  if (actual === undefined || actual === null) return true;
  if (typeof actual === 'number') return !Number.isFinite(actual);
  return typeof actual === 'string' && actual.trim() === '';
}

/** Whether the comparison holds; never throws, whatever the types. */
export function compare(operator: Operator, actual: unknown, value: unknown): boolean {
  if (operator === 'blank') return isBlank(actual);
  if (operator === 'present') return !isBlank(actual);
  if (isFiniteNumber(actual) && isFiniteNumber(value)) {
    // As below, without their texts.
    if (operator === 'equals') return actual === value;
    if (operator === 'greater') return actual > value;
    if (operator === 'less') return actual < value;
  }
  const left = comparableText(actual);
  const right = comparableText(value);
  if (left === null || right === null) return false;
  switch (operator) {
    case 'equals':
      if (typeof actual === 'number' || typeof value === 'number') {
        const number = numberOf(actual);
        return number !== null && number === numberOf(value);
      }
      return left === right;
    case 'contains':
      return left.includes(right);
    case 'starts_with':
      return left.startsWith(right);
    case 'ends_with':
      return left.endsWith(right);
    case 'greater':
      return order(actual, value, left, right) > 0;
    case 'less':
      return order(actual, value, left, right) < 0;
  }
}

/** The comparison with one value, prepared: matches run for every live flow on each event. */
export function comparing(operator: Operator, value: unknown): (actual: unknown) => boolean {
  const general = (actual: unknown) => compare(operator, actual, value);
  if (isFiniteNumber(value)) {
    if (operator === 'greater')
      return (actual) => (isFiniteNumber(actual) ? actual > value : general(actual));
    if (operator === 'less')
      return (actual) => (isFiniteNumber(actual) ? actual < value : general(actual));
    if (operator === 'equals')
      return (actual) => (isFiniteNumber(actual) ? actual === value : general(actual));
  }
  if (typeof value === 'string') {
    if (operator === 'equals')
      return (actual) => (typeof actual === 'string' ? actual === value : general(actual));
    if (operator === 'contains')
      return (actual) => (typeof actual === 'string' ? actual.includes(value) : general(actual));
  }
  return general;
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function order(actual: unknown, value: unknown, left: string, right: string): number {
  const a = numberOf(actual);
  const b = numberOf(value);
  if (a !== null && b !== null) return a - b;
  return a === null && b === null ? byCodePoint(left, right) : 0;
}

const numericText = /^[+-]?[0-9]{1,15}(?:\.[0-9]{1,15})?$/;

/** The number of a value, or null if it is not numeric. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && numericText.test(value) ? Number(value) : null;
}

/** The text of a value for comparisons, or null if it has none. */
export function comparableText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return typeof value === 'number' && Number.isFinite(value) ? decimal(value) : null;
}

function decimal(value: number): string {
  const text = String(value);
  // True for almost every number; matches run for every live flow on each event.
  if (!text.includes('e')) return text;
  const [mantissa = '', exponent = '0'] = text.split('e');
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const shift = Number(exponent);
  if (shift < 0) return `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`;
  return `${sign}${whole}${fraction.padEnd(shift, '0')}`;
}

function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const x = a.charCodeAt(at);
    const y = b.charCodeAt(at);
    if (x === y) continue;
    // UTF-16 sorts surrogates below U+E000, while the characters they encode sort above everything
    // else.
    const astral = isSurrogate(x);
    return astral === isSurrogate(y) ? x - y : astral ? 1 : -1;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/**
 * Issues of a leaf's `op`, which must be in `known`: `before` and `after` are refused wherever no
 * date field is compared (COND-17), and legacy names are allowed only in matches (SPEC-20).
 */
export function checkOperator(
  leaf: JsonObject,
  path: string,
  known: readonly string[] = comparisonOperators,
): ValidationIssue[] {
  const name = own(leaf, 'op');
  if (known.some((operator) => operator === name)) return [];
  const missing = name === undefined;
  const fault = missing ? '"op" is missing' : `The operator ${quoted(name)} does not exist here`;
  const message = `${fault}; the operators are ${known.join(', ')}.`;
  const issue = reportCondition('operator_unknown', `${path}.op`, message);
  const current = readOperator(name);
  if (current !== null && known.includes(current)) return [meant(issue, current)];
  if (typeof name !== 'string') return [issue];
  const composed = composedOf.find(({ names, needs }) => {
    return names.includes(name) && needs.every((operator) => known.includes(operator));
  });
  if (composed !== undefined) return [{ ...issue, fix: composed.fix }];
  return [meant(issue, nearest(name, known) ?? likelyName(name, known))];
}

/** What other systems compare by one operator and a group says here. */
const composedOf: readonly { names: readonly string[]; needs: Operator[]; fix: string }[] = [
  {
    names: ['!=', '<>', 'ne', 'neq', 'not_equal', 'not_equals', 'is_not', 'does_not_equal'],
    needs: ['equals'],
    fix: 'Write the comparison with "equals" and wrap it: {"not": {…, "op": "equals"}}.',
  },
  {
    names: ['not_contains', 'does_not_contain', 'excludes'],
    needs: ['contains'],
    fix: 'Write the comparison with "contains" and wrap it: {"not": {…, "op": "contains"}}.',
  },
  {
    names: ['>=', 'gte', 'ge', 'at_least', 'greater_or_equal', 'greater_than_or_equal'],
    needs: ['greater', 'equals'],
    fix: 'Write {"any": […]} of two comparisons, one with "greater" and one with "equals".',
  },
  {
    names: ['<=', 'lte', 'le', 'at_most', 'less_or_equal', 'less_than_or_equal'],
    needs: ['less', 'equals'],
    fix: 'Write {"any": […]} of two comparisons, one with "less" and one with "equals".',
  },
  {
    names: ['in', 'one_of', 'any_of', 'is_any_of'],
    needs: ['equals'],
    fix: 'Write {"any": […]} of comparisons with "equals", one for each value.',
  },
];

/** Issues of the `op` and `value` of a comparing leaf, which may have a legacy operator. */
export function checkMatchComparison(leaf: JsonObject, path: string): ValidationIssue[] {
  const operator = readOperator(own(leaf, 'op'));
  if (operator === null) return checkOperator(leaf, path);
  if (needsNoValue(operator)) return [];
  const value = own(leaf, 'value');
  if (isBlank(value)) {
    const message = `The operator ${operator} needs a value to compare with.`;
    return [reportCondition('value_missing', `${path}.value`, message)];
  }
  const ordering = operator === 'greater' || operator === 'less';
  if (comparableText(value) === null || (ordering && typeof value === 'boolean')) {
    const kinds = ordering ? 'text or a number' : 'text, a number or a boolean';
    const message = `The value of ${operator} must be ${kinds}, not ${quoted(value)}.`;
    return [reportCondition('value_malformed', `${path}.value`, message)];
  }
  if (typeof value === 'string' && hasMoreCharacters(value, limits.fieldValueChars)) {
    const message = `The value is longer than ${limits.fieldValueChars} characters.`;
    return [reportCondition('value_malformed', `${path}.value`, message, 'Shorten the value.')];
  }
  return [];
}
