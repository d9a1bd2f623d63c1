import { isFailingTooLong, nextAttemptAt, retryAfterMs } from '@postroad/core/webhooks/schedule';
import { patternsOf, webhookPatterns, webhookTypes } from '@postroad/core/webhooks/webhook-types';
import { expect, it } from 'vitest';

const start = new Date('2026-11-23T00:00:00Z');
const hourMs = 3_600_000;

function lastAttempt(chance: number): { count: number; hours: number } {
  let at = start;
  let count = 1;
  for (;;) {
    const next = nextAttemptAt(at, count, { chance });
    if (next === null) return { count, hours: (at.getTime() - start.getTime()) / hourMs };
    at = next;
    count += 1;
  }
}

it('HOOK-10 makes ten attempts within a day, with jitter', () => {
  for (const chance of [0, 0.5, 1]) expect(lastAttempt(chance).count).toBe(10);
  expect(lastAttempt(0).hours).toBeGreaterThan(23);
  expect(lastAttempt(0).hours).toBeLessThanOrEqual(24);
  expect(lastAttempt(1).hours).toBeLessThan(lastAttempt(0).hours);
});

it('HOOK-10 heeds Retry-After in seconds and as a date, up to a day', () => {
  expect(retryAfterMs('120', start)).toBe(120_000);
  expect(retryAfterMs('Mon, 23 Nov 2026 01:00:00 GMT', start)).toBe(hourMs);
  expect(retryAfterMs('Sun, 22 Nov 2026 01:00:00 GMT', start)).toBe(0);
  expect(retryAfterMs('99999999999', start)).toBe(99_999_999_999_000);
  for (const odd of [undefined, '', 'soon', '-5', '1.5'])
    expect(retryAfterMs(odd, start)).toBeNull();
  const asked = (askedMs: number) =>
    (nextAttemptAt(start, 1, { chance: 0, askedMs })?.getTime() ?? 0) - start.getTime();
  expect([asked(0), asked(hourMs), asked(90 * hourMs)]).toEqual([10_000, hourMs, 24 * hourMs]);
});

it('HOOK-11 counts five days of failures alone', () => {
  const after = (days: number) => new Date(start.getTime() + days * 24 * hourMs);
  expect(isFailingTooLong(null, after(9))).toBe(false);
  expect(isFailingTooLong(start, after(4.9))).toBe(false);
  expect(isFailingTooLong(start, after(5))).toBe(true);
});

it('HOOK-07, HOOK-08 knows each type, each noun and all', () => {
  expect(webhookPatterns).toContain('*');
  for (const type of webhookTypes) {
    expect(patternsOf(type).every((pattern) => webhookPatterns.includes(pattern))).toBe(true);
  }
});
