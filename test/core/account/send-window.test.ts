import { nextOpen, windowRuleFor } from '@postroad/core/account/send-window';
import type { SendWindowRule } from '@postroad/core/account/send-windows';
import { ZoneClock } from '@postroad/core/platform/zone-clock';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../support/property-tests.ts';
import { wallAt, zones } from '../../support/wall-clock.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const from = Date.UTC(2026, 0, 1);

function dayAndTime(instant: number, zone: string): { day: number; date: string; time: string } {
  const [date = '', time = ''] = wallAt(instant, zone).split(' ');
  return { day: new Date(`${date}T00:00:00Z`).getUTCDay(), date, time };
}

function isOpenByTheWall(rule: SendWindowRule, instant: number, zone: string): boolean {
  const { day, time } = dayAndTime(instant, zone);
  return rule.days.includes(day) && time >= rule.start && time < rule.end;
}

/** Whether the wall shows this minute twice, or showed it before. */
function isRepeated(instant: number, zone: string): boolean {
  const { date, time } = dayAndTime(instant, zone);
  return [-60, -30, 30, 60].some((minutes) => {
    const other = dayAndTime(instant + minutes * minuteMs, zone);
    return other.date === date && other.time === time;
  });
}

const timeText = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const rules = fc
  .record({
    days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
    times: fc
      .tuple(fc.integer({ min: 0, max: 1_440 }), fc.integer({ min: 0, max: 1_440 }))
      .filter(([one, other]) => one !== other),
  })
  .map(({ days, times }): SendWindowRule => {
    const [start = 0, end = 0] = [...times].sort((one, other) => one - other);
    return { label: null, days: days.sort(), start: timeText(start), end: timeText(end) };
  });

describe('the next open slot', () => {
  it('QUEUE-07, QUEUE-08 is the first minute at which the wall of the zone shows the window, over 400 days in 12 zones', () => {
    const anyMinute = fc.integer({ min: 0, max: 400 * 1_440 });
    fc.assert(
      fc.property(rules, fc.constantFrom(...zones), anyMinute, (rule, zone, minute) => {
        const at = from + minute * minuteMs;
        const next = nextOpen(rule, new Date(at), new ZoneClock(zone)).getTime();
        expect(next).toBeGreaterThanOrEqual(at);
        expect(nextOpen(rule, new Date(next), new ZoneClock(zone)).getTime()).toBe(next);
        const { day, time } = dayAndTime(next, zone);
        if (!isRepeated(next, zone)) {
          expect(rule.days).toContain(day);
          expect(time >= rule.start && time < rule.end).toBe(true);
        }
        for (let between = at; between < next; between += 7 * minuteMs) {
          if (!isOpenByTheWall(rule, between, zone)) continue;
          expect(isRepeated(between, zone), new Date(between).toISOString()).toBe(true);
        }
      }),
      { numRuns: runs(1_500) },
    );
  });

  it('QUEUE-08 never comes earlier for who asks later', () => {
    const places = fc.tuple(
      fc.integer({ min: 0, max: 400 * 1_440 }),
      fc.integer({ min: 0, max: 3 * 1_440 }),
    );
    fc.assert(
      fc.property(rules, fc.constantFrom(...zones), places, (rule, zone, [minute, later]) => {
        const at = from + minute * minuteMs;
        const [one, other] = [at, at + later * minuteMs].map((when) =>
          nextOpen(rule, new Date(when), new ZoneClock(zone)).getTime(),
        );
        expect(other).toBeGreaterThanOrEqual(one ?? 0);
      }),
      { numRuns: runs(2_000) },
    );
  });

  const everyDay = [0, 1, 2, 3, 4, 5, 6];
  it.each([
    // New York goes from 02:00 to 03:00 on 2026-03-08, and from 02:00 back to 01:00 on 2026-11-01.
    ['a start that is skipped', '02:30', '04:00', '2026-03-08T06:50:00Z', '2026-03-08T07:00:00Z'],
    ['a window that is skipped', '02:10', '02:40', '2026-03-08T06:50:00Z', '2026-03-09T06:10:00Z'],
    ['a start that comes twice', '01:30', '04:00', '2026-11-01T05:00:00Z', '2026-11-01T05:30:00Z'],
    ['an end that comes twice', '00:30', '01:30', '2026-11-01T05:40:00Z', '2026-11-02T05:30:00Z'],
    ['a whole day', '00:00', '24:00', '2026-11-01T05:40:00Z', '2026-11-01T05:40:00Z'],
    ['the minute of the end', '09:00', '17:00', '2026-06-01T21:00:00Z', '2026-06-02T13:00:00Z'],
    ['the minute before', '09:00', '17:00', '2026-06-01T20:59:59Z', '2026-06-01T20:59:59Z'],
  ])('QUEUE-07 %s', (_what, start, end, at, expected) => {
    const rule = { label: null, days: everyDay, start, end };
    const next = nextOpen(rule, new Date(at), new ZoneClock('America/New_York'));
    expect(next.toISOString()).toBe(new Date(expected).toISOString());
  });

  it('QUEUE-07 passes over a day that a zone left out', () => {
    const friday = { label: null, days: [5], start: '09:00', end: '10:00' };
    // Apia had no Friday, 30 December 2011.
    const next = nextOpen(friday, new Date('2011-12-30T00:00:00Z'), new ZoneClock('Pacific/Apia'));
    expect(dayAndTime(next.getTime(), 'Pacific/Apia')).toEqual({
      ...{ day: 5, date: '2012-01-06', time: '09:00' },
    });
    expect(next.getTime() - Date.parse('2011-12-30T00:00:00Z')).toBeLessThan(8 * dayMs);
  });
});

describe('the rule that applies', () => {
  const rule = (label: string | null, start: string): SendWindowRule => ({
    ...{ label, days: [1], start, end: '24:00' },
  });
  it.each([
    ['with no rules none', [], ['news'], null],
    [
      'the first whose label the email carries',
      [
        ['a', '01:00'],
        ['b', '02:00'],
      ],
      ['b', 'a'],
      '01:00',
    ],
    [
      'before a global one that is listed earlier',
      [
        [null, '01:00'],
        ['a', '02:00'],
      ],
      ['a'],
      '02:00',
    ],
    [
      'else the first global one',
      [
        ['a', '01:00'],
        [null, '02:00'],
        [null, '03:00'],
      ],
      [],
      '02:00',
    ],
    ['none where it is for other labels', [['a', '01:00']], ['b'], null],
  ] as [string, [string | null, string][], string[], string | null][])(
    'QUEUE-05, QUEUE-06 %s',
    (_what, given, labels, expected) => {
      const windows = { rules: given.map(([label, start]) => rule(label, start)) };
      expect(windowRuleFor(windows, labels)?.start ?? null).toBe(expected);
    },
  );
});
