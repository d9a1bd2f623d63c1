import { compileFlow } from '@postroad/core/flows/definition/compile';
import { diffDefinitions } from '@postroad/core/flows/definition/diff';
import { normalise } from '@postroad/core/flows/definition/normalise';
import { recordsNamedInFlow } from '@postroad/core/flows/definition/records-named';
import { review } from '@postroad/core/flows/definition/review';
import { flowDiagram } from '@postroad/core/flows/drawing/diagram';
import { textOutline } from '@postroad/core/flows/drawing/text-outline';
import { type GoalProgress, isOpen } from '@postroad/core/flows/goals/compiled-goals';
import { goalSummary } from '@postroad/core/flows/goals/goal';
import { advance } from '@postroad/core/flows/interpreter/advance';
import { questions } from '@postroad/core/flows/interpreter/questions';
import { newRun } from '@postroad/core/flows/interpreter/run';
import { walk } from '@postroad/core/flows/interpreter/walk';
import { limits } from '@postroad/core/platform/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyJson } from './arbitraries.ts';
import { context, listed } from './checked.ts';
import { answersOf, hours, now } from './scene.ts';

const trigger = { event: 'signed_up' };
const bought = { name: 'bought', event: { name: 'paid' } };
const vip = { name: 'vip', condition: { type: 'has_tag', tag: 'vip' } };
const customer = { name: 'customer', condition: { type: 'has_tag', tag: 'customer' } };
const tag = (id: number, name: string) => ({ id, type: 'add_tag', tag: name });
const delay = (id: number, days: number) => ({
  ...{ id, type: 'delay' },
  duration: { amount: days, unit: 'days' },
});

const define = (goals: unknown, nodes: unknown = [tag(1, 'vip')]) =>
  normalise({ trigger, goals, nodes }, null).definition;
const flowOf = (goals: unknown, nodes?: unknown) => compileFlow(define(goals, nodes));

const progress = (rest: Partial<GoalProgress> = {}): GoalProgress => ({
  ...{ startedAt: now, endedAt: null, settled: new Set<string>() },
  ...rest,
});

describe('goals in a definition', () => {
  const found = (goals: unknown) => listed({ trigger, goals, nodes: [tag(1, 'vip')] });

  it('GOAL-03 the time for a goal is above 0 and has no tunable, and the fix says so', () => {
    for (const within of ['3 days', { amount: 0, unit: 'days' }, { setting: 'pause' }]) {
      const definition = { trigger, goals: [{ ...vip, within }], nodes: [tag(1, 'vip')] };
      expect(review(definition, context).validation.errors).toMatchObject([
        { code: 'duration_malformed', fix: 'Write {"amount": 3, "unit": "days"}.' },
      ]);
    }
  });

  it('GOAL-01 an event that is named as in a trigger is shown as a goal takes it', () => {
    const goals = [{ name: 'Bought', event: 'purchased' }];
    const { validation } = review({ trigger, goals, nodes: [tag(1, 'vip')] }, context);
    expect(validation.errors).toMatchObject([
      { path: 'goals[0].event', fix: 'Write "event": {"name": "purchased"}.' },
    ]);
    expect(goalSummary(goals[0])).toBe('Goal "Bought": the event "purchased"');
  });

  it('GOAL-01 each fault has a code and the place where it is', () => {
    expect(found([{ ...bought, event: { name: 'signed_up' } }, vip])).toEqual([]);
    expect(found('x')).toEqual(['goals_malformed goals']);
    expect(found([7])).toEqual(['goals_malformed goals[0]']);
    expect(found([{ name: 'a' }])).toEqual(['goal_target_malformed goals[0]']);
    expect(found([{ ...bought, ...vip, name: 'a' }])).toEqual(['goal_target_malformed goals[0]']);
    expect(found([{ name: 'a', event: { name: 'pay' } }])).toEqual([
      'event_unknown goals[0].event.name',
    ]);
    expect(found([{ ...vip, name: ' ' }])).toEqual(['goal_key_malformed goals[0].name']);
    expect(found([{ ...vip, exit: 'no', within: { amount: 1, unit: 'years' } }])).toEqual([
      'duration_malformed goals[0].within.unit',
      'goal_key_malformed goals[0].exit',
    ]);
    expect(found([{ ...vip, within: { setting: 'pause' } }])).toEqual([
      'duration_malformed goals[0].within.setting',
    ]);
    expect(found([{ name: 'a', event: { name: '', match: 7, times: 2 } }])).toEqual([
      'goal_keys_unknown goals[0].event.times',
      'goal_key_malformed goals[0].event.name',
      'match_malformed goals[0].event.match',
    ]);
    expect(found([vip, { ...vip, exits: true }])).toEqual([
      'goal_keys_unknown goals[1].exits',
      'goal_name_duplicate goals[1].name',
    ]);
    expect(
      found([{ name: 'a', condition: { type: 'field', field: 'gone', op: 'blank' } }]),
    ).toEqual(['field_unknown goals[0].condition.field']);
    const many = Array.from({ length: limits.goalsPerFlow + 1 }, (_, index) => ({
      ...vip,
      name: `${index}`,
    }));
    expect(found(many)).toEqual(['too_many_goals goals']);
    expect(found(many.slice(1))).toEqual([]);
  });

  it('GOAL-01 takes any JSON, stores one form, and leaves a list without goals out', () => {
    fc.assert(
      fc.property(anyJson, (goals) => {
        const once = define(goals);
        expect(normalise(once, null).definition).toEqual(once);
        compileFlow(once);
        textOutline({ key: 'k', name: 'n', definition: once, counts: new Map() });
        expect(listed(once)).toBeDefined();
      }),
    );
    expect(define([])).not.toHaveProperty('goals');
    expect(Object.keys(define([{ exit: false, ...bought, name: ' a ' }]).goals?.[0] ?? {})).toEqual(
      [...['name', 'event', 'exit']],
    );
  });

  it('drawings, differences and references name goals', () => {
    const from = define([bought, customer]);
    const to = define([
      { ...bought, within: { amount: 2, unit: 'days' } },
      { name: 'rich', condition: { type: 'in_segment', segment: 'rich' }, exit: false },
    ]);
    expect(diffDefinitions(from, to)).toEqual([
      {
        ...{ kind: 'changed', handle: '', path: 'goals[0]' },
        summary: 'Goal "bought": the event "paid" → Goal "bought": the event "paid", within 2 days',
      },
      {
        ...{ kind: 'added', handle: '', path: 'goals[1]' },
        summary: expect.stringContaining('; the run continues'),
      },
      {
        ...{ kind: 'removed', handle: '', path: 'goals[1]' },
        summary: expect.stringContaining('Goal "customer": the person matches'),
      },
    ]);
    const drawn = { key: 'k', name: 'n', definition: to, counts: new Map() };
    expect(textOutline(drawn).split('\n')[2]).toBe(
      'Goal "bought": the event "paid", within 2 days',
    );
    expect(flowDiagram(drawn)).toContain('start -.- goals');
    expect(recordsNamedInFlow(to)).toEqual([{ kind: 'segment', name: 'rich', handle: '' }]);
  });
});

describe('goals of a run', () => {
  it('GOAL-01 the walk stops at the step that reaches one, and continues where it only counts', () => {
    const nodes = [tag(1, 'customer'), tag(2, 'later')];
    const end = advance(flowOf([customer], nodes), newRun, answersOf({ goals: progress() }), now);
    expect(end.run).toMatchObject({ status: 'exited', step_id: 1, reason: 'customer' });
    expect(end.trace.at(-1)).toEqual({
      ...{ step_id: 1, type: null, outcome: 'exited' },
      ...{ reason: 'customer', goal: 'customer' },
    });
    const only = flowOf([{ ...customer, exit: false }], nodes);
    const on = advance(only, newRun, answersOf({ goals: progress() }), now);
    expect(on.run.status).toBe('completed');
    expect(on.reached.map(({ name }) => name)).toEqual(['customer']);
    const fired = [{ id: 1, type: 'fire_event', event: 'paid' }, tag(2, 'later')];
    const own = advance(flowOf([bought], fired), newRun, answersOf({ goals: progress() }), now);
    expect(own.run).toMatchObject({ status: 'exited', reason: 'bought' });
  });

  it('GOAL-01 a run that is looked at again asks about its goals, and leaves its wait', () => {
    const flow = flowOf([customer], [delay(1, 2)]);
    const waiting = advance(flow, newRun, answersOf({ goals: progress() }), now).run;
    expect(questions(flow, waiting)).toEqual([{ kind: 'person' }]);
    const person = { ...answersOf().person, tags: new Set(['customer']) };
    const seen = advance(flow, waiting, answersOf({ person, goals: progress() }), hours(48));
    expect(seen.run).toMatchObject({ status: 'exited', waiting: false, due_at: null });
    const held = progress({ settled: new Set(['customer']) });
    const kept = advance(flow, waiting, answersOf({ person, goals: held }), hours(48));
    expect(kept.run.status).toBe('completed');
  });

  it('GOAL-03, GOAL-04 a dry run ends by a goal on its way, but not by one that holds at its start', () => {
    const options = {
      ...{ assumed: new Map(), pastWaits: true, undelivered: new Set<number>(), zone: 'UTC' },
    };
    const nodes = [delay(1, 2), tag(2, 'customer'), tag(3, 'later')];
    const on = (goal: object) => walk(flowOf([goal], nodes), answersOf(), now, options).run;
    expect(on(customer)).toMatchObject({ status: 'exited', reason: 'customer', step_id: 2 });
    const short = { amount: 1, unit: 'days' };
    expect(on({ ...customer, within: short }).status).toBe('completed');
    expect(on(vip).status).toBe('completed');
  });

  it('GOAL-03 is open within its time from the start, else until 7 days after the end', () => {
    const [plain, timed] = flowOf([bought, { ...customer, within: { amount: 3, unit: 'days' } }])
      .goals.all;
    if (plain === undefined || timed === undefined) throw new Error('There are two goals.');
    const hour = fc.integer({ min: 0, max: 24 * 20 });
    fc.assert(
      fc.property(hour, fc.option(hour), fc.boolean(), (at, ended, settled) => {
        const of = progress({
          endedAt: ended === null ? null : hours(Math.min(ended, at)),
          settled: new Set(settled ? ['bought', 'customer'] : []),
        });
        const end = ended === null ? at : Math.min(ended, at);
        expect(isOpen(plain, of, hours(at))).toBe(!settled && at <= end + 7 * 24);
        expect(isOpen(timed, of, hours(at))).toBe(!settled && at <= 72);
      }),
    );
  });
});
