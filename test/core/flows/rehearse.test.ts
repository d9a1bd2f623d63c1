import type { Condition } from '@postroad/core/conditions/condition';
import { asks } from '@postroad/core/conditions/evaluate';
import { type FactValue, factKey } from '@postroad/core/conditions/facts';
import { type CompiledFlow, compileFlow } from '@postroad/core/flows/definition/compile';
import { normalise } from '@postroad/core/flows/definition/normalise';
import type { SentAssumption } from '@postroad/core/flows/interpreter/assume';
import { type Answers, questionKey } from '@postroad/core/flows/interpreter/question';
import {
  type Rehearsal,
  type RehearsalAsk,
  type RehearsalFacts,
  rehearse,
} from '@postroad/core/flows/interpreter/rehearse';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../support/property-tests.ts';
import { personFacts } from '../conditions/known.ts';
import { authoredSteps, definitionLike } from './arbitraries.ts';

const now = new Date('2026-03-01T12:00:00Z');
const answers: Answers = {
  ...personFacts({ tags: new Set(['vip']), fields: { seats: 12 } }),
  emails: new Map([
    [1, { archived: false }],
    [2, { archived: true }],
  ]),
  tunables: new Map(),
  fieldTypes: new Map([['seats', 'number' as const]]),
  sequences: new Map([[1, { enabled: true }]]),
  merge: null,
  lastEvent: 0,
};
const facts: RehearsalFacts = {
  ...{ flowKey: 'welcome', now, zone: 'America/New_York', answers, start: '' },
  emails: new Map([
    [1, { title: 'Welcome', against: 'the person is suppressed: unsubscribed' }],
    [3, { title: 'Tips', against: null }],
  ]),
};

function compiledOf(nodes: unknown): CompiledFlow {
  return compileFlow(normalise({ trigger: { event: 'signed_up' }, nodes }, null).definition);
}

function walked(flow: CompiledFlow, known: RehearsalFacts, ask: RehearsalAsk): Rehearsal {
  const rehearsed = rehearse(flow, known, ask);
  if ('faults' in rehearsed) throw new Error(JSON.stringify(rehearsed.faults));
  return rehearsed;
}

function dryRun(nodes: unknown, ask: Omit<RehearsalAsk, 'event'> = {}, known: Answers = answers) {
  return walked(compiledOf(nodes), { ...facts, answers: known }, { event: null, ...ask });
}

const has = (tag: string) => ({ type: 'has_tag', tag });
const branch = (tag: string, then: object[]) => ({
  ...{ type: 'if_else', name: 'Known?', condition: has(tag) },
  ...{ then, else: [] },
});

describe('a rehearsal', () => {
  it('DRY-04, DRY-05 tells each step with what would happen, its arm and the values it saw', () => {
    const { steps, completed, stopped_at } = dryRun([
      { type: 'send_email', name: 'Say hello', email_id: 1 },
      { type: 'send_email', email_id: 2 },
      branch('vip', [{ type: 'remove_tag', tag: 'vip' }]),
      branch('vip', []),
      { type: 'set_field', field: 'seats', value: 20 },
      { type: 'exit_flow' },
    ]);
    expect(steps.map(({ handle, would, arm }) => [handle, would, arm])).toEqual([
      [
        '1-say-hello',
        'Queue email 1, "Welcome"; it would not be delivered, since the person is suppressed: unsubscribed',
        null,
      ],
      ['2-send-email', 'Skip the step: Email 2 is archived.', null],
      ['3-known', expect.stringMatching(/^Take "then": If /), 'then'],
      ['4-remove-tag', 'Remove the tag "vip"', null],
      ['5-known', expect.stringMatching(/^Take "else": If /), 'else'],
      ['6-set-field', 'Set the field "seats" to 20', null],
      ['7-exit-flow', 'Exit the flow', null],
    ]);
    expect(steps[0]).toMatchObject({ step_id: 'welcome.1-say-hello', name: 'Say hello' });
    expect(steps[2]?.values).toEqual([{ condition: has('vip'), actual: true, result: true }]);
    expect([completed, stopped_at]).toEqual([true, null]);
  });

  it('DRY-06 stops at the first place the person would wait', () => {
    const wait = { type: 'delay', name: 'Rest', duration: { amount: 2, unit: 'days' } };
    const { steps, completed, stopped_at } = dryRun([
      { type: 'add_tag', tag: 'x' },
      wait,
      { type: 'add_tag', tag: 'y' },
    ]);
    expect(steps.map(({ handle }) => handle)).toEqual(['1-add-tag', '2-rest']);
    expect(completed).toBe(false);
    expect(stopped_at).toEqual({
      step_id: 'welcome.2-rest',
      reason: 'Wait 2 days',
      until: '2026-03-03T12:00:00.000Z',
    });
  });

  it('tells of steps that cannot run, without an id too', () => {
    const { steps } = dryRun([{ id: 'x', type: 'add_tag', tag: 'x' }, { type: 'add_tagg' }]);
    expect(steps.map(({ step_id, handle, type }) => [step_id, handle, type])).toEqual([
      [null, '', 'add_tag'],
      ['welcome.1-add-tagg', '1-add-tagg', 'add_tagg'],
    ]);
    for (const step of steps) expect(step.would).toMatch(/^Skip the step: ./);
  });

  it('takes any definition that can be saved', () => {
    fc.assert(
      fc.property(definitionLike, (sent) => {
        const { definition } = normalise(sent, null);
        const { steps } = walked(compileFlow(definition), facts, { event: null, pastWaits: true });
        for (const step of steps) expect(step.would).not.toBe('');
      }),
      { numRuns: runs(200) },
    );
  });
});

const field = (key: string, value: number) => ({
  ...{ type: 'field', field: key, op: 'equals', value },
});

const spent = (value: number) => ({ type: 'total_spend', op: 'equals', value });

describe('the event of a dry run', () => {
  const event = { name: 'bought', details: { plan: 'pro' }, historical: false };
  const occurred = (match?: object) => ({
    ...{ type: 'event_occurred', event: 'bought' },
    ...(match ? { match } : {}),
  });

  it.each([
    ['of its name', occurred(), true],
    ['that it matches', occurred({ detail: 'plan', op: 'equals', value: 'pro' }), true],
    ['that it does not match', occurred({ detail: 'plan', op: 'equals', value: 'free' }), false],
    ['of another name', { type: 'event_occurred', event: 'sold' }, false],
    ['inside a segment', { type: 'in_segment', segment: 'buyers' }, true],
    ['that is counted', { type: 'event_count', event: 'bought', op: 'equals', value: 1 }, true],
  ])('has been recorded for a condition on an event %s', (_what, condition, result) => {
    const nodes = [{ type: 'if_else', condition, then: [], else: [] }];
    const { definition } = normalise({ trigger: { event: 'bought' }, nodes }, null);
    const compiled = compileFlow(definition);
    const segments = new Map([[factKey({ kind: 'segment', segment: 'buyers' }), occurred()]]);
    const known = { ...answers, segments };
    const [step] = walked(compiled, { ...facts, answers: known }, { event }).steps;
    expect(step?.values.map((value) => value.result)).toEqual([result]);
    expect(known.known.size).toBe(0);
  });

  it.each([
    ['tag_added', { tag: 'New' }, { type: 'has_tag', tag: 'new' }],
    ['tag_removed', { tag: 'VIP' }, { not: { type: 'has_tag', tag: 'vip' } }],
    ['field_changed', { key: 'seats', old: 12, new: 3 }, field('seats', 3)],
    ['unsubscribed', { reason: null }, { type: 'suppressed' }],
    ['purchased', { product: 'pro' }, { type: 'purchased', product: 'pro' }],
    ['purchased', { product: 'pro' }, { not: { type: 'purchased', product: 'basic' } }],
    ['purchased', { product: 'pro', amount_cents: 900 }, spent(900)],
    ['payment_succeeded', { amount_cents: 900 }, spent(900)],
    ['payment_refunded', { amount_cents: 900 }, spent(-900)],
    ['subscription_started', { product: 'pro' }, { type: 'active_subscription', product: 'pro' }],
    [
      ...(['subscription_cancelled', { product: 'pro' }] as const),
      { not: { type: 'active_subscription', product: 'pro' } },
    ],
  ])('DRY-04 is the change that the service records as %s', (name, details, condition) => {
    const nodes = [{ type: 'if_else', condition, then: [], else: [] }];
    const { definition } = normalise({ trigger: { event: name }, nodes }, null);
    const change = { name, details, historical: false };
    const { steps } = walked(compileFlow(definition), facts, { event: change });
    expect(steps.map(({ arm }) => arm)).toEqual(['then']);
  });

  it('CND2-01 counts once, however many conditions count it', () => {
    const counted = { type: 'event_count', event: 'bought', op: 'equals', value: 3 };
    const nodes = [counted, counted].map((condition) => ({
      ...{ type: 'if_else', condition, then: [], else: [] },
    }));
    const { definition } = normalise({ trigger: { event: 'bought' }, nodes }, null);
    const [question] = asks(counted as Condition);
    if (question === undefined) throw new Error('The condition asks nothing.');
    const known = { ...answers, known: new Map([[factKey(question), 2]]) };
    const { steps } = walked(compileFlow(definition), { ...facts, answers: known }, { event });
    expect(steps.map(({ arm }) => arm)).toEqual(['then', 'then']);
  });
});

const rest = (amount: number) => ({
  type: 'delay',
  name: 'Rest',
  duration: { amount, unit: 'days' },
});
const tag = (name: string) => ({ type: 'add_tag', tag: name });
const eventGate = (more: object = {}) => ({
  ...{ type: 'gate', name: 'Paid?' },
  wait_for: { event: { name: 'paid', occurrence: 'next_occurrence', ...more } },
});
const expiring = (gate: object, amount = 7) => ({
  ...gate,
  ...{ expires_after: { amount, unit: 'days' }, met: [tag('met')], expired: [tag('late')] },
});
const day = (count: number) => new Date(now.getTime() + count * 86_400_000).toISOString();
const shown = ({ steps }: Rehearsal) =>
  steps.map(({ handle, arm, at }) => [handle, ...(arm === null ? [] : [arm]), at]);

describe('a walk past waits', () => {
  const nodes = [tag('a'), rest(2), expiring(eventGate()), eventGate(), tag('b')];

  it('DRY2-02 continues past delays, lets gates expire, and says when each step would be', () => {
    const { steps, stopped_at, completed } = dryRun(nodes, { pastWaits: true });
    expect(shown({ steps } as Rehearsal)).toEqual([
      ['1-add-tag', day(0)],
      ['2-rest', day(0)],
      ['2-rest', day(2)],
      ['3-paid', day(2)],
      ['3-paid', 'expired', day(9)],
      ['5-add-tag', day(9)],
      ['6-paid', day(9)],
    ]);
    expect(steps.map(({ would }) => would)).toEqual([
      'Add the tag "a"',
      'Wait 2 days',
      'Continue after the wait: Wait 2 days',
      expect.stringMatching(/^Wait for the event "paid", 7 days at most$/),
      expect.stringMatching(/^Continue after the wait into "expired": .*expired after 7 days\.$/),
      'Add the tag "late"',
      'Wait for the event "paid"',
    ]);
    expect([completed, stopped_at?.step_id, stopped_at?.until]).toEqual([
      false,
      'welcome.6-paid',
      null,
    ]);
  });

  it('DRY2-03 stops at the first wait without either argument', () => {
    expect(shown(dryRun(nodes))).toEqual([
      ['1-add-tag', day(0)],
      ['2-rest', day(0)],
    ]);
  });

  it('DRY2-01 continues past what is assumed, and stops at the next wait', () => {
    const assume = [
      { step: '2-rest', outcome: 'waited' as const, at: day(3) },
      { step: 'welcome.3-paid', outcome: 'met' as const, at: day(4) },
    ];
    const { steps, stopped_at } = dryRun(nodes, { assume });
    expect(shown({ steps } as Rehearsal)).toEqual([
      ['1-add-tag', day(0)],
      ['2-rest', day(0)],
      ['2-rest', day(3)],
      ['3-paid', day(3)],
      ['3-paid', 'met', day(4)],
      ['4-add-tag', day(4)],
      ['6-paid', day(4)],
    ]);
    expect(steps[4]?.would).toContain('It is assumed that the event "paid" was recorded');
    expect(stopped_at?.step_id).toBe('welcome.6-paid');
  });

  it('DRY2-01 a gate that is met without a time is met on arrival, also one that never expires', () => {
    const assume = [{ step: '6', outcome: 'met' as const }];
    const { steps, completed } = dryRun(nodes, { assume, pastWaits: true });
    expect(steps.slice(-2).map(({ handle, at }) => [handle, at])).toEqual([
      ['6-paid', day(9)],
      ['7-add-tag', day(9)],
    ]);
    expect(completed).toBe(true);
  });

  it('DRY2-01 the assumption decides, whatever the person is like', () => {
    const vip = { ...eventGate(), wait_for: { condition: has('vip') } };
    const both = [expiring(vip), rest(1)];
    expect(dryRun(both).steps[0]?.arm).toBe('met');
    const assume = [{ step: '1-paid', outcome: 'expired' as const }];
    expect(shown(dryRun(both, { assume })).slice(1, 3)).toEqual([
      ['1-paid', 'expired', day(7)],
      ['3-add-tag', day(7)],
    ]);
  });

  it('DRY2-01 steps behind a gate see the event that is assumed, and the one it must have been', () => {
    const match = { detail: 'plan', op: 'equals', value: 'pro' };
    const bought = (of: string) => ({
      ...{ type: 'event_occurred', event: 'paid', within_days: 2 },
      match: { detail: 'plan', op: 'equals', value: of },
    });
    const look = (of: string) => ({ type: 'if_else', condition: bought(of), then: [], else: [] });
    const arms = (ask: Omit<RehearsalAsk, 'event'>) =>
      dryRun([eventGate({ match }), look('pro'), look('free'), rest(3), look('pro')], {
        ...ask,
        pastWaits: true,
      })
        .steps.filter(({ type }) => type === 'if_else')
        .map(({ arm }) => arm);
    const met = { step: '1-paid', outcome: 'met' as const, at: day(1) };
    expect(arms({ assume: [met] })).toEqual(['then', 'else', 'else']);
    const event = { name: 'paid', details: { plan: 'pro', seats: 3 } };
    expect(arms({ assume: [{ ...met, event }] })).toEqual(['then', 'else', 'else']);
  });

  it('DRY2-02 conditions see the day it is by then, and the mail of the walk', () => {
    const joined = { type: 'predicate', name: 'joined_within', args: { days: 3 } };
    const got = (emails: number) => ({
      ...{ type: 'predicate', name: 'received_at_least' },
      args: { emails, within_days: 2 },
    });
    const look = (condition: object) => ({ type: 'if_else', condition, then: [], else: [] });
    const count = questionKey({ kind: 'received_count', days: 2 });
    const known = new Map<string, FactValue>([
      [questionKey({ kind: 'today' }), '2026-03-01'],
      [count, 1],
    ]);
    const person = { ...answers.person, subscribed_on: '2026-02-27' };
    const { steps } = dryRun(
      [
        ...[look(joined), { type: 'send_email', email_id: 3 }, look(got(2)), rest(1)],
        ...[look(joined), look(got(2)), look({ type: 'received_email', email_id: 3 })],
        ...[{ type: 'send_email', email_id: 1 }, rest(1), look(got(2)), look(got(1))],
        ...[look({ type: 'received_email', email_id: 1 })],
      ],
      { pastWaits: true },
      { ...answers, emails: new Map([...answers.emails, [3, { archived: false }]]), known, person },
    );
    const looked = steps.filter(({ type }) => type === 'if_else').map(({ arm }) => arm);
    expect(looked).toEqual(['then', 'else', 'else', 'then', 'then', 'else', 'else', 'else']);
  });

  it('DRY2-02 a gate opens through time alone, and by mail that the flow sent', () => {
    const joined = { type: 'predicate', name: 'joined_within', args: { days: 3 } };
    const person = { ...answers.person, subscribed_on: '2026-03-01' };
    const known = new Map<string, FactValue>([[questionKey({ kind: 'today' }), '2026-03-01']]);
    const waitFor = (condition: object) => expiring({ type: 'gate', wait_for: { condition } }, 30);
    const received = { type: 'received_email', email_id: 3 };
    const { steps, completed } = dryRun(
      [waitFor({ not: joined }), { type: 'send_email', email_id: 3 }, waitFor(received)],
      { pastWaits: true },
      { ...answers, emails: new Map([[3, { archived: false }]]), known, person },
    );
    const begins = '2026-03-04T05:00:00.000Z';
    expect(steps.map(({ type, arm, at }) => [type, arm, at])).toEqual([
      ['gate', null, day(0)],
      ['gate', 'met', begins],
      ['add_tag', null, begins],
      ['send_email', null, begins],
      ['gate', null, begins],
      ['gate', 'met', begins],
      ['add_tag', null, begins],
    ]);
    expect(completed).toBe(true);
  });

  it('DRY2-01 says of steps that it did not reach that nothing was assumed of them in vain', () => {
    const split = branch('vip', [rest(1)]);
    const assume = [
      { step: '2-rest', outcome: 'waited' as const },
      { step: '3-rest', outcome: 'waited' as const },
    ];
    const { not_reached } = dryRun([split, rest(1), { type: 'exit_flow' }, rest(2)], {
      assume: [...assume, { step: '5-rest', outcome: 'waited' }],
    });
    expect(not_reached).toEqual(['5-rest']);
  });

  it.each<[string, SentAssumption, string, RegExp]>([
    ['an unknown step', { step: '9-x', outcome: 'waited' }, 'step', /no step "9-x"/],
    ['another flow', { step: 'other.2-rest', outcome: 'waited' }, 'step', /no step/],
    ['a step without a wait', { step: '1-add-tag', outcome: 'waited' }, 'step', /nobody waits/],
    ['a delay that is met', { step: '2-rest', outcome: 'met' }, 'outcome', /is waited, not met/],
    ['a gate that is waited', { step: '3-paid', outcome: 'waited' }, 'outcome', /met or expired/],
    [
      'a gate that never expires',
      { step: '6-paid', outcome: 'expired' },
      'outcome',
      /never expires/,
    ],
    [
      'an event of an expiry',
      { step: '3-paid', outcome: 'expired', event: { name: 'paid' } },
      'event',
      /outcome met/,
    ],
    [
      'another event',
      { step: '3-paid', outcome: 'met', event: { name: 'left' } },
      'event.name',
      /waits for the event "paid", not for "left"/,
    ],
    ['an early end', { step: '2-rest', outcome: 'waited', at: day(1) }, 'at', /at the earliest/],
    ['an early event', { step: '3-paid', outcome: 'met', at: day(1) }, 'at', /at the earliest/],
    ['a late event', { step: '3-paid', outcome: 'met', at: day(99) }, 'at', /at the latest/],
    ['an early expiry', { step: '3-paid', outcome: 'expired', at: day(5) }, 'at', /earliest/],
  ])('DRY2-01 refuses %s', (_what, assumption, key, message) => {
    const ask = { event: null, assume: [assumption], pastWaits: true };
    const rehearsed = rehearse(compiledOf(nodes), facts, ask);
    expect('faults' in rehearsed ? rehearsed.faults : []).toEqual([
      expect.objectContaining({
        path: `assume[0].${key}`,
        message: expect.stringMatching(message),
      }),
    ]);
  });

  it('DRY2-01 refuses a second assumption of one step, and details that do not match', () => {
    const match = { detail: 'plan', op: 'equals', value: 'pro' };
    const event = { name: 'paid', details: { plan: 'free' } };
    const assume = [
      { step: '1', outcome: 'met' as const, event },
      { step: '2-rest', outcome: 'waited' as const },
      { step: '2', outcome: 'waited' as const },
    ];
    const flow = compiledOf([eventGate({ match }), rest(1)]);
    const rehearsed = rehearse(flow, facts, { event: null, assume });
    const paths = 'faults' in rehearsed ? rehearsed.faults.map(({ path }) => path) : [];
    expect(paths).toEqual(['assume[0].event.details', 'assume[2].step']);
  });

  it('DRY2-02 always ends, in any definition that can be saved', () => {
    const outcome = fc.constantFrom('waited' as const, 'met' as const, 'expired' as const);
    fc.assert(
      fc.property(authoredSteps, fc.array(outcome, { maxLength: 12 }), (nodes, outcomes) => {
        const assume = outcomes.map((one, index) => ({ step: String(index + 1), outcome: one }));
        const flow = compiledOf(nodes);
        for (const ask of [{}, { assume: assume.slice(0, 1) }, { assume }]) {
          const rehearsed = rehearse(flow, facts, { event: null, pastWaits: true, ...ask });
          if ('faults' in rehearsed) continue;
          const times = rehearsed.steps.map(({ at }) => at);
          expect(times).toEqual([...times].sort());
        }
      }),
      { numRuns: runs(500) },
    );
  });
});
