import { review } from '@postroad/core/flows/definition/review';
import {
  checkTrigger,
  compileTrigger,
  startSentence,
  triggerSummary,
} from '@postroad/core/flows/definition/trigger';
import {
  type DatePlan,
  datesOf,
  daysNow,
  dueStart,
  nextDayOf,
  nextStart,
  planDates,
} from '@postroad/core/flows/triggers/date-plan';
import type { ValidationContext } from '@postroad/core/flows/validate/pass';
import { dayMs, dayText, ZoneClock } from '@postroad/core/platform/zone-clock';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nothingKnown } from '../../conditions/known.ts';
import { anyJson } from '../arbitraries.ts';

const trigger = {
  ...{ type: 'date', field: 'birthday', days_before: 0, local_time: '09:00' },
  timezone: 'person',
};
const context: ValidationContext = {
  flowKey: 'birthday',
  held: null,
  runPolicy: 'repeat',
  references: {
    ...nothingKnown,
    fields: new Map([
      ['birthday', 'date'],
      ['plan', 'string'],
    ]),
    tunables: new Map(),
    sequencesOff: new Set(),
  },
};

const reviewed = (changed: object, more: Partial<ValidationContext> = {}) =>
  review(
    { trigger: { ...trigger, ...changed }, nodes: [{ type: 'exit_flow' }] },
    { ...context, ...more },
  ).validation;
const errors = (changed: object) =>
  reviewed(changed).errors.map(({ code, path }) => `${code} ${path}`);

const planOf = (changed: object = {}): DatePlan => {
  const plan = planDates({ ...trigger, ...changed });
  if (plan === null) throw new Error('The trigger is not valid.');
  return plan;
};

const due = (changed: object, value: string, zone: string, now: string) => {
  const start = dueStart(planOf(changed), value, new ZoneClock(zone), Date.parse(now));
  return start === null ? null : new Date(start.at).toISOString();
};

describe('a date trigger', () => {
  it('TRIG2-04 is valid with exactly one of days_before and days_after', () => {
    expect(errors({})).toEqual([]);
    expect(errors({ days_before: undefined, days_after: 366, timezone: 'Europe/Paris' })).toEqual(
      [],
    );
    expect(errors({ days_after: 3 })).toEqual(['trigger_days_malformed trigger']);
    expect(errors({ days_before: null })).toEqual(['trigger_days_malformed trigger']);
  });

  it.each<[string, unknown[]]>([
    ['field', [undefined, '', 7, 'not a key!']],
    ['days_before', [-1, 367, 1.5, '3']],
    ['local_time', [undefined, '24:00', '9:00', 9]],
    ['timezone', [undefined, '', 'Mars/Olympus', '+02:00', 5, 'account']],
    ['repeat', ['monthly', true, 1]],
    ['label', [7, 'x'.repeat(201)]],
  ])('TRIG2-04 reports %s with its path where it is not valid', (key, values) => {
    for (const value of values) {
      expect(errors({ [key]: value })).toEqual([`trigger_key_malformed trigger.${key}`]);
    }
  });

  it('TRIG2-04 says which field, zone or type is meant', () => {
    const meantBy = (changed: object) => reviewed(changed).errors.map((one) => one.did_you_mean);
    expect(meantBy({ field: 'birthdy' })).toEqual(['birthday']);
    expect(meantBy({ timezone: 'Europe/Pariss' })).toEqual(['Europe/Paris']);
    expect(meantBy({ timezone: 'persn' })).toEqual(['person']);
    expect(errors({ field: 'plan' })).toEqual(['trigger_field_not_date trigger.field']);
    expect(checkTrigger({ type: 'dates' }, 'trigger')).toEqual([
      expect.objectContaining({ code: 'trigger_type_unknown', did_you_mean: 'date' }),
    ]);
  });

  it('TRIG2-04 warns where it comes each year to a flow that takes a person once', () => {
    const { warnings } = reviewed({ repeat: 'yearly' }, { runPolicy: 'single_run' });
    expect(warnings.map(({ code }) => code)).toEqual(['trigger_repeats_once']);
    expect(reviewed({ repeat: 'once' }, { runPolicy: 'single_run' }).warnings).toEqual([]);
  });

  it('TRIG2-04 starts on no event, and says when it starts for a person', () => {
    const event = { name: 'signed_up', details: {}, historical: false };
    expect(compileTrigger(trigger)(event).matched).toBe(false);
    expect(triggerSummary({ ...trigger, days_before: 3, repeat: 'yearly' })).toEqual({
      ...{ type: 'date', label: null },
      summary: '3 days before the date in birthday, each year, at 09:00 by the clock of the person',
    });
    const about = { accountZone: 'UTC', now: new Date('2031-05-01T00:00:00Z') };
    const sentence = (fields: Record<string, unknown>, timezone: string | null = 'Asia/Tokyo') =>
      startSentence({ ...trigger, repeat: 'yearly' }, { fields, timezone, ...about });
    expect(sentence({ birthday: '1990-04-30' })).toBe(
      'The flow starts for this person on 2032-04-30 at 09:00, Asia/Tokyo.',
    );
    // Where clocks skip the time, the one that it is moved to.
    const skipped = { ...trigger, local_time: '23:30', timezone: 'America/Nuuk' };
    const birthday = { fields: { birthday: '2032-03-27' }, timezone: null };
    expect(startSentence(skipped, { ...birthday, ...about })).toBe(
      'The flow starts for this person on 2032-03-28 at 00:00, America/Nuuk.',
    );
    expect(sentence({})).toContain('no date in "birthday"');
    expect(
      startSentence(trigger, { fields: { birthday: '1990-04-30' }, timezone: null, ...about }),
    ).toContain('has passed');
  });

  it('TRIG2-04 falls on 1 March in common years for 29 February', () => {
    const yearly = { repeat: 'yearly' };
    expect(due(yearly, '2000-02-29', 'UTC', '2031-02-28T12:00:00Z')).toBeNull();
    expect(due(yearly, '2000-02-29', 'UTC', '2031-03-01T12:00:00Z')).toBe(
      '2031-03-01T09:00:00.000Z',
    );
    expect(due(yearly, '2000-02-29', 'UTC', '2032-02-29T12:00:00Z')).toBe(
      '2032-02-29T09:00:00.000Z',
    );
    expect(due(yearly, '2000-02-29', 'UTC', '2032-03-01T12:00:00Z')).toBeNull();
    const before = { ...yearly, days_before: 1 };
    expect(due(before, '2000-02-29', 'UTC', '2031-02-28T12:00:00Z')).toBe(
      '2031-02-28T09:00:00.000Z',
    );
  });

  it('TRIG2-04 is due from its local time until its local day ends', () => {
    const at = (now: string) => due({}, '2031-05-10', 'Europe/Berlin', now);
    expect(at('2031-05-10T06:59:59Z')).toBeNull();
    expect(at('2031-05-10T07:00:00Z')).toBe('2031-05-10T07:00:00.000Z');
    expect(at('2031-05-10T21:59:59Z')).toBe('2031-05-10T07:00:00.000Z');
    expect(at('2031-05-10T22:00:00Z')).toBeNull();
  });

  it.each([
    ['Europe/Berlin', '2031-03-30', '02:30', '2031-03-30T01:00:00.000Z'],
    ['America/New_York', '2031-03-09', '02:30', '2031-03-09T07:00:00.000Z'],
    ['Australia/Lord_Howe', '2031-10-05', '02:15', '2031-10-04T15:30:00.000Z'],
    ['America/Santiago', '2031-09-07', '00:30', '2031-09-07T04:00:00.000Z'],
    ['Pacific/Apia', '2011-12-30', '09:00', '2011-12-30T10:00:00.000Z'],
    ['Europe/Berlin', '2031-10-26', '02:30', '2031-10-26T00:30:00.000Z'],
    ['America/New_York', '2031-11-02', '01:30', '2031-11-02T05:30:00.000Z'],
  ])(
    'TRIG2-06 in %s on %s at %s is the next minute that exists, or the first of two',
    (zone, day, local_time, at) => {
      const start = nextStart(
        planOf({ local_time }),
        day,
        new ZoneClock(zone),
        Date.parse(`${day}T00:00:00Z`) - dayMs,
      );
      expect(start && new Date(start.at).toISOString()).toBe(at);
    },
  );

  it('TRIG2-06 a time that a clock change moves past midnight is due on the day that it is moved to', () => {
    const nuuk = 'America/Nuuk';
    const late = { local_time: '23:30' };
    const at = (now: string) => due(late, '2031-03-29', nuuk, now);
    // Saturday, the 29th, ends at 23:00, which is 1 o'clock UTC of Sunday.
    expect(at('2031-03-30T00:59:59Z')).toBeNull();
    expect(at('2031-03-30T01:00:00Z')).toBe('2031-03-30T01:00:00.000Z');
    expect(at('2031-03-31T00:59:59Z')).toBe('2031-03-30T01:00:00.000Z');
    expect(at('2031-03-31T01:00:00Z')).toBeNull();
    expect(due(late, '2031-03-30', nuuk, '2031-03-31T00:30:00Z')).toBe('2031-03-31T00:30:00.000Z');
    expect(due(late, '2031-03-28', nuuk, '2031-03-29T02:00:00Z')).toBeNull();
  });

  it('TRIG2-04 has one start for each date: what the index finds is what is due', () => {
    const zones = ['UTC', 'Pacific/Kiritimati', 'Etc/GMT+12', 'America/New_York', 'America/Nuuk'];
    fc.assert(
      fc.property(
        fc.integer({ min: -40_000, max: 30_000 }),
        fc.integer({ min: 0, max: 400 * 24 }),
        fc.constantFrom(...zones),
        fc.constantFrom('once', 'yearly'),
        fc.integer({ min: -366, max: 366 }),
        fc.constantFrom('09:00', '23:30'),
        fc.constantFrom('person', 'zone'),
        (dateDay, hours, zone, repeat, offset, local_time, whose) => {
          const days =
            offset < 0 ? { days_before: undefined, days_after: -offset } : { days_before: offset };
          const timezone = whose === 'person' ? 'person' : zone;
          const plan = planOf({ ...days, repeat, local_time, timezone });
          const value = dayText(dateDay);
          const now = (dateDay - offset) * dayMs + hours * 3_600_000;
          const clock = new ZoneClock(zone);
          const start = dueStart(plan, value, clock, now);
          const held = daysNow(plan, clock, now).flatMap((day) => datesOf(plan, day));
          if (start !== null) {
            expect(held).toContainEqual({ value, dateDay: start.dateDay });
            expect(nextStart(plan, value, clock, now)).toEqual(start);
          }
        },
      ),
    );
  });

  it('TRIG2-04 has no anniversary to come for a date so early that none is looked for', () => {
    const clock = new ZoneClock('UTC');
    const now = Date.parse('2031-01-01T00:00:00Z');
    const plan = planOf({ repeat: 'yearly' });
    expect(nextStart(plan, '1604-05-05', clock, now)).not.toBeNull();
    expect(nextStart(plan, '1599-05-05', clock, now)).toBeNull();
    expect(due({ repeat: 'yearly' }, '0004-05-05', 'UTC', '2031-05-05T23:00:00Z')).toBeNull();
    const early = { fields: { birthday: '0004-05-05' }, timezone: null, accountZone: 'UTC' };
    expect(
      startSentence({ ...trigger, repeat: 'yearly' }, { ...early, now: new Date(now) }),
    ).toContain('is before 1600 and has no anniversaries');
  });

  it('TRIG2-04 reads any JSON', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const any = { ...trigger, ...(value as object), type: 'date' };
        expect(() => checkTrigger(any, 'trigger')).not.toThrow();
        expect(() => triggerSummary(any)).not.toThrow();
        planDates(any);
      }),
    );
  });
});

it('TRIG2-04 the next day of a date is the first one that looks for what the field holds', () => {
  const aDay = fc.integer({ min: 0, max: 30_000 });
  const anyPlan = fc.record({
    days_before: fc.integer({ min: 0, max: 40 }),
    repeat: fc.constantFrom('once', 'yearly'),
  });
  fc.assert(
    fc.property(anyPlan, aDay, aDay, (changed, date, from) => {
      const plan = planDates({ ...trigger, ...changed });
      if (plan === null) throw new Error('The trigger is not valid.');
      const value = dayText(date);
      const found = nextDayOf(plan, value, from);
      const looksOn = (day: number) => datesOf(plan, day).some((held) => held.value === value);
      if (found === null) return !plan.yearly && date - plan.ahead < from;
      const before = Math.min(found - from, 366);
      const earlier = Array.from({ length: before }, (_, index) => found - 1 - index);
      return found >= from && looksOn(found) && !earlier.some(looksOn);
    }),
    { numRuns: 200 },
  );
});
