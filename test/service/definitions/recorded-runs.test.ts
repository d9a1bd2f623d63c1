import { type Ask, readHistory, readRun } from '@postroad/cli/definitions/read-run';
import { written } from '@postroad/core/definitions/export';
import { flowTestsOf, testTree } from '@postroad/core/definitions/test-tree';
import { flowCase } from '@postroad/core/flows/cases/flow-case';
import { ReadByFlow } from '@postroad/core/flows/cases/real-run';
import { recordCase } from '@postroad/core/flows/cases/record-case';
import { Refusal } from '@postroad/core/platform/refusal';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authoredSteps } from '../../core/flows/arbitraries.ts';
import { runs } from '../../support/property-tests.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let api: Calling;
let ask: Ask;

const start = Date.parse('2026-03-02T10:00:00Z');

beforeAll(async () => {
  opened = await openTestService({ clockStartsAt: new Date(start) });
  api = calling(opened);
  ask = api.call;
  await api.call('create_field', { key: 'plan', type: 'string' });
  await api.call('create_field', { key: 'seats', type: 'number' });
  await api.call('create_field', { key: 'born', type: 'date' });
  await api.call('update_settings', {
    settings: { tunables: { pause: { amount: 90, unit: 'minutes' } } },
  });
  for (const title of ['One', 'Two', 'Three', 'Four']) {
    await api.call('create_email', { title, subject: title, body_markdown: 'Hello' });
  }
  await api.call('create_sequence', { name: 'Tour' });
});

afterAll(() => opened.close());

const minute = 60_000;

type What =
  | { record: string }
  | { add: string }
  | { remove: string }
  | { set: object }
  | { unsubscribed: boolean };

/** What happens to a person, so many minutes after the run began. */
const happening = fc.record({
  after: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 20_000 })),
  what: fc.constantFrom<What>(
    { record: 'paid' },
    { record: 'left' },
    { record: 'unrelated' },
    { add: 'vip' },
    { remove: 'vip' },
    { remove: 'Gone' },
    { set: { plan: 'pro' } },
    { set: { plan: null } },
    { set: { seats: 12 } },
    { unsubscribed: true },
    { unsubscribed: false },
  ),
});

type Of<Kind> = Kind extends fc.Arbitrary<infer One> ? One : never;
type Happening = Of<typeof happening>;

const goal = fc.constantFrom<object[]>(
  ...[[], [], []],
  [{ name: 'paid', event: { name: 'paid' } }],
  [{ name: 'vip', condition: { type: 'has_tag', tag: 'vip' } }],
  [
    {
      name: 'tagged',
      event: { name: 'tag_added', match: { detail: 'tag', op: 'equals', value: 'new' } },
    },
  ],
);

const scenario = fc.record({
  nodes: authoredSteps.map((steps): object[] => named(steps)),
  goals: goal,
  tags: fc.subarray<string>(['vip', 'gone', 'other']),
  fields: fc.constantFrom<object>({}, { plan: 'pro' }, { plan: 'basic', seats: 3 }),
  happens: fc.array(happening, { maxLength: 5 }),
});

type Scenario = Of<typeof scenario> & { trigger?: object };

const hours = (amount: number) => ({ type: 'delay', duration: { amount, unit: 'hours' } });
const send = (email_id: number) => ({ type: 'send_email', email_id });
const ifElse = (condition: object) => {
  return { type: 'if_else', condition, then: [send(1)], else: [send(2)] };
};
const nobody = { goals: [], tags: [], fields: {}, happens: [] };
const after = (minutes: number, what: Happening['what']): Happening => ({ after: minutes, what });

/** Changes that decide the rest of a run that is under way. */
const decisive: Scenario[] = [
  {
    ...nobody,
    nodes: [hours(2), ifElse({ type: 'has_tag', tag: 'vip' })],
    happens: [after(60, { add: 'vip' })],
  },
  {
    ...nobody,
    nodes: [hours(2), ifElse({ type: 'field', field: 'plan', op: 'equals', value: 'pro' })],
    fields: { plan: 'basic' },
    happens: [after(60, { set: { plan: 'pro' } }), after(200, { set: { plan: null } })],
  },
  {
    ...nobody,
    nodes: [{ type: 'add_tag', tag: 'new' }, hours(2), send(1)],
    goals: [{ name: 'tagged', event: { name: 'tag_added' } }],
  },
  {
    ...nobody,
    nodes: [
      {
        type: 'gate',
        wait_for: { event: { name: 'tag_removed', occurrence: 'next_occurrence' } },
        expires_after: { amount: 3, unit: 'hours' },
        met: [send(1)],
        expired: [send(2)],
      },
    ],
    tags: ['vip'],
    happens: [after(60, { remove: 'vip' })],
  },
  {
    ...nobody,
    trigger: { event: 'tag_added', match: { detail: 'tag', op: 'equals', value: 'joined' } },
    nodes: [hours(1), send(1)],
    happens: [after(1, { add: 'joined' })],
  },
  { ...nobody, nodes: [send(1), hours(2), send(2)], happens: [after(60, { unsubscribed: true })] },
];

/** The steps with names of records that are there. */
function named(steps: readonly object[]): object[] {
  const text = JSON.stringify(steps)
    .replaceAll('"missing"', '"plan"')
    .replaceAll('"sequence_id":9', '"sequence_id":1')
    .replaceAll(/"setting":"(?:nothing|lost)"/g, '"setting":"pause"');
  return JSON.parse(text);
}

async function happen(person: string, { what }: Happening): Promise<void> {
  if ('record' in what) await api.call('record_event', { email: person, name: what.record });
  else if ('add' in what) await api.call('tag_person', { person, tag: what.add });
  else if ('remove' in what) await api.call('untag_person', { person, tag: what.remove });
  else if ('set' in what) await api.call('update_person', { person, fields: { ...what.set } });
  else await api.call('update_person', { person, unsubscribed: what.unsubscribed });
}

async function activated(key: string, { nodes, goals, trigger }: Scenario) {
  const definition = { trigger: trigger ?? { event: key }, goals, nodes };
  await api.call('create_flow', { key, definition });
  try {
    await api.call('activate_flow', { flow_key: key });
    return true;
  } catch (error) {
    // Such as a field whose type another value has.
    if (error instanceof Refusal) return false;
    throw error;
  }
}

it('FTEST-02 FTEST-04 a run of the engine, recorded as a test, takes the same steps with the same mail', async () => {
  const scenarios: Scenario[] = [...decisive, ...fc.sample(scenario, runs(300, 60))];
  const live: { key: string; person: string }[] = [];
  const actions: { at: number; run: () => Promise<unknown> }[] = [];
  for (const [index, one] of scenarios.entries()) {
    const [key, person] = [`flow-${index}`, `reader${index}@real.example.com`];
    if (!(await activated(key, one))) continue;
    live.push({ key, person });
    await api.call('upsert_person', { email: person, tags: one.tags, fields: { ...one.fields } });
    // Each at a second of its own, as nothing else in a flow happens to be.
    const began = start + minute + index * 1_000;
    const enter = () => api.call('record_event', { email: person, name: key });
    actions.push({ at: began, run: enter });
    for (const each of one.happens) {
      actions.push({ at: began + each.after * minute + 500, run: () => happen(person, each) });
    }
  }
  expect(live.length).toBeGreaterThan(scenarios.length / 3);
  actions.sort((a, b) => a.at - b.at);
  for (const { at, run } of actions) {
    await api.call('move_clock', { now: new Date(at).toISOString() });
    await run();
    await api.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
  }
  await api.call('move_clock', { advance: { amount: 400, unit: 'days' } });

  const { files } = await api.call('export_definitions', {});
  const { tests } = flowTestsOf(files);
  const recorded: Record<string, string> = {};
  const ends: string[] = [];
  for (const { key, person } of live) {
    const found = tests.recording(key);
    if (found === null) throw new Error(`There is no flow ${key}.`);
    const { flow, world } = found;
    const run = await readRun(ask, person, key);
    const history = await readHistory(ask, run, new ReadByFlow(flow, world));
    const { test, result } = recordCase(flow, world, history);
    const about = { definition: flow.compiled.definition, history, test };
    expect(result.differences, JSON.stringify(about)).toEqual([]);
    const delivered = history.sends.filter(({ dropped }) => !dropped);
    expect(result.sends.length).toBe(delivered.length);
    const { path, text } = written('flow_test', { key: `${key}/real`, ...flowCase.parse(test) });
    expect(text).not.toContain('reader');
    recorded[path] = text;
    ends.push(run.status);
  }
  const again = testTree({ ...files, ...recorded });
  expect(again.parse_errors).toEqual([]);
  expect(again.tests.filter(({ result }) => result?.passed !== true)).toEqual([]);
  expect(again.tests.length).toBe(live.length);
  expect(new Set(ends)).toEqual(new Set(['completed', 'exited', 'active']));
});
