import { review } from '@postroad/core/flows/definition/review';
import { startSentence, triggerSummary } from '@postroad/core/flows/definition/trigger';
import { isRule, parseRule, type Rule, timesOn } from '@postroad/core/flows/triggers/rrule';
import {
  lastScheduled,
  nextScheduled,
  planSchedule,
  type SchedulePlan,
} from '@postroad/core/flows/triggers/schedule-plan';
import type { ValidationContext } from '@postroad/core/flows/validate/pass';
import { dayMs } from '@postroad/core/platform/zone-clock';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nothingKnown } from '../../conditions/known.ts';

const trigger = {
  ...{ type: 'schedule', rrule: 'FREQ=WEEKLY;BYDAY=MO;BYHOUR=9' },
  ...{ segment: 'customers', timezone: 'Europe/Paris' },
};
const context: ValidationContext = {
  flowKey: 'weekly',
  held: null,
  runPolicy: 'repeat',
  references: {
    ...nothingKnown,
    segments: new Map([['customers', 1]]),
    tunables: new Map(),
    sequencesOff: new Set(),
  },
};
const reviewed = (changed: object, more: Partial<ValidationContext> = {}) =>
  review(
    { trigger: { ...trigger, ...changed }, nodes: [{ type: 'exit_flow' }] },
    { ...context, ...more },
  ).validation;

const planOf = (rrule: string, timezone = 'UTC'): SchedulePlan => {
  const plan = planSchedule({ ...trigger, rrule, timezone });
  if (plan === null) throw new Error(`${rrule} is not valid.`);
  return plan;
};

/** The next times from a time on. */
function times(rrule: string, from: string, count: number, timezone?: string): string[] {
  const plan = planOf(rrule, timezone);
  const found: string[] = [];
  for (let at = Date.parse(from) - 1; found.length < count; ) {
    const next = nextScheduled(plan, at);
    if (next === null) return found;
    found.push(new Date(next).toISOString().slice(0, 16));
    at = next;
  }
  return found;
}

describe('a schedule', () => {
  // The examples of RFC 5545, 3.8.5.3, each without its DTSTART.
  it.each([
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'In the next 50 years'],
    ['FREQ=WEEKLY;BYDAY=MO;UNTIL=20261122', 'before its UNTIL'],
    ['FREQ=MINUTELY;UNTIL=20200101T000000Z', 'before its UNTIL'],
    [
      'FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYMONTH=1,2,3,4,5;BYSETPOS=366',
      'In the next 50 years',
    ],
  ])('TRIG2-05 warns of %s, which has no time to come', (rrule, why) => {
    const now = new Date('2026-11-24T00:00:00Z');
    const { valid, warnings } = reviewed({ rrule }, { references: { ...context.references, now } });
    expect(valid).toBe(true);
    expect(warnings).toMatchObject([{ code: 'trigger_never_starts', path: 'trigger.rrule' }]);
    expect(warnings[0]?.message).toContain(why);
    expect(warnings[0]?.fix).toContain('UNTIL');
    for (const right of ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', 'FREQ=WEEKLY;UNTIL=20261130']) {
      const { references } = context;
      expect(reviewed({ rrule: right }, { references: { ...references, now } }).warnings).toEqual(
        [],
      );
    }
  });

  it.each([
    [
      'FREQ=DAILY;UNTIL=20261224T000000Z',
      '2026-12-22',
      ['2026-12-22T00:00', '2026-12-23T00:00', '2026-12-24T00:00'],
    ],
    [
      'FREQ=YEARLY;UNTIL=20280131T140000Z;BYMONTH=1;BYDAY=SU,MO;BYHOUR=9',
      '2027-01-29',
      ['2027-01-31T09:00', '2028-01-02T09:00', '2028-01-03T09:00'],
    ],
    [
      'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU,TH;BYHOUR=9',
      '2026-11-24',
      ['2026-12-01T09:00', '2026-12-03T09:00', '2026-12-15T09:00'],
    ],
    ['FREQ=MONTHLY;BYDAY=1FR;BYHOUR=9', '2026-11-24', ['2026-12-04T09:00', '2027-01-01T09:00']],
    [
      'FREQ=MONTHLY;INTERVAL=2;BYDAY=1SU,-1SU;BYHOUR=9',
      '2027-01-01',
      ['2027-01-03T09:00', '2027-01-31T09:00', '2027-03-07T09:00'],
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=-3;BYHOUR=9',
      '2026-11-24',
      ['2026-11-28T09:00', '2026-12-29T09:00', '2027-01-29T09:00'],
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=31',
      '2027-01-01',
      ['2027-01-31T00:00', '2027-03-31T00:00', '2027-05-31T00:00'],
    ],
    [
      'FREQ=YEARLY;INTERVAL=3;BYYEARDAY=1,100,200;BYHOUR=9',
      '2026-11-24',
      ['2027-01-01T09:00', '2027-04-10T09:00', '2027-07-19T09:00', '2030-01-01T09:00'],
    ],
    ['FREQ=YEARLY;BYDAY=20MO;BYHOUR=9', '2026-11-24', ['2027-05-17T09:00', '2028-05-15T09:00']],
    [
      'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;BYHOUR=9',
      '2026-11-24',
      ['2027-05-17T09:00', '2028-05-15T09:00'],
    ],
    [
      'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;BYHOUR=9',
      '2026-11-24',
      ['2027-08-13T09:00', '2028-10-13T09:00'],
    ],
    [
      'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8;BYHOUR=9',
      '2026-11-24',
      ['2028-11-07T09:00', '2032-11-02T09:00'],
    ],
    [
      'FREQ=MONTHLY;BYDAY=TU,WE,TH;BYSETPOS=3;BYHOUR=9',
      '2026-11-24',
      ['2026-12-03T09:00', '2027-01-07T09:00'],
    ],
    [
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2;BYHOUR=9',
      '2026-11-24',
      ['2026-11-27T09:00', '2026-12-30T09:00'],
    ],
    [
      'FREQ=HOURLY;INTERVAL=3;BYHOUR=9,12,15',
      '2026-11-24',
      ['2026-11-24T09:00', '2026-11-24T12:00', '2026-11-24T15:00', '2026-11-25T09:00'],
    ],
    [
      'FREQ=MINUTELY;INTERVAL=90',
      '2026-11-24',
      ['2026-11-24T00:00', '2026-11-24T01:30', '2026-11-24T03:00'],
    ],
    [
      'FREQ=DAILY;BYHOUR=9,10;BYMINUTE=0,20',
      '2026-11-24',
      ['2026-11-24T09:00', '2026-11-24T09:20', '2026-11-24T10:00', '2026-11-24T10:20'],
    ],
    ['FREQ=WEEKLY', '2026-11-24', ['2026-11-30T00:00', '2026-12-07T00:00']],
    ['FREQ=MONTHLY', '2026-11-24', ['2026-12-01T00:00', '2027-01-01T00:00']],
    ['FREQ=YEARLY', '2026-11-24', ['2027-01-01T00:00', '2028-01-01T00:00']],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', '2026-11-24', ['2028-02-29T00:00', '2032-02-29T00:00']],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', '2026-11-24', []],
  ])('TRIG2-05 reads %s as RFC 5545 has it', (rrule, from, expected) => {
    expect(times(rrule, `${from}T00:00:00Z`, Math.max(expected.length, 1))).toEqual(expected);
  });

  it.each([
    ['', 'no part'],
    ['hello', 'no part'],
    ['RRULE:FREQ=DAILY', 'without RRULE'],
    ['DTSTART=20260101T000000Z;FREQ=DAILY', 'without DTSTART'],
    ['FREQ=SECONDLY', 'FREQ is one of'],
    ['FREQ=DAILY;COUNT=3', 'UNTIL'],
    ['FREQ=DAILY;BYSECOND=1', 'whole minutes'],
    ['FREQ=DAILY;FREQ=DAILY', 'twice'],
    ['FREQ=DAILY;BYHOUR=25', 'from 0 to 23'],
    ['FREQ=DAILY;BYMONTH=0', 'from 1 to 12'],
    ['FREQ=DAILY;INTERVAL=0', 'INTERVAL'],
    ['FREQ=WEEKLY;BYDAY=1MO', 'no numbers'],
    ['FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO', 'no numbers'],
    ['FREQ=WEEKLY;BYMONTHDAY=1', 'does not go with'],
    ['FREQ=DAILY;BYSETPOS=1', 'another part'],
    ['FREQ=DAILY;UNTIL=tomorrow', 'UNTIL is a date'],
    ['FREQ=DAILY;UNTIL=20261399', 'UNTIL is a date'],
    ['FREQ=DAILY;BYDAY=XX', 'BYDAY takes days'],
  ])('TRIG2-05 refuses %s and says why', (rrule, why) => {
    const [error] = reviewed({ rrule }).errors;
    expect(error?.path).toBe('trigger.rrule');
    if (rrule !== '') expect(error).toMatchObject({ code: 'trigger_rrule_malformed' });
    if (rrule !== '') expect(error?.message).toContain(why);
  });

  it('TRIG2-05 says what a wrong part, segment or zone means', () => {
    const meantBy = (changed: object) => reviewed(changed).errors.map((one) => one.did_you_mean);
    expect(meantBy({ rrule: 'FREQ=WEEKLYY' })).toEqual(['WEEKLY']);
    expect(meantBy({ rrule: 'FREQ=WEEKLY;BYDAYS=MO' })).toEqual(['BYDAY']);
    expect(meantBy({ segment: 'customer' })).toEqual(['customers']);
    expect(meantBy({ timezone: 'person' })).toHaveLength(1);
    expect(reviewed({}, { runPolicy: 'single_run' }).warnings.map(({ code }) => code)).toEqual([
      'trigger_repeats_once',
    ]);
    expect(reviewed({}).errors).toEqual([]);
    expect(triggerSummary(trigger).summary).toBe(
      'For everybody in customers, FREQ=WEEKLY;BYDAY=MO;BYHOUR=9 Europe/Paris',
    );
    const about = { fields: {}, timezone: null, accountZone: 'UTC' };
    expect(startSentence(trigger, { ...about, now: new Date('2026-11-24T00:00:00Z') })).toBe(
      'The flow starts next on 2026-11-30 at 09:00, Europe/Paris, for everybody in "customers" then.',
    );
  });

  it.each([
    ['Europe/Berlin', 'FREQ=DAILY;BYHOUR=2;BYMINUTE=30', '2031-03-30', '2031-03-30T01:00'],
    ['America/New_York', 'FREQ=DAILY;BYHOUR=2;BYMINUTE=30', '2031-03-09', '2031-03-09T07:00'],
    [
      'Australia/Lord_Howe',
      'FREQ=DAILY;BYHOUR=2;BYMINUTE=15',
      '2031-10-04T14:00:00',
      '2031-10-04T15:30',
    ],
    ['America/Santiago', 'FREQ=DAILY;BYMINUTE=30', '2031-09-07', '2031-09-07T04:00'],
    ['Pacific/Chatham', 'FREQ=DAILY;BYHOUR=3', '2031-09-27T12:30:00', '2031-09-27T14:00'],
    ['Europe/Berlin', 'FREQ=DAILY;BYHOUR=2;BYMINUTE=30', '2031-10-26', '2031-10-26T00:30'],
    ['America/New_York', 'FREQ=DAILY;BYHOUR=1;BYMINUTE=30', '2031-11-02', '2031-11-02T05:30'],
  ])(
    'TRIG2-06 in %s %s comes at the next minute that exists, or at the first of two',
    (zone, rrule, from, at) => {
      const start = from.length === 10 ? `${from}T00:00:00Z` : `${from}Z`;
      expect(times(rrule, start, 1, zone)).toEqual([at]);
    },
  );

  it('TRIG2-05 gives of what was missed the last, and each once', () => {
    const plan = planOf('FREQ=HOURLY;BYMINUTE=0,30', 'Europe/Berlin');
    const at = (text: string) => Date.parse(`${text}Z`);
    expect(lastScheduled(plan, at('2031-05-01T00:00:00'), at('2031-05-03T10:29:00'))).toBe(
      at('2031-05-03T10:00:00'),
    );
    expect(lastScheduled(plan, at('2031-05-03T10:00:00'), at('2031-05-03T10:29:00'))).toBeNull();
    expect(lastScheduled(plan, at('2031-05-03T10:00:00'), at('2031-05-03T10:30:00'))).toBe(
      at('2031-05-03T10:30:00'),
    );
  });

  const lists = (most: number) =>
    fc.uniqueArray(fc.integer({ min: 1, max: most }), { maxLength: 3 });
  const parts = fc.record({
    freq: fc.constantFrom('YEARLY', 'MONTHLY', 'DAILY', 'HOURLY'),
    interval: fc.integer({ min: 1, max: 40 }),
    months: lists(12),
    hours: lists(23),
    days: fc.uniqueArray(fc.constantFrom('MO', 'WE', 'SU'), { maxLength: 2 }),
  });
  const ruleOf = ({
    freq,
    interval,
    months,
    hours,
    days,
  }: {
    freq: string;
    interval: number;
    months: number[];
    hours: number[];
    days: string[];
  }) =>
    [
      `FREQ=${freq};INTERVAL=${interval}`,
      ...(months.length > 0 ? [`BYMONTH=${months}`] : []),
      ...(hours.length > 0 ? [`BYHOUR=${hours}`] : []),
      ...(days.length > 0 ? [`BYDAY=${days}`] : []),
    ].join(';');

  it('TRIG2-05 the next time after a time is the last one up to itself', () => {
    fc.assert(
      fc.property(parts, fc.integer({ min: 20_000, max: 30_000 }), (given, day) => {
        const plan = planOf(ruleOf(given), 'America/New_York');
        const after = day * dayMs;
        const next = nextScheduled(plan, after);
        if (next === null) return;
        expect(next).toBeGreaterThan(after);
        expect(lastScheduled(plan, after, next)).toBe(next);
        expect(lastScheduled(plan, after, next - 1)).toBeNull();
      }),
      { numRuns: 30 },
    );
  });

  it('TRIG2-05 takes a rule in letters of either case', () => {
    const rule = parseRule('FREQ=WEEKLY;BYDAY=MO;UNTIL=20300101T000000Z;WKST=SU');
    expect(isRule(rule)).toBe(true);
    expect(parseRule('freq=weekly;ByDay=mo;until=20300101t000000z;wkst=su')).toEqual(rule);
  });

  it('TRIG2-05 reads any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const one of [text, `FREQ=${text}`, `FREQ=DAILY;BYDAY=${text}`]) {
          const read: Rule | object = parseRule(one);
          if ('freq' in read && isRule(read)) timesOn(read, 20_000);
        }
      }),
    );
  });
});
