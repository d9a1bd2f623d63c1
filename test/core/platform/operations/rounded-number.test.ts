import { roundedMessage, roundedNumber } from '@postroad/core/platform/operations/rounded-number';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../support/property-tests.ts';

it.each([
  ['9007199254740993', ''],
  ['{"id": -9007199254740993}', 'id'],
  ['[1,12345678901234567890]', '[1]'],
  [String.raw`{"a\"":"9","b":[[],{"c":100000000000000000001}]}`, 'b[1].c'],
])('EVENT-10 finds the whole number in %s of which a double keeps other digits', (json, path) => {
  expect(roundedNumber(json)?.path).toBe(path);
});

it.each([
  '9007199254740992',
  '10000000000000000000000',
  '0.1234567890123456789',
  '1.2345678901234567e30',
  String.raw`{"9007199254740993":"x\\","b":"\"9007199254740993"}`,
  `1${'0'.repeat(400)}`,
  '',
])('EVENT-10 finds none in %s', (json) => {
  expect(roundedNumber(json)).toBeNull();
});

it('EVENT-10 finds none in what JavaScript writes', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.json(), fc.double({ noNaN: true, noDefaultInfinity: true })),
      (value) => {
        expect(roundedNumber(JSON.stringify(value))).toBeNull();
      },
    ),
    { numRuns: runs(1_000) },
  );
});

it('EVENT-10 names it, what would become of it, and what to send', () => {
  const found = roundedNumber('{"id":9007199254740993}');
  expect(found && roundedMessage(found)).toBe(
    'The number 9007199254740993 has more digits than JSON numbers keep here: it would become 9007199254740992. Send it as text, in quotes.',
  );
});

it('SEC-26 is linear', () => {
  const started = performance.now();
  for (const json of ['{', '[', '\\', '"', '-', '\\"', '9']) roundedNumber(json.repeat(300_000));
  expect(performance.now() - started).toBeLessThan(5_000);
});
