import {
  isLocalTime,
  isTimestamp,
  parseTimestamp,
  timestampFault,
} from '@postroad/core/platform/timestamp';
import { ZoneClock } from '@postroad/core/platform/zone-clock';
import { describe, expect, it } from 'vitest';

const read = (text: string, zone = 'America/New_York') =>
  parseTimestamp(text, new ZoneClock(zone))?.toISOString() ?? null;

describe('a timestamp', () => {
  it.each([
    ['2026-11-23T07:00:00', '2026-11-23T12:00:00.000Z'],
    ['2026-07-23T07:00', '2026-07-23T11:00:00.000Z'],
    ['2026-11-23', '2026-11-23T05:00:00.000Z'],
    ['20261123T070000', '2026-11-23T12:00:00.000Z'],
    ['2026-W48-1', '2026-11-23T05:00:00.000Z'],
    ['2026-11-23T07:00:30.250', '2026-11-23T12:00:30.250Z'],
    // The clocks skip from two to three, and show one o'clock twice.
    ['2026-03-08T02:30:00', '2026-03-08T07:00:00.000Z'],
    ['2026-03-08T02:30:17', '2026-03-08T07:00:00.000Z'],
    ['2026-11-01T01:30:00', '2026-11-01T05:30:00.000Z'],
  ])('SAFE-43 without an offset is in the zone of the account: %s', (text, instant) => {
    expect([read(text), isLocalTime(text)]).toEqual([instant, true]);
  });

  it.each([
    ['2026-11-23T07:00:00Z', '2026-11-23T07:00:00.000Z'],
    ['2026-11-23t07:00z', '2026-11-23T07:00:00.000Z'],
    ['2026-11-23T07:00:00+01:00', '2026-11-23T06:00:00.000Z'],
    ['2026-11-23T07:00:00-0500', '2026-11-23T12:00:00.000Z'],
    ['2026-11-23T07:00:00-05', '2026-11-23T12:00:00.000Z'],
    ['2026-11-23T07:00:00[Europe/Paris]', '2026-11-23T06:00:00.000Z'],
    ['2026-11-23T07:00:00+01:00[Europe/Paris]', '2026-11-23T06:00:00.000Z'],
    ['2026-11-23T07:00:00Z[Europe/Paris]', '2026-11-23T07:00:00.000Z'],
  ])('SAFE-43 with an offset is the same moment in every zone: %s', (text, instant) => {
    for (const zone of ['America/New_York', 'Asia/Tokyo']) expect(read(text, zone)).toBe(instant);
    expect(isLocalTime(text)).toBe(false);
  });

  it('SAFE-43 of a day that a zone skipped is the next that there was', () => {
    expect(read('2011-12-30T12:00:00', 'Pacific/Apia')).toBe('2011-12-30T10:00:00.000Z');
  });

  it.each([
    'tomorrow',
    '',
    '07:00',
    'T07:00',
    '1969-12-31',
    '2201-01-01',
    '2026-02-30',
    '2026-01-01T00:00:00+25:00',
    '2026-01-01T00:00-15',
    '2026-01-01T00:00:00+15:00[Europe/Paris]',
    '2026-01-01T00:00:00+05:00[Europe/Paris]',
    '2026-07-01T00:00:00+01:00[Europe/Paris]',
    '2026-01-01T00:00:00Z[Europe/Nowhere]',
    '1796000000',
  ])('is not %s', (text) => {
    expect([read(text), isTimestamp(text), isLocalTime(text)]).toEqual([null, false, false]);
  });
});

it('says of an offset that its zone does not have that one of them is to go', () => {
  expect(timestampFault('2026-01-01T00:00:00+05:00[Europe/Paris]')).toBe(
    'has an offset that its zone does not have then; leave out one of them.',
  );
  expect(timestampFault('soon')).toMatch(/^must be an ISO 8601 timestamp/);
});
