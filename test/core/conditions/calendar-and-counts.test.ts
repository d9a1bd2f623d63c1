import { changesAt } from '@postroad/core/conditions/changes-at';
import { checkCondition } from '@postroad/core/conditions/check';
import type { Condition } from '@postroad/core/conditions/condition';
import { asks, evaluate } from '@postroad/core/conditions/evaluate';
import {
  type ConditionReferences,
  type Facts,
  type FactValue,
  factKey,
  type PersonFacts,
} from '@postroad/core/conditions/facts';
import { conditionSummary } from '@postroad/core/conditions/summary';
import { limits } from '@postroad/core/platform/limits';
import { expect, it } from 'vitest';
import { nothingKnown, personFacts } from './known.ts';

const now = new Date('2026-03-10T12:00:00Z');

const references: ConditionReferences = {
  ...nothingKnown,
  fields: new Map([
    ['renews_on', 'date'],
    ['plan', 'string'],
  ]),
  events: new Set(['order_paid']),
};

const faults = (condition: unknown) =>
  checkCondition(condition, 'c', references).map(({ code, path }) => `${code} ${path}`);

function factsOf(
  condition: object,
  person: Partial<PersonFacts>,
  answer: (kind: string) => FactValue,
): Facts {
  const known = new Map<string, FactValue>();
  for (const question of asks(condition as Condition)) {
    const value = question.kind === 'today' ? '2026-03-10' : answer(question.kind);
    if (value !== null) known.set(factKey(question), value);
  }
  return { ...personFacts(person), known };
}

function holdsFor(
  condition: object,
  person: Partial<PersonFacts>,
  answer: (kind: string) => FactValue = () => null,
): boolean {
  expect(faults(condition)).toEqual([]);
  return evaluate(condition as Condition, factsOf(condition, person, answer), now).result;
}

const on = (op: string, value: unknown) => ({ type: 'field', field: 'renews_on', op, value });
const days = (amount: number) => ({ amount, unit: 'days' });

it.each<[string, unknown, string, boolean]>([
  ['within_next', days(7), '2026-03-09', false],
  ['within_next', days(7), '2026-03-10', true],
  ['within_next', days(7), '2026-03-17', true],
  ['within_next', days(7), '2026-03-18', false],
  ['within_next', { amount: 1, unit: 'weeks' }, '2026-03-17', true],
  ['within_next', { amount: 47, unit: 'hours' }, '2026-03-11', true],
  ['within_next', { amount: 47, unit: 'hours' }, '2026-03-12', false],
  ['within_next', days(0), '2026-03-10', true],
  ['within_last', days(7), '2026-03-11', false],
  ['within_last', days(7), '2026-03-10', true],
  ['within_last', days(7), '2026-03-03', true],
  ['within_last', days(7), '2026-03-02', false],
  ['before', '2026-03-12', '2026-03-11', true],
  ['before', '2026-03-12', '2026-03-12', false],
  ['before', days(2), '2026-03-11', true],
  ['before', days(2), '2026-03-12', false],
  ['after', '2026-03-12', '2026-03-12', false],
  ['after', '2026-03-12', '2026-03-13', true],
  ['after', '9999-12-31', '2026-03-12', false],
  ['after', '9999-12-30', '9999-12-31', true],
  ['before', '0001-01-01', '0001-01-01', false],
  ['after', days(2), '2026-03-12', false],
  ['after', days(2), '2026-03-13', true],
])('CND2-02 %s %j: %s %s', (op, value, actual, expected) => {
  expect(holdsFor(on(op, value), { fields: { renews_on: actual } })).toBe(expected);
});

it('CND2-02 holds for nobody without a date', () => {
  for (const fields of [{}, { renews_on: null }, { renews_on: 'soon' }, { renews_on: 20260310 }]) {
    expect(holdsFor(on('within_next', days(7)), { fields })).toBe(false);
    expect(holdsFor(on('before', days(7)), { fields })).toBe(false);
  }
});

it.each<[object, string[]]>([
  [on('within_next', '2026-03-12'), ['value_malformed c.value']],
  [on('within_last', undefined), ['value_missing c.value']],
  [on('within_next', { setting: 'grace' }), ['value_malformed c.value']],
  [on('within_next', { amount: 1, unit: 'years' }), ['value_malformed c.value.unit']],
  [on('after', '2026-02-30'), ['value_malformed c.value']],
  [{ ...on('after', days(2)), field: 'plan' }, ['operator_unknown c.op']],
  [{ ...on('before', '2026-01-01'), field: 'first_name' }, ['operator_unknown c.op']],
])('CND2-02 refuses %j', (condition, expected) => {
  expect(faults(condition)).toEqual(expected);
});

it('CND2-02 changes on the day on which its answer does', () => {
  const next = (condition: object, date: string) => {
    const facts = factsOf(condition, { fields: { renews_on: date } }, () => null);
    return changesAt(condition as Condition, facts, now)?.toISOString() ?? null;
  };
  // The first zone that begins the day is 14 hours ahead.
  expect(next(on('within_next', days(7)), '2026-03-20')).toBe('2026-03-12T10:00:00.000Z');
  expect(next(on('within_next', days(7)), '2026-03-12')).toBe('2026-03-12T10:00:00.000Z');
  expect(next(on('within_next', days(7)), '2026-03-09')).toBeNull();
  expect(next(on('within_last', days(7)), '2026-03-12')).toBe('2026-03-11T10:00:00.000Z');
  expect(next(on('before', days(2)), '2026-03-20')).toBe('2026-03-18T10:00:00.000Z');
  expect(next(on('before', '2026-03-30'), '2026-03-20')).toBeNull();
  expect(next(on('after', days(2)), '2026-03-20')).toBe('2026-03-17T10:00:00.000Z');
});

it('CND2-03 reads the names, the time zone and the domain of a person as fields', () => {
  const ada = {
    first_name: 'Ada',
    last_name: null,
    timezone: 'Europe/Berlin',
    email: 'ada@example.com',
  };
  const field = (key: string, op: string, value?: string) => ({
    type: 'field',
    field: key,
    op,
    value,
  });
  expect(holdsFor(field('first_name', 'equals', 'Ada'), ada)).toBe(true);
  expect(holdsFor(field('first_name', 'equals', 'ada'), ada)).toBe(false);
  expect(holdsFor(field('last_name', 'blank'), ada)).toBe(true);
  expect(holdsFor(field('timezone', 'starts_with', 'Europe/'), ada)).toBe(true);
  expect(holdsFor(field('email_domain', 'equals', 'example.com'), ada)).toBe(true);
  for (const [op, value] of [
    ['equals', ' Example.COM'],
    ['ends_with', '.COM'],
  ] as const)
    expect(holdsFor(field('email_domain', op, value), ada)).toBe(true);
  const own = { ...ada, fields: { email_domain: 'Big' } };
  expect(holdsFor(field('email_domain', 'equals', 'Big'), own)).toBe(true);
  expect(holdsFor(field('email_domain', 'equals', 'big'), own)).toBe(false);
  // A custom field of the same key was there first.
  expect(
    holdsFor(field('first_name', 'equals', 'Eve'), { ...ada, fields: { first_name: 'Eve' } }),
  ).toBe(true);
});

const counted = (op: string, value: unknown) => ({
  type: 'event_count',
  event: 'order_paid',
  op,
  value,
  within_days: 30,
});

it.each<[string, number, number | null, boolean]>([
  ['equals', 0, null, true],
  ['equals', 2, 2, true],
  ['greater', 2, 2, false],
  ['greater', 2, 3, true],
  ['less', 1, null, true],
  ['less', 1, 1, false],
])('CND2-01 %s %j with %j events', (op, value, count, expected) => {
  expect(holdsFor(counted(op, value), {}, () => count)).toBe(expected);
});

it('CND2-01 counts what happened since the facts were loaded, by the match', () => {
  const match = { detail: 'amount', op: 'greater', value: 100 };
  const condition = { ...counted('equals', 2), match } as Condition;
  const at = now.toISOString();
  const happened = [50, 500].map((amount) => ({ event: 'order_paid', details: { amount }, at }));
  const facts = { ...factsOf(condition, {}, () => 1), happened };
  expect(evaluate(condition, facts, now)).toMatchObject({ result: true, values: [{ actual: 2 }] });
});

it('CND2-01 refuses a count that is none', () => {
  for (const value of [-1, 0.5, '2', limits.eventCountMax + 1]) {
    expect(faults(counted('greater', value))).toEqual(['condition_key_malformed c.value']);
  }
  expect(faults(counted('greater', undefined))).toEqual(['condition_key_missing c.value']);
  expect(faults(counted('contains', 1))).toEqual(['operator_unknown c.op']);
});

it('CND2-04 is engaged by the last open or click', () => {
  const engaged = { type: 'engaged', within_days: 7 };
  const at = (open: string | null, click: string | null) => {
    const times = [open, click];
    return holdsFor(engaged, {}, () => times.shift() ?? null);
  };
  expect(at(null, null)).toBe(false);
  expect(at('2026-03-01T00:00:00.000Z', null)).toBe(false);
  expect(at('2026-03-01T00:00:00.000Z', '2026-03-09T00:00:00.000Z')).toBe(true);
  expect(at('2026-03-09T00:00:00.000Z', '2026-03-01T00:00:00.000Z')).toBe(true);
  expect(faults({ type: 'engaged' })).toEqual(['condition_key_missing c.within_days']);
});

it('CND2-04 has consented whose newest entry is a yes', () => {
  const consented = { type: 'consented', purpose: 'marketing' };
  for (const kind of ['given', 'confirmed', 'imported']) {
    expect(holdsFor(consented, {}, () => kind)).toBe(true);
  }
  expect(holdsFor(consented, {}, () => 'withdrawn')).toBe(false);
  expect(holdsFor(consented, {})).toBe(false);
});

it.each<[object, string]>([
  [on('within_next', days(1)), 'the field "renews_on" is within the next 1 day'],
  [on('before', days(14)), 'the field "renews_on" is before the day 14 days from now'],
  [on('after', '2026-01-31'), 'the field "renews_on" is after 2026-01-31'],
  [counted('greater', 2), 'the event "order_paid" occurred more than 2 times within 30 days'],
  [{ type: 'engaged', within_days: 7 }, 'opened or clicked any email within 7 days'],
  [{ type: 'consented', purpose: 'news' }, 'consented to "news"'],
])('CND2 says %j in words', (condition, expected) => {
  expect(conditionSummary(condition)).toBe(expected);
});
