import {
  compare,
  comparing,
  comparisonOperators,
  isBlank,
  readOperator,
  tagKey,
} from '@postroad/core/conditions/compare';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../support/property-tests.ts';

type Row = [actual: unknown, op: Parameters<typeof compare>[0], value: unknown, holds: boolean];

const rows: Row[] = [
  // equals: numbers as numbers where one side is a JSON number, else text by character.
  [5, 'equals', 5, true],
  [5, 'equals', '5', true],
  ['5.0', 'equals', 5, true],
  [5, 'equals', '5.00', true],
  ['+5', 'equals', 5, true],
  ['5', 'equals', '5.0', false],
  ['02134', 'equals', '2134', false],
  [0.1, 'equals', '0.1', true],
  [5, 'equals', 'five', false],
  [5, 'equals', ' 5', false],
  [5, 'equals', '5e0', false],
  ['pro', 'equals', 'pro', true],
  ['Pro', 'equals', 'pro', false],
  [' pro', 'equals', 'pro', false],
  [true, 'equals', true, true],
  [true, 'equals', 'true', true],
  ['true', 'equals', true, true],
  [true, 'equals', 1, false],
  [false, 'equals', 0, false],
  [null, 'equals', 'null', false],
  [undefined, 'equals', '', false],
  ['', 'equals', '', true],
  [['pro'], 'equals', 'pro', false],
  [{}, 'equals', '[object Object]', false],
  [Number.NaN, 'equals', Number.NaN, false],
  // text operators
  ['professional', 'contains', 'fess', true],
  ['professional', 'contains', 'FESS', false],
  [12345, 'contains', 234, true],
  ['professional', 'starts_with', 'pro', true],
  ['professional', 'starts_with', 'ional', false],
  ['professional', 'ends_with', 'ional', true],
  [1e21, 'starts_with', '1000000000000000000000', true],
  [1.5e-7, 'equals', 0.00000015, true],
  [1.5e-7, 'starts_with', '0.00000015', true],
  [-2.5e21, 'starts_with', '-25000', true],
  [null, 'contains', '', false],
  [['a'], 'contains', 'a', false],
  // order
  [10, 'greater', 9, true],
  ['10', 'greater', '9', true],
  ['10', 'less', '9', false],
  [9, 'greater', 9, false],
  [9, 'less', 9, false],
  ['2024-01-31', 'less', '2024-02-01', true],
  ['2024-02-01', 'greater', '2024-02-01', false],
  ['unknown', 'greater', '5', false],
  ['unknown', 'less', '5', false],
  [5, 'less', 'unknown', false],
  [null, 'less', 5, false],
  ['\u{1F600}', 'greater', '\uFF5E', true],
  ['\uFF5E', 'less', '\u{1F600}', true],
  ['\u{1F600}', 'less', '\u{1F601}', true],
  ['ab', 'greater', 'a', true],
  // blank and present
  [undefined, 'blank', undefined, true],
  [null, 'blank', undefined, true],
  ['', 'blank', undefined, true],
  [' \t\n\u00a0', 'blank', undefined, true],
  [0, 'blank', undefined, false],
  [false, 'blank', undefined, false],
  [[], 'blank', undefined, false],
  [Number.POSITIVE_INFINITY, 'blank', undefined, true],
  ['x', 'present', 'ignored', true],
  [null, 'present', 'ignored', false],
];

describe('COND-04 comparison', () => {
  it.each(rows)('%j %s %j is %s', (actual, op, value, holds) => {
    expect(compare(op, actual, value)).toBe(holds);
  });

  it('never throws and blank is the opposite of present', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (actual, value) => {
        for (const op of comparisonOperators)
          expect(typeof compare(op, actual, value)).toBe('boolean');
        expect(compare('present', actual, value)).toBe(!isBlank(actual));
      }),
    );
  });

  it('orders any two texts as their UTF-8 bytes are ordered, which is collate "C"', () => {
    const text = fc.string({ unit: anyCharacter }).filter((value) => !/^[+-]?\d/.test(value));
    fc.assert(
      fc.property(text, text, (a, b) => {
        const bytes = Buffer.compare(Buffer.from(a), Buffer.from(b));
        expect(compare('greater', a, b)).toBe(bytes > 0);
        expect(compare('less', a, b)).toBe(bytes < 0);
      }),
    );
  });

  it('gives numbers the digits that a decimal column prints', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const digits = plainDigits(value);
        expect(compare('starts_with', value, digits)).toBe(true);
        expect(compare('ends_with', value, digits)).toBe(true);
      }),
    );
  });
});

/** The shortest digits of a double, with its exponent worked into them. */
function plainDigits(value: number): string {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  if (exponent === '0') return String(value);
  const places = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  if (places <= 0) return `${sign}${digits * 10n ** BigInt(-places)}`;
  return `${sign}0.${String(digits).padStart(places, '0')}`;
}

describe('operators', () => {
  it.each([
    ['exact', 'equals'],
    ['has_value', 'present'],
    ['is_empty', 'blank'],
    ['equals', 'equals'],
    ['before', null],
    ['after', null],
    ['constructor', null],
    [7, null],
    [undefined, null],
  ])('COND-17 %j reads as %j', (name, operator) => {
    expect(readOperator(name)).toBe(operator);
  });

  it('COND-05 tags are one under trimming and lower case', () => {
    expect(tagKey('  VIP Customer ')).toBe('vip customer');
  });
});

it('prepared with its value, a comparison says the same', () => {
  const actual = fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.double(),
    fc.boolean(),
    fc.constantFrom('', ' ', '0', '1', '1.0', 'pro', 'a pro', null, undefined, Number.NaN),
    fc.constantFrom([], ['pro'], {}),
  );
  const value = fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.double(),
    fc.boolean(),
    fc.constantFrom('', '0', '1', '1.0', 'pro'),
  );
  fc.assert(
    fc.property(fc.constantFrom(...comparisonOperators), actual, value, (operator, left, right) => {
      expect(comparing(operator, right)(left)).toBe(compare(operator, left, right));
    }),
  );
});
