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
    expect(formatDate(value, format, { zone })).toBe(expected);
  });

  it.each(['', 'soon', '2027-02-30', '2027-13-01', null, undefined, {}, true, Number.NaN, 1e20])(
    'says that %j is no date',
    (value) => {
      expect(formatDate(value, '%Y', { zone: 'UTC' })).toBeNull();
    },
  );

  it.each([
    ['de', '', '3. März 2027'],
    ['de-AT', '%A, %-d. %B %Y', 'Mittwoch, 3. März 2027'],
    ['fr', '%a %-d %b', 'mer. 3 mars'],
    ['nl', '%^a', 'WO'],
    // A month beside a day has another form than alone.
    ['ru', '%-d %B %Y', '3 марта 2027'],
    ['ru', '%B %Y', 'март 2027'],
    ['pl', '', '3 marca 2027'],
    ['ja', '%Y年%B%-d日', '2027年3月3日'],
    // Years and digits are those of numbers everywhere.
    ['th', '%-d %B %Y', '3 มีนาคม 2027'],
    ['ar', '%-d %B', '3 مارس'],
    ['de', '%Y-%m-%d', '2027-03-03'],
    ['en-GB', '', '3 March 2027'],
    ['tlh', '', 'March 3, 2027'],
    ['not a tag', '', 'March 3, 2027'],
    ['', '', 'March 3, 2027'],
    [null, '', 'March 3, 2027'],
    [7, '%B', 'March'],
  ])('LANG-01 has in %j by %j the names of that language: %j', (language, format, expected) => {
    const options = { zone: 'UTC', language: () => language };
    expect(formatDate('2027-03-03T12:00:00Z', format, options)).toBe(expected);
  });
});
