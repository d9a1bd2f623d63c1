import { limits } from '@postroad/core/platform/limits';
import { createPublicToken, readPublicToken } from '@postroad/service/content/public-token';
import { readNumbers, signNumbers } from '@postroad/service/platform/signed-token';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../support/property-tests.ts';

/** How many tokens are altered; issue 8 was proved with 100,000. */
const alterations = Number(process.env.POSTROAD_TEST_TOKENS ?? runs(5_000));
const key = Buffer.alloc(32, 7);
const id = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const token = fc.record({ personId: id, emailId: id, sendId: id });
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

it('stays short enough for a path parameter at the largest ids', () => {
  const most = Number.MAX_SAFE_INTEGER;
  const text = createPublicToken(key, { personId: most, emailId: most, sendId: most });
  expect(text.length).toBeLessThanOrEqual(limits.publicTokenChars);
  expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
});

it('TOKEN-03 reads back the person, the email and the send', () => {
  fc.assert(
    fc.property(token, (value) => {
      expect(readPublicToken([key], createPublicToken(key, value))).toEqual(value);
    }),
  );
});

it('TOKEN-04 a token is the same at any time, since it has no end', () => {
  const value = { personId: 1, emailId: 2, sendId: 3 };
  expect(createPublicToken(key, value)).toBe(createPublicToken(key, value));
});

it('TOKEN-02 refuses every altered token', () => {
  const change = fc.record({
    at: fc.nat(),
    how: fc.constantFrom('replace', 'insert', 'drop'),
    to: fc.constantFrom(...alphabet),
  });
  fc.assert(
    fc.property(token, fc.array(change, { minLength: 1, maxLength: 3 }), (value, changes) => {
      const original = createPublicToken(key, value);
      let text = original;
      for (const { at, how, to } of changes) {
        const place = at % text.length;
        const rest = text.slice(how === 'insert' ? place : place + 1);
        text = text.slice(0, place) + (how === 'drop' ? '' : to) + rest;
      }
      expect(readPublicToken([key], text)).toEqual(text === original ? value : null);
    }),
    { numRuns: alterations },
  );
});

it('TOKEN-02 refuses a token that was signed for another use', () => {
  for (const purpose of ['open', 'click'] as const) {
    expect(readPublicToken([key], signNumbers(key, purpose, [1, 2, 3]))).toBeNull();
  }
  const text = createPublicToken(key, { personId: 1, emailId: 2, sendId: 3 });
  expect(readNumbers([key], 'open', 3, text)).toBeNull();
  expect(readNumbers([key], 'subscription', 3, text)).toEqual([1, 2, 3]);
  expect(readNumbers([key], 'subscription', 2, text)).toBeNull();
});

it('TOKEN-04 a token of an earlier key is read as long as that key is accepted', () => {
  const keys = Array.from({ length: 300 }, (_, place) => Buffer.alloc(32, `key ${place}`));
  const [current = key, ...earlier] = keys;
  for (const old of earlier) {
    const text = createPublicToken(old, { personId: 1, emailId: 2, sendId: 3 });
    expect(readPublicToken(keys, text)).toEqual({ personId: 1, emailId: 2, sendId: 3 });
    expect(readPublicToken([current], text)).toBeNull();
  }
});

it('refuses a token of another key and any text that is none', () => {
  const foreign = createPublicToken(Buffer.alloc(32, 8), { personId: 1, emailId: 2, sendId: 3 });
  for (const text of [foreign, '', 'x', '%00', `${foreign}=`, 'A'.repeat(91), ' ', '\u0000']) {
    expect(readPublicToken([key], text)).toBeNull();
  }
});
