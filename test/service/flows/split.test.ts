import { ZoneClocks } from '@postroad/core/platform/zone-clock';
import { addUp } from '@postroad/service/sending/add-up-figures';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type FlowMoves, flowMoves } from './flow-moves.ts';

let opened: TestService;
let moves: FlowMoves;

beforeAll(async () => {
  opened = await openTestService();
  moves = flowMoves(opened);
});

afterAll(async () => {
  await opened.close();
});

const tag = (id: number, name: string) => ({ id, type: 'add_tag', tag: name });
const people = (flow: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${flow}${index}@split.example.com`);

function split(weights: Record<'A' | 'B' | 'control', number>) {
  return {
    id: 1,
    type: 'split',
    arms: [
      { name: 'A', weight: weights.A, steps: [tag(2, 'a')] },
      { name: 'B', weight: weights.B, steps: [tag(3, 'b')] },
      { name: 'control', weight: weights.control, holdout: true },
    ],
  };
}

async function armsOf(key: string) {
  const rows = await moves.standings(key);
  return new Map(rows.map(({ email, trail }) => [email, trail[0]?.split(' ').at(-1) ?? '']));
}

async function stepOf(flow_key: string) {
  const { flow } = await moves.call('get_flow', { flow_key });
  return flow.steps.find(({ id }) => id === 1);
}

async function heldIn(by: 'flow' | 'step' | 'day') {
  const { rows, totals } = await moves.call('get_report', { by });
  return { rows: rows.filter(({ holdout }) => holdout > 0), total: totals.holdout };
}

it('SPLIT-01 SPLIT-02 people keep their arm when the flow takes them again with other weights', async () => {
  const all = people('again', 30);
  await moves.live('again', [split({ A: 1, B: 1, control: 1 }), tag(4, 'after')], {
    run_policy: 'repeat',
  });
  await moves.enter('again', ...all);
  const before = await armsOf('again');
  expect(new Set(before.values())).toEqual(new Set(['A', 'B', 'control']));
  const dry = await moves.call('dry_run_flow', { flow_key: 'again', person: all[0] ?? '' });
  expect(dry.steps[0]?.arm).toBe(before.get(all[0] ?? ''));
  await moves.edit('again', [split({ A: 1, B: 0, control: 0 }), tag(4, 'after')]);
  await moves.enter('again', ...all, 'new@split.example.com');
  const after = await armsOf('again');
  expect(after.get('new@split.example.com')).toBe('A');
  for (const email of all) expect(after.get(email)).toBe(before.get(email));
});

it('SPLIT-04 a holdout ends the run, and is counted on the step and in the report', async () => {
  const all = people('held', 25);
  await moves.live('held', [split({ A: 1, B: 0, control: 1 }), tag(4, 'after')]);
  await moves.enter('held', ...all);
  const rows = await moves.standings('held');
  const held = rows.filter(({ status }) => status === 'exited');
  expect(held.length).toBeGreaterThan(3);
  expect(held.every(({ tags }) => tags.length === 0)).toBe(true);
  expect(held[0]).toMatchObject({
    step_id: 1,
    trail: ['1 exited control'],
    reason: 'The arm "control" is the holdout.',
  });
  expect(rows.length - held.length).toBe(rows.filter(({ tags }) => tags.includes('after')).length);
  const step = await stepOf('held');
  expect(step).toMatchObject({
    holdout: held.length,
    arms: [
      { name: 'A', people: rows.length - held.length },
      { name: 'B', people: 0 },
      { name: 'control', people: held.length },
    ],
  });
  const counted = await heldIn('step');
  expect(counted.rows.find(({ key }) => key === 'held.1-split')?.holdout).toBe(held.length);

  await addUp({ ...opened, config: { testClock: true }, zones: new ZoneClocks() });
  expect(await stepOf('held')).toEqual(step);
  expect(await heldIn('step')).toEqual(counted);
  const byDay = await heldIn('day');
  expect(byDay.total).toBe(counted.total);
  expect((await heldIn('flow')).rows.map(({ key }) => key)).toContain('held');
});

it('SPLIT-02 the arm of a person goes with the person, and counts no longer', async () => {
  const [email = ''] = people('erased', 1);
  await moves.live('erased', [split({ A: 1, B: 0, control: 0 })]);
  await moves.enter('erased', email);
  expect((await stepOf('erased'))?.arms?.[0]).toEqual({ name: 'A', people: 1 });
  await moves.call('delete_person', { person: email });
  expect((await stepOf('erased'))?.arms?.[0]).toEqual({ name: 'A', people: 0 });
});

it('SPLIT-03 a flow with weights that are all 0 is not activated', async () => {
  const definition = { trigger: { event: 'zero' }, nodes: [split({ A: 0, B: 0, control: 0 })] };
  const { flow } = await moves.call('create_flow', { key: 'zero', definition });
  expect(flow.validation.errors[0]).toMatchObject({
    code: 'split_weight_malformed',
    path: 'nodes[0].arms',
    node: '1-split',
    fix: expect.stringContaining('a whole number'),
  });
  await expect(moves.call('activate_flow', { flow_key: 'zero' })).rejects.toThrow();
});

it('SPLIT-01 people wait inside arms, and an edit that takes their step away is refused', async () => {
  const wait = { id: 5, type: 'delay', duration: { amount: 1, unit: 'days' } };
  const arms = [
    { name: 'A', weight: 1, steps: [wait, tag(6, 'waited')] },
    { name: 'B', weight: 0, steps: [] },
  ];
  const nodes = [{ id: 1, type: 'split', arms }];
  await moves.live('inside', nodes);
  await moves.enter('inside', 'inside@split.example.com');
  const { flow } = await moves.call('get_flow', { flow_key: 'inside' });
  expect(flow.steps.find(({ id }) => id === 5)).toMatchObject({
    ...{ people: 1, path: 'nodes[0].arms[0].steps[0]' },
  });
  const without = [{ ...nodes[0], arms: arms.map((arm) => ({ ...arm, steps: [] })) }];
  const edit = { flow_key: 'inside', definition: { trigger: { event: 'inside' }, nodes: without } };
  await expect(moves.call('update_flow', edit)).rejects.toMatchObject({
    code: 'people_on_steps',
  });
  await moves.pass(24 * 60);
  expect(await moves.tagsOf('inside@split.example.com')).toEqual(['waited']);
});
