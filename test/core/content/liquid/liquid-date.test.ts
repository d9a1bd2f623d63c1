import { formatDate } from '@postroad/core/content/liquid/liquid-date';
import { describe, expect, it } from 'vitest';

const newYork = 'America/New_York';

describe('dates', () => {
  it.each([
    ['2027-01-15T02:30:00Z', '%Y-%m-%d %H:%M %Z', newYork, '2027-01-14 21:30 EST'],
    ['2027-07-15T02:30:00Z', '%Y-%m-%d %H:%M %z', newYork, '2027-07-14 22:30 -0400'],
    ['2027-01-15T02:30:00+05:30', '%H:%M', 'UTC', '21:00'],
    ['1990-12-01', '%B %-d, %Y', newYork, 'December 1, 1990'],
    ['2027-01-15 08:05', '%-l:%M %p', newYork, '8:05 AM'],
    [1_800_000_000, '%F %T', 'UTC', '2027-01-15 08:00:00'],
    ['1800000000', '%F', 'UTC', '2027-01-15'],
    ['2027-01-01', '%A %a %j %U %W %V %G %u %w', 'UTC', 'Friday Fri 001 00 00 53 2026 5 5'],
    ['2027-01-03', '%e|%-d|%_m|%^b|%q|%y|%C|%%|%D|%n', 'UTC', ' 3|3| 1|JAN|rd|27|20|%|01/03/27|\n'],
    ['2027-01-03T04:05:06.789Z', '%L %N %s %I %k %P', 'UTC', '789 789000000 1798949106 04  4 am'],
    ['2027-03-14T07:30:00Z', '%H:%M %Z', newYork, '03:30 EDT'],
    ['2027-01-03', '%Q %10d', 'UTC', '%Q 0000000003'],
  ])('%j by %j in %s is %j', (value, format, zone, expected) => {
    expect(formatDate(value, format, zone)).toBe(expected);
  });

  it.each(['', 'soon', '2027-02-30', '2027-13-01', null, undefined, {}, true, Number.NaN, 1e20])(
    'says that %j is no date',
    (value) => {
      expect(formatDate(value, '%Y', 'UTC')).toBeNull();
    },
  );
});
