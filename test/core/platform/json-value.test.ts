import { jsonFault } from '@postroad/core/platform/json-value';
import { limits } from '@postroad/core/platform/limits';
import fc from 'fast-check';
import { expect, it } from 'vitest';

it.each<[string, unknown, string, string]>([
  ['text of its own', '\u0000', '', 'text_invalid'],
  ['text in a list in an object', { a: [1, { b: '\ud800' }] }, 'a[1].b', 'text_invalid'],
  ['a number', { a: { b: Number.POSITIVE_INFINITY } }, 'a.b', 'number_invalid'],
  ['a key, under the path of its object', { a: { 'x\u0000': 1 } }, 'a', 'text_invalid'],
  ['a key __proto__', JSON.parse('{"a":[{"__proto__":1}]}'), 'a[0].__proto__', 'key_unknown'],
  ['a level too deep', { a: { b: { c: 1 } } }, 'a.b', 'too_deep'],
])('finds %s', (_what, value, path, code) => {
  expect(jsonFault(value, 2 + (code === 'too_deep' ? 0 : 5))).toMatchObject({ path, code });
});

it('finds nothing in a value that can be stored', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme' }), (value) => {
      const text = JSON.stringify(value);
      fc.pre(!text.includes('__proto__') && !text.includes('\\u0000'));
      expect(jsonFault(value)).toBeNull();
    }),
  );
});

it('does not exhaust the stack', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  expect(jsonFault(deep)?.code).toBe('too_deep');
});

it('SEC-16 finds too many values, of all levels together', () => {
  const half = Array.from({ length: limits.jsonValues / 2 }, () => 1);
  // The list and its two lists are values too.
  expect(jsonFault([half.slice(1), half.slice(1)])).toBeNull();
  expect(jsonFault({ a: half.slice(1), b: [0, half] })?.code).toBe('too_many_values');
});
