import { limits } from '@postroad/core/platform/limits';
import { cleanReason } from '@postroad/core/subscribers/reason';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../../support/property-tests.ts';

it.each([
  ['too_frequent', 'too_frequent'],
  ['  Too many,\r\n every day \t', 'Too many, every day'],
  ['', null],
  [' \u0000\u200b\n', null],
  ['a\u0000b\u202ec', 'abc'],
  ['\ud83d', null],
  ['👋'.repeat(600), '👋'.repeat(500)],
  [' '.repeat(5_000), null],
])('keeps %j as %j', (text, kept) => {
  expect(cleanReason(text)).toBe(kept);
});

it('keeps one line of valid text within its limit, whatever comes', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 3_000 }), (text) => {
      const kept = cleanReason(text);
      if (kept === null) return;
      expect(kept).toBe(kept.trim());
      expect([...kept].length).toBeLessThanOrEqual(limits.reasonChars);
      expect(kept).not.toMatch(/[\p{Cc}\p{Surrogate}]/u);
      expect(cleanReason(kept)).toBe(kept);
    }),
  );
});
