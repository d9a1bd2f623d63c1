import { primaryOnly } from '@postroad/core/platform/operations/log-position';
import { LogMarks } from '@postroad/store/platform/connection/replica';
import { expect, it } from 'vitest';

it('REPL-06 asks of a replica where the primary was 30 seconds before', () => {
  const marks = new LogMarks(30_000);
  expect(marks.old(0)).toBe(null);
  expect(marks.required(0)).toBe(primaryOnly);
  for (let second = 0; second <= 20; second += 5) marks.note(`0/${second}`, second * 1_000);
  // Nothing is known of 30 seconds ago, so it must have all that was there at first.
  expect(marks.old(20_000)).toBe(null);
  expect(marks.required(20_000)).toBe('0/0');
  for (let second = 25; second <= 100; second += 5) {
    marks.note(`0/${second}`, second * 1_000);
    const wanted = second < 30 ? null : `0/${second - 30}`;
    expect(marks.old(second * 1_000)).toBe(wanted);
    // Between two looks the older one counts.
    expect(marks.old(second * 1_000 + 4_999)).toBe(second < 30 ? null : `0/${second - 30}`);
  }
  // While the primary does not answer, its last place is what counts in the end.
  expect(marks.old(1_000_000)).toBe('0/100');
});
