import { type BookedTime, bookTimes } from '@postroad/core/broadcasts/local-times';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const hour = 3_600_000;

describe('CAP-06 times of a broadcast at a local time', () => {
  it('are the wanted ones where the pace has room, and the next free ones where it has not', () => {
    const first = bookTimes([], [10, 10, 30, 10, 0], 5);
    expect(first.times).toEqual([10, 15, 30, 20, 0]);
    const { times, booked } = bookTimes(first.booked, [12, 2, 29], 5);
    expect(times).toEqual([25, 5, 35]);
    expect(booked.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(8 * 5);
  });

  it('keep the pace and waste no time of it, in whatever parts a broadcast is queued', () => {
    const zone = fc.integer({ min: 0, max: 104 }).map((quarter) => (quarter * hour) / 4);
    const parts = fc.array(fc.array(zone, { maxLength: 30 }), { minLength: 1, maxLength: 5 });
    const pace = fc.constantFrom(1, 7, 60, 5_000);
    fc.assert(
      fc.property(parts, pace, (all, perHour) => {
        const step = hour / perHour;
        const due: number[] = [];
        let booked: BookedTime[] = [];
        for (const wanted of all) {
          const made = bookTimes(booked, wanted, step);
          booked = made.booked;
          for (const [index, at] of made.times.entries()) {
            const from = wanted[index] ?? 0;
            expect(at).toBeGreaterThanOrEqual(from);
            // Each time that is free from the wanted one on would be too close to another mail.
            const free = [from, ...due.map((other) => other + step)].filter(
              (one) => one >= from && due.every((other) => Math.abs(other - one) > step - 0.01),
            );
            expect(at).toBeCloseTo(Math.min(...free), 1);
            due.push(at);
          }
        }
        const inOrder = due.toSorted((one, other) => one - other);
        for (const [index, at] of inOrder.entries()) {
          expect(at - (inOrder[index - 1] ?? -hour)).toBeGreaterThan(step - 0.01);
        }
        expect(booked.length).toBeLessThanOrEqual(new Set(all.flat()).size);
      }),
    );
  });
});
