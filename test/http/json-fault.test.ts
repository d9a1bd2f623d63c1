import { jsonFaultIndex } from '@postroad/http/api/json-fault';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../support/property-tests.ts';

it.each([
  ['abc', 0],
  ['{"a":}', 5],
  ['{"a":1,}', 7],
  ['[1,]', 3],
  ['[1 2]', 3],
  ['{"a" 1}', 5],
  ['{a:1}', 1],
  ['[1}', 2],
  ['"a\nb"', 2],
  ['"\\x"', 2],
  ['"\\u12g4"', 2],
  ['01', 1],
  ['{"a":1} x', 8],
  ['{"a":1', 6],
  ['"abc', 4],
  ['', 0],
  ['nul', 0],
  ['-', 0],
  ['[,1]', 1],
])('finds the fault of %j at %i', (text, index) => {
  expect(jsonFaultIndex(text)).toBe(index);
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

it('agrees with JSON.parse on what is JSON', () => {
  const broken = fc
    .tuple(fc.json(), fc.nat(), fc.nat(3), fc.constantFrom('', ',', '}', ']', '"', '\\', '0', ' '))
    .map(([text, at, cut, put]) => {
      const start = at % (text.length + 1);
      return text.slice(0, start) + put + text.slice(start + cut);
    });
  const shards = fc.array(fc.constantFrom(...'{}[]:,"0-.e \n', 'true', '"a"', '12'));
  const text = fc.oneof(
    fc.json(),
    broken,
    shards.map((parts) => parts.join('')),
    fc.string(),
  );
  fc.assert(
    fc.property(text, (candidate) => {
      expect(jsonFaultIndex(candidate) === null).toBe(parses(candidate));
    }),
    { numRuns: runs(2_000) },
  );
});

it('handles any depth', () => {
  expect(jsonFaultIndex('['.repeat(500_000))).toBe(500_000);
});
