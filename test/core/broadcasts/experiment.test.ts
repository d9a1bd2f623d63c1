import {
  decide,
  differenceInterval,
  type Variant,
  variantIssues,
  type WinnerRule,
  winnerIssues,
} from '@postroad/core/broadcasts/experiment';
import { describe, expect, it } from 'vitest';

/** A sequence of numbers from 0 to 1, the same in every run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** How many of `tests` comparisons of variants with these true shares name a winner out of `false`. */
function winners(shares: readonly number[], sent: number, tests: number, seed: number) {
  const next = numbers(seed);
  const named: (string | null)[] = [];
  for (let test = 0; test < tests; test += 1) {
    const counts = shares.map((share, index) => {
      let reached = 0;
      for (let mail = 0; mail < sent; mail += 1) if (next() < share) reached += 1;
      return { name: `v${index}`, sent, reached };
    });
    named.push(decide(counts).winner);
  }
  return named.filter((name) => name !== null);
}

describe('EXP-04 the decision', () => {
  it.each([
    { share: 0.1, sent: 500, seed: 1 },
    { share: 0.3, sent: 400, seed: 2 },
    { share: 0.03, sent: 2_000, seed: 3 },
  ])(
    'EXP-04 names a false winner in 5 % ± 1.5 of 1,000 A/A tests with $sent mails at $share',
    ({ share, sent, seed }) => {
      const rate = winners([share, share], sent, 1_000, seed).length / 1_000;
      expect(rate).toBeGreaterThanOrEqual(0.035);
      expect(rate).toBeLessThanOrEqual(0.065);
    },
  );

  it('EXP-04 holds the error of the family with four variants, also where two are ahead alike', () => {
    expect(winners([0.2, 0.2, 0.2, 0.2], 400, 1_000, 4).length).toBeLessThanOrEqual(65);
    expect(winners([0.3, 0.3, 0.1, 0.1], 400, 1_000, 5).length).toBeLessThanOrEqual(65);
  });

  it('EXP-03 finds a variant that is better', () => {
    const found = winners([0.1, 0.2], 1_000, 100, 6);
    expect(found.length).toBeGreaterThan(95);
    expect(new Set(found)).toEqual(new Set(['v1']));
  });

  it('EXP-03 gives the interval that Newcombe published', () => {
    // Newcombe 1998, table II: 56/70 less 48/80, method 10.
    const [low, high] = differenceInterval(
      { name: 'a', sent: 70, reached: 56 },
      { name: 'b', sent: 80, reached: 48 },
    );
    expect(low).toBeCloseTo(0.0524, 4);
    expect(high).toBeCloseTo(0.3339, 4);
  });

  it('EXP-03 gives no difference beyond the whole of either share', () => {
    const bounds: number[] = [];
    for (let sent = 1; sent <= 400; sent += 1) {
      for (let other = 1; other <= 40; other += 1) {
        const all = { name: 'A', sent, reached: sent };
        const none = { name: 'B', sent: other, reached: 0 };
        bounds.push(...differenceInterval(all, none), ...differenceInterval(none, all));
      }
    }
    expect(bounds.filter((bound) => Math.abs(bound) > 1)).toEqual([]);
  });

  it('EXP-03 is undecided where the interval holds 0, and where too few were sent', () => {
    const close = decide([
      { name: 'a', sent: 100, reached: 11 },
      { name: 'b', sent: 100, reached: 10 },
    ]);
    expect(close).toMatchObject({ status: 'undecided', winner: null });
    expect(close.interval[0]).toBeLessThan(0);
    expect(close.interval[1]).toBeGreaterThan(0);
    expect(decide([{ name: 'a', sent: 9, reached: 9 }])).toEqual({
      ...{ status: 'undecided', winner: null, interval: [-1, 1] },
    });
    expect(decide([]).status).toBe('undecided');
  });

  it('EXP-03 takes figures that count more reactions than mails', () => {
    const { interval } = decide([
      { name: 'a', sent: 10, reached: 12 },
      { name: 'b', sent: 10, reached: -1 },
    ]);
    expect(interval.every(Number.isFinite)).toBe(true);
  });
});

describe('EXP-01 what is wrong with an experiment', () => {
  const pair: Variant[] = [
    { name: 'A', email_id: 1, weight: 1 },
    { name: 'B', email_id: 2, weight: 1 },
  ];
  const rule: WinnerRule = {
    metric: 'clicked',
    sample_percent: 20,
    after: { amount: 4, unit: 'hours' },
  };

  it('EXP-01 takes names and emails once, and a weight above 0', () => {
    expect(variantIssues(pair)).toEqual([]);
    const same = variantIssues([...pair, { name: 'A', email_id: 2, weight: 0 }]);
    expect(same.map(({ path }) => path)).toEqual(['variants[2].name', 'variants[2].email_id']);
    const none = variantIssues(pair.map((one) => ({ ...one, weight: 0 })));
    expect(none.map(({ path }) => path)).toEqual(['variants']);
  });

  it('EXP-01 needs durations, and a goal where conversions decide', () => {
    expect(winnerIssues(rule)).toEqual([]);
    const long = { ...rule, after: { amount: 100_000, unit: 'weeks' as const } };
    expect(winnerIssues(long).map(({ path }) => path)).toEqual(['winner.after.amount']);
    const none = { event: 'bought', within: { amount: 0, unit: 'days' as const } };
    expect(winnerIssues({ ...rule, metric: 'converted', goal: none })).toMatchObject([
      { path: 'winner.goal.within.amount', fix: 'Write {"amount": 3, "unit": "days"}.' },
    ]);
    expect(winnerIssues({ ...rule, metric: 'converted' })).toMatchObject([{ path: 'winner.goal' }]);
    const goal = { event: 'bought', within: { amount: -1, unit: 'days' as const } };
    expect(winnerIssues({ ...rule, metric: 'converted', goal })).toMatchObject([
      { path: 'winner.goal.within.amount' },
    ]);
  });
});
