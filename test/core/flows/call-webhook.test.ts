import { changedWaits } from '@postroad/core/flows/definition/changed-waits';
import { recordsNamedInFlow } from '@postroad/core/flows/definition/records-named';
import { review } from '@postroad/core/flows/definition/review';
import { textOutline } from '@postroad/core/flows/drawing/text-outline';
import { questions } from '@postroad/core/flows/interpreter/questions';
import type { RunState } from '@postroad/core/flows/interpreter/run';
import { expect, it, vi } from 'vitest';
import { context, inNodes, trigger } from './checked.ts';
import { answersOf, define, flowOf, hours, now, told, walk } from './scene.ts';

const hour = { amount: 1, unit: 'hours' };
const tag = (name: string) => ({ type: 'add_tag', tag: name });
const call = (rest: object = {}) => ({ type: 'call_webhook', endpoint: 'crm', ...rest });
const waiting = (rest: object = {}) =>
  call({ wait: { timeout: hour }, succeeded: [tag('yes')], failed: [tag('no')], ...rest });

const endpoints = new Map([
  ['crm', { id: 3, enabled: true }],
  ['off', { id: 4, enabled: false }],
]);
const known = answersOf({ endpoints });
const merge = {
  ...{ now: now.toISOString(), event: null, data: null, automation: null },
  ...{ unsubscribe_url: '', preferences_url: '', mailing_address: '' },
  account: { name: 'Post', timezone: 'UTC' },
  person: {
    ...{ id: 7, email: 'ada@example.com', first_name: '"}, {"', last_name: null },
    ...{ timezone: null, fields: {}, tags: [] },
  },
};
const at = (due_at: Date): RunState => ({
  ...{ step_id: 1, waiting: true, status: 'active', due_at, arrived_at: now },
  ...{ after_event: null, waits_for: null, reason: null },
});

it('HOOK-15 queues a delivery with the step, and the run continues', () => {
  const outcome = walk([call({ body: { a: [1, 'b'] } }), tag('after')], known);
  expect(told(outcome)).toEqual(['1 ran', '2 ran']);
  expect(outcome.effects[0]).toEqual({
    ...{ kind: 'call_webhook', step_id: 1, endpoint_id: 3 },
    ...{ body: { a: [1, 'b'] }, waits: false },
  });
});

it('HOOK-15 runs Liquid in the strings alone, and leaves them strings', () => {
  const text = '{"{{ person.first_name }}": 1}';
  const nodes = [call({ body: { text, '{{ now }}': 2, list: ['{{ person.id }}'] } })];
  const { effects } = walk(nodes, { ...known, merge });
  expect(effects[0]).toMatchObject({
    body: { text: '{""}, {"": 1}', '{{ now }}': 2, list: ['7'] },
  });
  expect(questions(flowOf(nodes), walk([]).run)).toEqual([]);
});

it('SEC-14 a body is filled in however long the machine pauses, and not where it takes that long', () => {
  let clock = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    clock += 1_000;
    return clock;
  });
  try {
    const nodes = [call({ body: { text: '{% for i in (1..9) %}{{ i }}{% endfor %}' } })];
    const paused = { ...known, merge, workedMs: () => 0 };
    expect(walk(nodes, paused).effects[0]).toMatchObject({ body: { text: '123456789' } });
    let worked = 0;
    const slow = walk(nodes, { ...paused, workedMs: () => (worked += 6) });
    expect(slow.trace[0]?.reason).toContain('it takes too long');
  } finally {
    vi.restoreAllMocks();
  }
});

it.each([
  ['off', 'The webhook endpoint "off" is disabled.'],
  ['gone', 'There is no webhook endpoint "gone".'],
])(
  'HOOK-15 HOOK-16 skips a call of %s, which has failed where it is waited for',
  (endpoint, reason) => {
    const skipped = walk([call({ endpoint }), tag('after')], known);
    expect(skipped.trace[0]).toMatchObject({ outcome: 'skipped', reason });
    const failed = walk([waiting({ endpoint })], known);
    expect(failed.trace[0]).toMatchObject({ outcome: 'released', arm: 'failed', reason });
    expect(failed.effects.map(({ kind }) => kind)).toEqual(['add_tag']);
  },
);

it('HOOK-16 waits for the outcome, at most for its timeout, and then stops the call', () => {
  const nodes = [waiting(), tag('after')];
  const begun = walk(nodes, known);
  expect(begun.run).toMatchObject({ waiting: true, step_id: 1, due_at: hours(1), waits_for: null });
  expect(begun.effects).toMatchObject([{ kind: 'call_webhook', waits: true }]);
  const after = (ended: 'succeeded' | 'failed' | null, minutes: number, due = hours(1)) => {
    const calls = new Map(ended === null ? [] : [[1, ended] as const]);
    return walk(nodes, { ...known, calls }, at(due), hours(minutes / 60));
  };
  expect(told(after('succeeded', 5, now))).toEqual(['1 released succeeded', '2 ran', '4 ran']);
  expect(told(after('failed', 5, now))).toEqual(['1 released failed', '3 ran', '4 ran']);
  expect(after(null, 5).trace).toEqual([]);
  const late = after(null, 60);
  expect(late.trace[0]).toMatchObject({
    arm: 'failed',
    reason: 'The call was not delivered within 1 hour.',
  });
  expect(late.effects[0]).toEqual({ kind: 'stop_call', step_id: 1 });
  const asked = questions(flowOf(nodes), at(hours(1)));
  expect(asked).toContainEqual({ kind: 'call', step_id: 1 });
});

it.each([
  ['no endpoint', { endpoint: undefined }, 'step_key_malformed nodes[0].endpoint'],
  ['an endpoint that is no key', { endpoint: 'My CRM' }, 'step_key_malformed nodes[0].endpoint'],
  ['a body that is no object', { body: 'x' }, 'body_malformed nodes[0].body'],
  ['Liquid that breaks', { body: { a: ['{{ '] } }, 'body_liquid_invalid nodes[0].body.a[0]'],
  ['an unknown variable', { body: { a: '{{ persn }}' } }, 'body_variable_unknown nodes[0].body.a'],
  ['a wait without a timeout', { wait: {} }, 'call_wait_malformed nodes[0].wait'],
  [
    'a wait of no time',
    { wait: { timeout: { amount: 0, unit: 'days' } } },
    'call_wait_malformed nodes[0].wait.timeout',
  ],
  [
    'a tunable',
    { wait: { timeout: { setting: 'pause' } } },
    'call_wait_malformed nodes[0].wait.timeout',
  ],
  [
    'another key of wait',
    { wait: { timeout: hour, tries: 3 } },
    'call_wait_malformed nodes[0].wait.tries',
  ],
  ['a wait without arms', { wait: { timeout: hour } }, 'arm_malformed nodes[0].succeeded'],
  ['arms without a wait', { failed: [tag('vip')] }, 'arms_not_allowed nodes[0].failed'],
  ['arms of a gate', { expired: [] }, 'arms_not_allowed nodes[0].expired'],
])('HOOK-15 HOOK-16 reports %s', (_, rest, issue) => {
  expect(inNodes([call(rest)])).toContain(issue);
});

it('HOOK-15 reports an endpoint that does not exist, with the nearest key, and one that is disabled', () => {
  const references = {
    ...context.references,
    endpoints: [
      { id: 3, key: 'crm', enabled: true },
      { id: 4, key: 'billing', enabled: false },
    ],
  };
  const found = (endpoint: unknown) => {
    const { validation } = review(
      { trigger, nodes: [call({ endpoint })] },
      { ...context, references },
    );
    return [...validation.errors, ...validation.warnings];
  };
  expect(found('crm')).toEqual([]);
  expect(found(3)).toEqual([]);
  expect(found('billin')).toMatchObject([
    { code: 'webhook_endpoint_unknown', path: 'nodes[0].endpoint', did_you_mean: 'billing' },
  ]);
  expect(found(9)).toMatchObject([{ code: 'webhook_endpoint_unknown' }]);
  expect(found('billing')).toMatchObject([
    { code: 'webhook_endpoint_disabled', severity: 'warning' },
  ]);
  expect(inNodes([call()])).toEqual([]);
});

it('HOOK-16 keeps a timeout as it was on arrival, drops empty arms and names its endpoint', () => {
  const of = (nodes: object[]) => ({ definition: define(nodes), tunables: new Map() });
  const longer = waiting({ wait: { timeout: { unit: 'hours', amount: 2 } } });
  expect(changedWaits(of([waiting()]), of([longer]))).toEqual([
    { id: 1, handle: '1-call-webhook', effect: 'keep' },
  ]);
  expect(define([call({ succeeded: [], failed: [] })]).nodes[0]).not.toHaveProperty('failed');
  expect(recordsNamedInFlow(define([call()]))).toEqual([
    { kind: 'webhook_endpoint', name: 'crm', handle: '1-call-webhook' },
  ]);
  const drawn = { key: 'f', name: 'F', definition: define([waiting()]), counts: new Map() };
  expect(textOutline(drawn)).toContain('Call the webhook endpoint "crm", and wait 1 hour at most');
});
