import { withClicks } from '@postroad/console/broadcasts/click-marks';
import { localIn, momentIn } from '@postroad/console/broadcasts/zone-times';
import { reportCsv } from '@postroad/console/sending/report-csv';
import { daysBetween, daysLater } from '@postroad/console/sending/report-days';
import { roundSteps } from '@postroad/console/sending/round-steps';
import { ZoneClock } from '@postroad/core/platform/zone-clock';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('CON2-07 a time in a zone', () => {
  it('CON2-07 is the moment that the service finds, in any zone and at any hour', () => {
    const zone = fc.constantFrom(
      ...['Europe/Lisbon', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'],
      ...['Pacific/Kiritimati', 'Africa/Casablanca', 'America/St_Johns', 'UTC'],
    );
    const minutes = fc.integer({ min: 0, max: 20 * 365 * 24 * 60 });
    fc.assert(
      fc.property(zone, minutes, (name, minute) => {
        const local = new Date(Date.UTC(2020, 0, 1) + minute * 60_000).toISOString().slice(0, 16);
        const moment = momentIn(name, local);
        const expected = new ZoneClock(name).instantOfWall(Date.parse(`${local}Z`));
        expect(moment?.getTime(), `${local} in ${name}`).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['Europe/Lisbon', '2026-03-29T01:30', '2026-03-29T01:00:00.000Z'],
    ['Europe/Lisbon', '2026-10-25T01:30', '2026-10-25T00:30:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:30:00.000Z'],
  ])('CON2-07 finds %s %s, where clocks are changed', (zone, local, moment) => {
    expect(momentIn(zone, local)?.toISOString()).toBe(moment);
    expect(new ZoneClock(zone).instantOfWall(Date.parse(`${local}Z`))).toBe(Date.parse(moment));
  });

  it('CON2-07 is shown again as it was written', () => {
    expect(localIn('Asia/Kathmandu', new Date('2026-06-01T00:00:00Z'))).toBe('2026-06-01T05:45');
    expect(momentIn('Asia/Kathmandu', '')).toBeNull();
  });
});

it('CON2-07 marks the links of a mail that were clicked, and leaves the rest as it is', () => {
  const html =
    '<p><a class="x" href="https://example.com/?a=1&amp;b=2" style="y">One</a> <a href="/other">Two</a></p>';
  const marked = withClicks(html, [{ url: 'https://example.com/?a=1&b=2', clicked: 12 }], String);
  expect(marked).toMatch(/One<span style="[^"]+">12<\/span><\/a> <a href="\/other">Two<\/a>/);
  expect(marked.replace(/<span .*?<\/span>/, '')).toBe(html);
});

describe('CON2-09 pictures of figures', () => {
  it('CON2-09 has round lines that reach above every figure, few of them, at any size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), (most) => {
        const lines = roundSteps(most);
        expect(lines[0]).toBe(0);
        expect(lines.at(-1)).toBeGreaterThanOrEqual(most);
        expect(lines.length).toBeLessThanOrEqual(6);
        expect(lines.every(Number.isInteger)).toBe(true);
      }),
    );
  });

  it('CON2-09 counts days over the end of a month and of a year', () => {
    expect(daysBetween('2026-12-30', '2027-01-02')).toEqual([
      ...['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'],
    ]);
    expect(daysLater('2028-03-01', -1)).toBe('2028-02-29');
  });

  it('CON2-09 gives CSV in which no cell is a formula', () => {
    const rows = [{ key: '1', name: '=1+1, "x"', sent: 2 }];
    expect(reportCsv(['key', 'name', 'sent'], rows)).toBe(
      'key,name,sent\r\n1,"\'=1+1, ""x""",2\r\n',
    );
  });
});
