import { parseSendAt, shownSendAt } from '@postroad/core/broadcasts/send-at';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const newYork = 'America/New_York';

describe('BCAST-12 send_at', () => {
  it.each([
    ['2027-03-01T10:00', '2027-03-01T15:00:00.000Z'],
    ['2027-03-01 10:00:30', '2027-03-01T15:00:30.000Z'],
    ['20270301T1000', '2027-03-01T15:00:00.000Z'],
    ['2027-07-01T10:00', '2027-07-01T14:00:00.000Z'],
    ['2027-03-01', '2027-03-01T05:00:00.000Z'],
    ['March 1, 2027 10:00 AM', '2027-03-01T15:00:00.000Z'],
    ['1 Mar 2027 22:00', '2027-03-02T03:00:00.000Z'],
    ['03/01/2027 10:00', '2027-03-01T15:00:00.000Z'],
  ])('%s without an offset is read in the zone of the account', (text, instant) => {
    expect(parseSendAt(text, newYork)?.toISOString()).toBe(instant);
  });

  it.each([
    ['2027-03-01T10:00Z', '2027-03-01T10:00:00.000Z'],
    ['2027-03-01T10:00+02:00', '2027-03-01T08:00:00.000Z'],
    ['2027-03-01 10:00:00 +02:00', '2027-03-01T08:00:00.000Z'],
    ['Mon, 01 Mar 2027 10:00:00 GMT', '2027-03-01T10:00:00.000Z'],
    ['Mon, 01 Mar 2027 10:00:00 +0200', '2027-03-01T08:00:00.000Z'],
    ['1 Mar 2027 10:00 PST', '2027-03-01T18:00:00.000Z'],
    ['2027-03-01T10:00+01:00[Europe/Paris]', '2027-03-01T09:00:00.000Z'],
    ['2200-12-31T23:59Z', '2200-12-31T23:59:00.000Z'],
  ])('%s with an offset is that instant', (text, instant) => {
    expect(parseSendAt(text, 'Asia/Tokyo')?.toISOString()).toBe(instant);
  });

  it.each([
    '',
    'tomorrow',
    'foo 2050',
    '12',
    '10:00',
    'T10:00:00.1234',
    '2027-13-01T10:00',
    '2027-02-30',
    '2027-03-01T10:00+05:00[Europe/Paris]',
    '2027-03-01T10:00+25:00',
    '2201-01-02',
    '20270-03-01T10:00',
    '9999-01-01T00:00',
  ])('"%s" is no datetime', (text) => {
    expect(parseSendAt(text, newYork)).toBeNull();
  });

  it('takes the next minute there is where clocks skip one, and the first of two', () => {
    expect(parseSendAt('2027-03-14T02:30', newYork)?.toISOString()).toBe(
      '2027-03-14T07:00:00.000Z',
    );
    expect(parseSendAt('2027-11-07T01:30', newYork)?.toISOString()).toBe(
      '2027-11-07T05:30:00.000Z',
    );
    expect(parseSendAt('2011-12-30T12:00', 'Pacific/Apia')?.toISOString()).toBe(
      '2011-12-30T10:00:00.000Z',
    );
  });

  it('BCAST-14 is shown with the offset of the account, and read back as the same instant', () => {
    expect(shownSendAt(new Date('2027-03-01T15:00:00Z'), newYork)).toBe(
      '2027-03-01T10:00:00.000-05:00',
    );
    const zones = fc.constantFrom(
      newYork,
      'Europe/Berlin',
      'Asia/Kathmandu',
      'Pacific/Apia',
      'UTC',
    );
    const times = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(times, zones, (at, zone) => {
        expect(parseSendAt(shownSendAt(at, zone), 'Asia/Tokyo')).toEqual(at);
      }),
    );
  });

  it('is a date or nothing, whatever text is given', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const at = parseSendAt(text, newYork);
        expect(at === null || Number.isFinite(at.getTime())).toBe(true);
      }),
    );
  });
});
