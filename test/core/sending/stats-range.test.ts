import { limits } from '@postroad/core/platform/limits';
import { ZoneClock } from '@postroad/core/platform/zone-clock';
import { statsRange } from '@postroad/core/sending/stats-range';
import { expect, it } from 'vitest';

const now = new Date('2026-03-10T15:00:00Z');
const zone = 'America/New_York';
const clock = new ZoneClock(zone);

function range(asked: { from?: string; to?: string }, timezone = zone) {
  const read = statsRange(asked, now, new ZoneClock(timezone));
  if (typeof read === 'string') throw new Error(read);
  return { ...read, borders: read.borders.map((border) => border.toISOString()) };
}

it('are days of the account, across a change of the clocks', () => {
  const { dates, borders } = range({ from: '2026-03-07', to: '2026-03-09' });
  expect(dates).toEqual(['2026-03-07', '2026-03-08', '2026-03-09']);
  expect(borders).toEqual([
    '2026-03-07T05:00:00.000Z',
    '2026-03-08T05:00:00.000Z',
    '2026-03-09T04:00:00.000Z',
    '2026-03-10T04:00:00.000Z',
  ]);
});

it('REPORT-04 are whole days where clocks are set back at midnight', () => {
  const nov = (day: number, time: string) => `2026-11-0${day}T${time}:00.000Z`;
  // Havana has the hour from midnight to one twice on the 1st.
  expect(range({ from: '2026-11-01', to: '2026-11-01' }, 'America/Havana')).toMatchObject({
    from: new Date(nov(1, '04:00')),
    to: new Date(nov(2, '05:00')),
    borders: [nov(1, '04:00'), nov(2, '05:00')],
  });
});

it('are cut where a timestamp cuts them', () => {
  const { from, to, dates, borders } = range({
    from: '2026-03-09T18:00:00-04:00',
    to: '2026-03-10T06:00:00-04:00',
  });
  expect([from, to].map((at) => at?.toISOString())).toEqual([borders[0], borders.at(-1)]);
  expect(dates).toEqual(['2026-03-09', '2026-03-10']);
  expect(borders[1]).toBe('2026-03-10T04:00:00.000Z');
  // A moment at which no day has begun yet belongs to the day before.
  expect(range({ from: '2026-03-08', to: '2026-03-10T00:00:00-04:00' }).dates).toHaveLength(2);
});

it('are the last ones, a bounded number', () => {
  const all = range({});
  expect(all).toMatchObject({ from: null, to: null });
  expect(all.dates).toHaveLength(limits.statsDaysDefault);
  expect(all.dates.at(-1)).toBe('2026-03-10');
  expect(range({ from: '2000-01-01' }).dates).toHaveLength(limits.statsDays);
  expect(range({ to: '2026-01-31' }).dates.at(-1)).toBe('2026-01-31');
  for (const [place, border] of all.borders.slice(1).entries()) {
    expect(border > (all.borders[place] ?? '')).toBe(true);
  }
});

it('say which bound is wrong', () => {
  expect(statsRange({ from: 'yesterday' }, now, clock)).toBe('from');
  expect(statsRange({ from: '2026-02-30' }, now, clock)).toBe('from');
  expect(statsRange({ to: '1066-10-14' }, now, clock)).toBe('to');
  expect(statsRange({ from: '2026-03-09', to: '2026-03-08' }, now, clock)).toBe('order');
  expect(range({ from: '2030-01-01' }).dates).toEqual(['2030-01-01']);
  expect(range({ from: '2026-03-09' }, 'Nowhere/Else').dates).toHaveLength(2);
});
