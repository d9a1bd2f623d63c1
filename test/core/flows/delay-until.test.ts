import { type CompiledFlow, compileFlow } from '@postroad/core/flows/definition/compile';
import { normalise } from '@postroad/core/flows/definition/normalise';
import { localTimeWait } from '@postroad/core/flows/definition/wait-until';
import { advance } from '@postroad/core/flows/interpreter/advance';
import { type Answers, questionKey } from '@postroad/core/flows/interpreter/question';
import { newRun } from '@postroad/core/flows/interpreter/run';
import { delay } from '@postroad/core/flows/steps/delay';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { personFacts } from '../conditions/known.ts';
import { inNodes } from './checked.ts';

const zones = [
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
];

interface Whose {
  own?: string | null;
  account?: string;
  fields?: Record<string, unknown>;
}

function answersOf({ own = null, account = 'America/New_York', fields = {} }: Whose): Answers {
  return {
    ...personFacts({ timezone: own, fields }),
    known: new Map([[questionKey({ kind: 'account_zone' }), account]]),
    emails: new Map(),
    tunables: new Map(),
    fieldTypes: new Map(),
    sequences: new Map(),
    merge: null,
    lastEvent: 0,
  };
}

function flowOf(step: object): CompiledFlow {
  const nodes = [
    { type: 'delay', ...step },
    { type: 'add_tag', tag: 'later' },
  ];
  return compileFlow(normalise({ trigger: { event: 'x' }, nodes }, null).definition);
}

/** When the delay is over; null if nobody waits. */
function endOf(step: object, now: string, whose: Whose): string | null {
  const { run } = advance(flowOf(step), newRun, answersOf(whose), new Date(now));
  return run.waiting ? (run.due_at?.toISOString() ?? 'never') : null;
}

const until = (local_time: string, rest: object = {}) => ({
  until: { local_time, timezone: 'person', ...rest },
});

it.each<[string, object, string, Whose, string | null]>([
  [
    'WAIT-01',
    until('09:00'),
    '2026-03-10T07:59:00Z',
    { own: 'Europe/Berlin' },
    '2026-03-10T08:00:00.000Z',
  ],
  [
    'WAIT-01',
    until('09:00'),
    '2026-03-10T08:00:00Z',
    { own: 'Europe/Berlin' },
    '2026-03-11T08:00:00.000Z',
  ],
  [
    'WAIT-01',
    until('09:00'),
    '2026-03-10T08:00:01Z',
    { own: 'Europe/Berlin' },
    '2026-03-11T08:00:00.000Z',
  ],
  // 10 March 2026 is a Tuesday.
  [
    'WAIT-01',
    until('09:00', { weekdays: [0, 6] }),
    '2026-03-10T00:00:00Z',
    { own: 'Etc/UTC' },
    '2026-03-14T09:00:00.000Z',
  ],
  [
    'WAIT-01',
    until('09:00', { weekdays: [2] }),
    '2026-03-10T10:00:00Z',
    { own: 'Etc/UTC' },
    '2026-03-17T09:00:00.000Z',
  ],
  ['WAIT-03', until('09:00'), '2026-03-10T12:00:00Z', {}, '2026-03-10T13:00:00.000Z'],
  [
    'WAIT-03',
    until('09:00'),
    '2026-03-10T12:00:00Z',
    { own: 'Mars/Base' },
    '2026-03-10T13:00:00.000Z',
  ],
  [
    'WAIT-01',
    until('09:00', { timezone: 'account' }),
    '2026-03-10T12:00:00Z',
    { own: 'Asia/Kolkata' },
    '2026-03-10T13:00:00.000Z',
  ],
  // 29 March 2026 has no 02:30 in Berlin, and 25 October has it twice.
  [
    'WAIT-01',
    until('02:30'),
    '2026-03-28T12:00:00Z',
    { own: 'Europe/Berlin' },
    '2026-03-29T01:00:00.000Z',
  ],
  [
    'WAIT-01',
    until('02:30'),
    '2026-10-24T12:00:00Z',
    { own: 'Europe/Berlin' },
    '2026-10-25T00:30:00.000Z',
  ],
])('%s waits for %j from %s of %j until %s', (_clause, step, now, whose, expected) => {
  expect(endOf(step, now, whose)).toBe(expected);
});

const date = (rest: object) => ({ until_field: { field: 'renews_on', ...rest } });
const days = (amount: number) => ({ amount, unit: 'days' });
const berlin = (renews_on: unknown) => ({ own: 'Europe/Berlin', fields: { renews_on } });

it.each<[object, unknown, string | null]>([
  [date({ before: days(3) }), '2026-03-20', '2026-03-16T23:00:00.000Z'],
  [date({ after: days(3) }), '2026-03-20', '2026-03-22T23:00:00.000Z'],
  [date({ after: { amount: 9, unit: 'hours' } }), '2026-03-20', '2026-03-20T08:00:00.000Z'],
  // A midnight across the clock change of 29 March.
  [date({ after: days(3) }), '2026-03-28', '2026-03-30T22:00:00.000Z'],
  [date({ before: days(30) }), '2026-03-20', null],
  [date({ after: days(0) }), '2026-03-10', null],
  [date({ before: days(3) }), undefined, null],
  [date({ before: days(3) }), 'soon', null],
])('WAIT-02 waits for %j of %j until %s', (step, renewsOn, expected) => {
  expect(endOf(step, '2026-03-10T12:00:00Z', berlin(renewsOn))).toBe(expected);
});

const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** What a clock on the wall shows, by Intl, which the step does not use. */
function wall(at: number, timeZone: string): { time: string; weekday: number } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' },
  }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return { time: `${part('hour')}:${part('minute')}`, weekday: names.indexOf(part('weekday')) };
}

function skipsMinute(at: number, zone: string): boolean {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const step = minutes(wall(at, zone).time) - minutes(wall(at - 60_000, zone).time);
  return (step + 1_440) % 1_440 !== 1;
}

it('WAIT-01 is the next moment that a clock on the wall shows the time, in five zones', () => {
  const moment = fc.integer({
    min: Date.parse('2025-01-01T00:00:00Z'),
    max: Date.parse('2028-01-01T00:00:00Z'),
  });
  fc.assert(
    fc.property(
      moment,
      fc.constantFrom(...zones),
      fc.nat(1_439),
      fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }),
      (start, zone, minute, weekdays) => {
        const time = new Date(minute * 60_000).toISOString().slice(11, 16);
        const now = new Date(start).toISOString();
        const end = endOf(until(time, { weekdays }), now, { own: zone });
        const over = Date.parse(end ?? now);
        expect(over).toBeGreaterThan(start);
        expect(over - start).toBeLessThan(8.1 * 86_400_000);
        const shown = wall(over, zone);
        // Where the clocks skip the time, the first minute after the gap.
        if (shown.time !== time) expect(skipsMinute(over, zone)).toBe(true);
        else expect(weekdays).toContain(shown.weekday);
      },
    ),
  );
});

it('WAIT-01 says which days were sent, where they are a list but no days', () => {
  const said = (weekdays: unknown) =>
    localTimeWait
      .check({ local_time: '09:00', timezone: 'account', weekdays }, 'until')
      .map(({ message }) => message);
  const rule = '"weekdays" is a list of different days from 0 to 6, Sunday 0';
  expect(said([1, 7])).toEqual([`${rule}, not [1, 7].`]);
  expect(said([])).toEqual([`${rule}, not [].`]);
  expect(said('Monday')).toEqual([`${rule}, not "Monday".`]);
});

it.each<[string, object, string[]]>([
  ['WAIT-01', until('24:00'), ['until_malformed nodes[0].until.local_time']],
  ['WAIT-01', until('9:00'), ['until_malformed nodes[0].until.local_time']],
  ['WAIT-01', until('09:00', { weekdays: [] }), ['until_malformed nodes[0].until.weekdays']],
  ['WAIT-01', until('09:00', { weekdays: [7] }), ['until_malformed nodes[0].until.weekdays']],
  ['WAIT-01', until('09:00', { weekdays: [1, 1] }), ['until_malformed nodes[0].until.weekdays']],
  ['WAIT-01', until('09:00', { timezone: 'UTC' }), ['until_malformed nodes[0].until.timezone']],
  ['WAIT-01', until('09:00', { zone: 'x' }), ['until_malformed nodes[0].until.zone']],
  ['WAIT-01', { until: 5 }, ['until_malformed nodes[0].until']],
  [
    'WAIT-02',
    date({}),
    ['until_malformed nodes[0].until_field', 'field_unknown nodes[0].until_field.field'],
  ],
  [
    'WAIT-02',
    { until_field: { field: 'plan', after: days(1) } },
    ['until_malformed nodes[0].until_field.field'],
  ],
  [
    'WAIT-02',
    { until_field: { field: 'plan', after: { setting: 'pause' } } },
    [
      'duration_malformed nodes[0].until_field.after.setting',
      'until_malformed nodes[0].until_field.field',
    ],
  ],
  ['WAIT-01', { ...until('09:00'), duration: days(1) }, ['step_keys_exclusive nodes[0].until']],
])('%s refuses %j', (_clause, step, expected) => {
  expect(inNodes([{ type: 'delay', name: 'W', slug: 'w', ...step }])).toEqual(expected);
});

it.each([
  [
    until('09:00', { weekdays: [1, 5] }),
    'Wait until 09:00 on Monday, Friday, by the clock of the person',
  ],
  [date({ before: days(3) }), 'Wait until 3 days before the date in "renews_on"'],
])('WAIT-01, WAIT-02 says %j in words', (step, expected) => {
  expect(delay.summary({ type: 'delay', ...step }, { email: () => null })).toBe(expected);
});
