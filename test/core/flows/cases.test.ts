import { readableSegments } from '@postroad/core/conditions/segments';
import type { CaseWorld } from '@postroad/core/flows/cases/case-world';
import { checkCase } from '@postroad/core/flows/cases/check-case';
import { flowCase, type SentFlowCase, writtenCase } from '@postroad/core/flows/cases/flow-case';
import { runCase } from '@postroad/core/flows/cases/run-case';
import { compileFlow } from '@postroad/core/flows/definition/compile';
import { normalise } from '@postroad/core/flows/definition/normalise';
import { ZoneClock } from '@postroad/core/platform/zone-clock';
import { expect, it } from 'vitest';
import { flowOf } from './scene.ts';

const world: CaseWorld = {
  clock: new ZoneClock('Europe/Lisbon'),
  emails: new Map([
    [1, { archived: false, transactional: false }],
    [2, { archived: false, transactional: true }],
    [3, { archived: true, transactional: false }],
  ]),
  fieldTypes: new Map([['plan', 'string']]),
  tunables: new Map([['pause', { amount: 2, unit: 'hours' }]]),
  sequences: new Map([[1, { enabled: true }]]),
  segments: readableSegments([
    { id: 1, key: 'paying', definition: { type: 'event_occurred', event: 'paid', within_days: 3 } },
  ]),
  keys: { email: new Map([['hello', 1]]), sequence: new Map([['tour', 1]]) },
};

const start = { at: '2026-03-02T10:00:00Z', name: 'signed_up' };
const send = (email_id: number) => ({ type: 'send_email', email_id });
const day = { amount: 1, unit: 'days' };
const gate = (wait_for: object, arms: object = {}) => {
  return { type: 'gate', wait_for, expires_after: { amount: 3, unit: 'days' }, ...arms };
};

function run(nodes: unknown, test: Partial<SentFlowCase> = {}, trigger?: object) {
  const sent = { events: [start], clock: start.at, expect: {}, ...test };
  const flow = { key: 'welcome', compiled: flowOf(nodes, trigger) };
  return runCase(flow, flowCase.parse(sent), world);
}

it('FTEST-02 a run waits, branches on the person and ends, with the times of its mail', () => {
  const found = run(
    [
      send(1),
      { type: 'delay', duration: { setting: 'pause' } },
      {
        type: 'if_else',
        condition: { type: 'has_tag', tag: 'VIP' },
        then: [send(2)],
        else: [{ type: 'exit_flow' }],
      },
    ],
    { person: { tags: ['vip'] } },
  );
  expect(found.path).toEqual(['1-send-email', '2-delay', '3-if-else', '4-send-email']);
  expect(found.sends.map(({ email_id, at }) => [email_id, at.toISOString()])).toEqual([
    [1, '2026-03-02T10:00:00.000Z'],
    [2, '2026-03-02T12:00:00.000Z'],
  ]);
  expect(found.ends).toBe('completed');
});

const paidGate = gate(
  { event: { name: 'paid', occurrence: 'next_occurrence' } },
  { met: [{ type: 'add_tag', tag: 'met' }], expired: [{ type: 'exit_flow' }] },
);

it.each([
  ['in time', '2026-03-04T10:00:00Z', 'met', 'completed'],
  ['too late', '2026-03-09T10:00:00Z', 'expired', 'exited'],
  ['before the person came', '2026-03-02T09:00:00Z', 'expired', 'exited'],
])('FTEST-02 an event %s opens a gate or does not', (_, at, arm, ends) => {
  const found = run([paidGate], { events: [start, { at, name: 'paid' }] });
  expect(found.entries.find(({ outcome }) => outcome === 'released')?.arm).toBe(arm);
  expect(found.ends).toBe(ends);
});

it('FTEST-02 a gate that nothing opens and no time ends keeps the run waiting', () => {
  const forever = { ...gate({ event: { name: 'paid', occurrence: 'next_occurrence' } }) };
  const found = run([{ ...forever, expires_after: 'never' }, send(1)]);
  expect([found.path, found.ends]).toEqual([['1-gate'], 'waiting']);
});

it('FTEST-02 a gate for a condition is looked at when an event or an opened mail changes it', () => {
  const wait = (condition: object) => run([send(1), gate({ condition }), send(2)], mailed).sends[1];
  const mailed: Partial<SentFlowCase> = {
    events: [start, { at: '2026-03-03T11:00:00Z', name: 'paid' }],
    person: { mail: [{ email: 'hello', opened_at: '2026-03-03T18:30:00Z' }] },
  };
  expect(wait({ type: 'event_occurred', event: 'paid' })?.at.toISOString()).toBe(
    '2026-03-03T11:00:00.000Z',
  );
  expect(wait({ type: 'in_segment', segment: 'paying' })?.at.toISOString()).toBe(
    '2026-03-03T11:00:00.000Z',
  );
  expect(wait({ type: 'opened_email', email_id: 1 })?.at.toISOString()).toBe(
    '2026-03-03T18:30:00.000Z',
  );
  expect(wait({ type: 'received_email', email_id: 1 })?.at.toISOString()).toBe(
    '2026-03-02T10:00:00.000Z',
  );
});

it('FTEST-02 conditions see what the case says of mail, money, sequences, consent and other flows', () => {
  const holds = (condition: object, test: Partial<SentFlowCase> = {}) =>
    run([{ type: 'if_else', condition, then: [send(1)], else: [] }], test).sends.length > 0;
  const earlier = (name: string, details: object = {}) => ({
    events: [{ at: '2026-02-01T10:00:00Z', name, details: { ...details } }, start],
  });
  const at = '2026-02-01T10:00:00Z';
  const subscription = { type: 'active_subscription', product: 'pro' };
  expect(holds(subscription)).toBe(false);
  expect(holds(subscription, { person: { subscriptions: { pro: 'active' } } })).toBe(true);
  expect(holds(subscription, earlier('subscription_started', { product: 'pro' }))).toBe(true);
  const ended = earlier('subscription_started', { product: 'pro' });
  ended.events.splice(1, 0, {
    ...start,
    at,
    name: 'subscription_ended',
    details: { product: 'pro' },
  });
  expect(holds(subscription, ended)).toBe(false);
  const spent = { type: 'total_spend', op: 'greater', value: 4000 };
  expect(holds(spent, earlier('purchased', { product: 'pro', amount_cents: 4900 }))).toBe(true);
  expect(holds(spent, earlier('purchased', { product: 'pro', amount_cents: 3900 }))).toBe(false);
  const consent = { type: 'consented', purpose: 'marketing' };
  expect(holds(consent, { person: { consents: { marketing: 'given' } } })).toBe(true);
  expect(holds(consent, { person: { consents: { marketing: 'withdrawn' } } })).toBe(false);
  const finished = { type: 'finished_sequence', sequence_id: 1 };
  expect(
    holds(finished, {
      person: { sequences: [{ sequence: 'tour', started_at: at, finished_at: at }] },
    }),
  ).toBe(true);
  const completed = { type: 'completed_flow', flow: 'tour' };
  expect(holds(completed, { person: { flows: [{ flow: 'tour', completed_at: at }] } })).toBe(true);
  const count = { type: 'event_count', event: 'signed_up', op: 'equals', value: 1 };
  expect(holds(count)).toBe(true);
});

it('FTEST-02 what the run does itself is seen by later steps, and suppressed people get no mail', () => {
  const fired = run([
    { type: 'fire_event', event: 'greeted' },
    gate({ event: { name: 'greeted', occurrence: 'any_past' } }, { met: [send(1)], expired: [] }),
  ]);
  expect(fired.sends).toHaveLength(1);
  const mail = run([send(1), send(2), send(3)], { person: { suppressed: 'unsubscribed' } });
  expect(mail.sends.map(({ email_id }) => email_id)).toEqual([2]);
  // An archived email cannot be sent, so the step is not part of the path.
  expect(mail.path).toEqual(['1-send-email', '2-send-email']);
});

it('FTEST-02 a run starts with the first event from the clock on that the trigger takes', () => {
  const trigger = {
    event: 'bought',
    match: { detail: 'plan', op: 'equals', value: 'pro' },
  };
  const events = [
    { at: '2026-03-01T10:00:00Z', name: 'bought', details: { plan: 'pro' } },
    { at: '2026-03-03T10:00:00Z', name: 'bought', details: { plan: 'free' } },
    { at: '2026-03-04T10:00:00Z', name: 'bought', details: { plan: 'pro' } },
  ];
  const found = run([send(1)], { events }, trigger);
  expect(found.sends[0]?.at.toISOString()).toBe('2026-03-04T10:00:00.000Z');
  const none = run(
    [send(1)],
    { events: events.slice(0, 2), expect: { path: [], sends: [] } },
    trigger,
  );
  expect([none.passed, none.ends, none.notStarted]).toEqual([
    true,
    null,
    'The details of the event do not satisfy the match: "plan" is "free", and the match asks for equals "pro".',
  ]);
});

it('FTEST-02 a difference names the first step that is another one, and what decided it', () => {
  const nodes = [
    {
      type: 'if_else',
      name: 'Is VIP',
      condition: { type: 'has_tag', tag: 'vip' },
      then: [send(1)],
      else: [],
    },
  ];
  const expected = {
    path: ['1-is-vip', '2'],
    sends: [{ email: 'hello' }],
    ends: 'waiting' as const,
  };
  const { passed, differences } = run(nodes, { expect: expected });
  expect(passed).toBe(false);
  expect(differences).toEqual([
    {
      ...{ of: 'path', index: 1, expected: ['1-is-vip', '2-send-email'], actual: ['1-is-vip'] },
      message: expect.stringMatching(
        /^After "1-is-vip" the run ends, and does not reach "2-send-email": "1-is-vip" took "else", since .* is false/,
      ),
    },
    {
      ...{ of: 'sends', index: 0, expected: ['hello'], actual: [] },
      message: '"hello" is not sent.',
    },
    {
      ...{ of: 'ends', index: null, expected: ['waiting'], actual: ['completed'] },
      message: 'The run is completed at the end, not waiting.',
    },
  ]);
});

it('FTEST-02 a wait that took another arm is reported with its reason, as a sentence of its own', () => {
  const wait = { name: 'paid', occurrence: 'any_past' };
  const nodes = [gate({ event: wait }, { met: [], expired: [send(1)] })];
  const { differences } = run(nodes, { expect: { path: ['1-gate'] } });
  expect(differences.map(({ message }) => message)).toEqual([
    'After "1-gate" the run reaches "2-send-email", where none is expected: "1-gate" took "expired". It expired after 3 days.',
  ]);
});

it('FTEST-01 names that are not there are found, with the one that was meant', () => {
  const flow = { key: 'welcome', compiled: flowOf([{ ...send(1), name: 'Greet' }]) };
  const test = flowCase.parse({
    clock: start.at,
    person: { sequences: [{ sequence: 'toure', started_at: start.at }] },
    expect: { path: ['greet', '1-greet'], sends: [{ email: 'helo' }, { email: 9 }] },
  });
  const found = checkCase(flow, test, world);
  expect(found.map(({ path, code, did_you_mean }) => [path, code, did_you_mean])).toEqual([
    ['expect.path[0]', 'step_unknown', '1-greet'],
    ['expect.sends[0].email', 'email_unknown', 'hello'],
    ['expect.sends[1].email', 'email_unknown', undefined],
    ['person.sequences[0].sequence', 'sequence_unknown', 'tour'],
  ]);
});

it('FTEST-01 a case is written without what it would have anyway, and reads as the same', () => {
  const sent: SentFlowCase = {
    person: { email: 'ada@example.com', mail: [{ email: 'hello', opened_at: start.at }] },
    events: [{ ...start, details: {} }],
    clock: start.at,
    expect: { ends: 'completed' },
  };
  const written = writtenCase(sent);
  expect(written).toEqual({
    person: sent.person,
    events: [start],
    clock: start.at,
    expect: sent.expect,
  });
  expect(flowCase.parse(written)).toEqual(flowCase.parse(sent));
  expect(flowCase.safeParse({ ...sent, clock: 'soon' }).success).toBe(false);
});

it('FTEST-02 the work of a case is bounded by its events and the waits of the flow', () => {
  const nodes = [
    ...Array.from({ length: 20 }, () => ({ type: 'delay', duration: day })),
    gate({ condition: { type: 'has_tag', tag: 'never' } }),
  ];
  const events = Array.from({ length: 199 }, (_, index) => ({
    at: new Date(Date.parse(start.at) + index * 3_600_000).toISOString(),
    name: 'seen',
  }));
  const { looks, ends } = run(nodes, { events: [start, ...events] });
  expect(ends).toBe('completed');
  // A look for the start, one for the end of each wait, and one for each event at a gate.
  expect(looks).toBeLessThanOrEqual(1 + 21 + 200);
});

const tagged = (tag: string) => ({ type: 'add_tag', tag });

it('FTEST-02 a case says which arm of a split the person has, and how a call ends', () => {
  const arms = [
    { name: 'A', weight: 1, steps: [tagged('a')] },
    { name: 'B', weight: 0, steps: [send(1)] },
  ];
  const wait = { timeout: { amount: 2, unit: 'hours' } };
  const call = { type: 'call_webhook', endpoint: 'crm', wait, succeeded: [tagged('ok')] };
  const nodes = [
    { type: 'split', arms },
    { ...call, failed: [send(2)] },
  ];
  expect(run(nodes).path).toEqual(['1-split', '2-add-tag', '4-call-webhook', '6-send-email']);
  expect(run(nodes).sends[0]?.at.toISOString()).toBe('2026-03-02T12:00:00.000Z');
  const said = { splits: { '1-split': 'B' }, calls: { '4-call-webhook': 'succeeded' as const } };
  expect(run(nodes, { person: said }).path).toEqual([
    ...['1-split', '3-send-email', '4-call-webhook', '5-add-tag'],
  ]);
  const flow = { key: 'welcome', compiled: flowOf(nodes) };
  const wrong = { splits: { split: 'A', '1-split': 'C' }, calls: { '1-split': 'failed' } };
  const found = checkCase(
    flow,
    flowCase.parse({ clock: start.at, person: wrong, expect: {} }),
    world,
  );
  expect(found.map(({ path, code, did_you_mean }) => [path, code, did_you_mean])).toEqual([
    ['person.splits.split', 'step_unknown', '1-split'],
    ['person.splits.1-split', 'arm_unknown', undefined],
    ['person.calls.1-split', 'step_unknown', undefined],
  ]);
});

it('FTEST-02 a goal ends the run as its event arrives, in a delay too, or as its condition holds', () => {
  const goals = [
    { name: 'bought', event: { name: 'paid' } },
    { name: 'vip', condition: { type: 'has_tag', tag: 'vip' } },
  ];
  const nodes = [{ type: 'delay', duration: day }, send(1), tagged('vip'), send(1)];
  const { definition } = normalise({ trigger: { event: 'signed_up' }, goals, nodes }, null);
  const flow = { key: 'welcome', compiled: compileFlow(definition) };
  const runWith = (events: SentFlowCase['events'], tags: string[] = []) => {
    const sent = { clock: start.at, events, person: { tags }, expect: {} };
    return runCase(flow, flowCase.parse(sent), world);
  };
  const bought = runWith([start, { at: '2026-03-02T11:00:00Z', name: 'paid' }]);
  expect([bought.path, bought.sends, bought.ends]).toEqual([['1-delay'], [], 'exited']);
  expect(bought.entries.at(-1)).toMatchObject({
    goal: 'bought',
    at: new Date('2026-03-02T11:00:00Z'),
  });
  const vip = runWith([start]);
  expect([vip.path, vip.ends, vip.entries.at(-1)?.goal]).toEqual([
    ...[['1-delay', '2-send-email', '3-add-tag'], 'exited', 'vip'],
  ]);
  // One that holds at the start counts nothing.
  expect(runWith([start], ['vip']).ends).toBe('completed');
  expect(runWith([start, { at: '2026-03-09T10:00:00Z', name: 'paid' }], ['vip']).ends).toBe(
    'completed',
  );
});
