import type { WakeSignal } from '@postroad/core/platform/work-lanes';
import {
  type Chore,
  inOrder,
  PendingSignals,
  Recurring,
  type Round,
} from '@postroad/service/app/recurring';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

let signals: PendingSignals;

beforeEach(() => {
  signals = new PendingSignals();
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2030-01-31T09:00:30Z') });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A chore that finds what it is given, one a round, then nothing; and how often it ran. */
function chore(every: number, found: (Round['found'] | Error)[], wakes: WakeSignal | null = null) {
  const done = { rounds: 0 };
  const made: Chore = {
    every,
    wakes,
    async run() {
      const what = found[done.rounds] ?? 'idle';
      done.rounds += 1;
      if (what instanceof Error) throw what;
      return { found: what, count: what === 'idle' ? 0 : 2 };
    },
  };
  return { made, done };
}

const minute = 60_000;

describe('UNIT-07 a chore is due', () => {
  it('at each round where it has no pace', async () => {
    const work = new Recurring(chore(0, []).made, signals);
    for (let round = 0; round < 3; round += 1) {
      expect(work.isDue()).toBe(true);
      expect((await work.run()).found).toBe('idle');
    }
  });

  it('once in each span of the clock, so by the minute as the minute begins', async () => {
    const work = new Recurring(chore(minute, []).made, signals);
    expect(work.isDue()).toBe(true);
    await work.run();
    vi.advanceTimersByTime(29_999);
    expect(work.isDue()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(work.isDue()).toBe(true);
    expect(work.isDue()).toBe(false);
  });

  it('also where the clock was set back', async () => {
    const work = new Recurring(chore(minute, []).made, signals);
    expect(work.isDue()).toBe(true);
    vi.setSystemTime(new Date('2030-01-31T08:00:00Z'));
    expect(work.isDue()).toBe(true);
  });

  it('before its time where a transaction gave its signal, once', async () => {
    const work = new Recurring(chore(minute, [], 'gates').made, signals);
    expect(work.isDue()).toBe(true);
    await work.run();
    expect(work.isDue()).toBe(false);
    signals.give(['sends']);
    expect(work.isDue()).toBe(false);
    signals.give(['gates', 'gates']);
    expect(work.isDue()).toBe(true);
    await work.run();
    expect(work.isDue()).toBe(false);
  });

  it('at once while it left more, and not after what it did to the end', async () => {
    const work = new Recurring(chore(minute, ['more', 'done']).made, signals);
    expect(work.isDue()).toBe(true);
    expect((await work.run()).found).toBe('more');
    expect(work.isDue()).toBe(true);
    expect((await work.run()).found).toBe('done');
    expect(work.isDue()).toBe(false);
  });

  it('a second after it met what others held', async () => {
    const work = new Recurring(chore(minute, ['held']).made, signals);
    expect(work.isDue()).toBe(true);
    expect((await work.run()).found).toBe('held');
    vi.advanceTimersByTime(999);
    expect(work.isDue()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(work.isDue()).toBe(true);
  });

  it('again after it failed, by its own pace or after a minute', async () => {
    const once = new Recurring(chore(Number.POSITIVE_INFINITY, [new Error('away')]).made, signals);
    expect(once.isDue()).toBe(true);
    await expect(once.run()).rejects.toThrow('away');
    expect(once.isDue()).toBe(false);
    vi.advanceTimersByTime(minute);
    expect(once.isDue()).toBe(true);
    expect((await once.run()).found).toBe('idle');
    vi.advanceTimersByTime(1_000 * minute);
    expect(once.isDue()).toBe(false);
  });
});

it('UNIT-07 chores of one lane are done in order, those that are due, and any may leave more', async () => {
  const seldom = chore(minute, ['idle', 'idle']);
  const once = chore(Number.POSITIVE_INFINITY, ['more', 'more', 'idle']);
  const always = chore(0, []);
  const round = inOrder([seldom.made, once.made, always.made], signals);
  expect(await round()).toEqual({ found: 'more', count: 2 });
  expect(await round()).toEqual({ found: 'more', count: 2 });
  expect(await round()).toEqual({ found: 'idle', count: 0 });
  expect(await round()).toEqual({ found: 'idle', count: 0 });
  expect([seldom, once, always].map(({ done }) => done.rounds)).toEqual([1, 3, 4]);
});
