import { limits } from '@postroad/core/platform/limits';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  await calls.call('create_field', { key: 'seats', name: 'Seats', type: 'number' });
  for (const name of ['begun', 'paid']) {
    await calls.call('record_event', { email: 'ada@example.com', name });
  }
});

afterAll(async () => {
  await opened.close();
});

const trigger = { event: 'begun' };
const wait_for = { event: { name: 'paid', occurrence: 'next_occurrence' } };
const gate = { type: 'gate', wait_for };
const codes = (issues: { code: string }[]) => issues.map(({ code }) => code);

it('VAL-01, VAL-02 an unsaved definition is checked and stored nowhere, else the saved one', async () => {
  await calls.call('create_flow', { key: 'checked', definition: { trigger, nodes: [gate] } });
  const before = await calls.call('get_flow', { flow_key: 'checked' });
  const nodes = [
    { type: 'set_field', field: 'seats', value: 'many' },
    { type: 'fire_event', event: 'begun', details: { to: '{{ person.emial }}' } },
    { type: 'start_sequence', sequence_id: 99 },
  ];
  const unsaved = await calls.call('validate_flow', {
    flow_key: 'checked',
    definition: { trigger, nodes },
  });
  expect(Object.keys(unsaved)).toEqual(['valid', 'errors', 'warnings']);
  expect(unsaved.valid).toBe(false);
  expect(codes(unsaved.errors)).toEqual(['field_value_type', 'sequence_unknown']);
  expect(codes(unsaved.warnings)).toEqual([
    'node_id_freed',
    'details_variable_unknown',
    'self_trigger',
  ]);
  expect(await calls.call('get_flow', { flow_key: 'checked' })).toEqual(before);
  const saved = await calls.call('validate_flow', { flow_key: 'checked' });
  expect(saved).toMatchObject({ valid: true, errors: [], warnings: [{ code: 'gate_no_expiry' }] });
});

it('VAL-14 warnings of every kind keep no flow from being activated, one error does', async () => {
  const key = 'warned';
  const definition = {
    trigger: { event: 'tag_added' },
    node_counter: 1,
    entry: 1,
    nodes: [
      { id: 4, type: 'add_tag', tag: 'fresh', extra: 1 },
      { ...gate, met: [{ type: 'remove_tag', tag: 'fresh' }] },
    ],
  };
  const { flow } = await calls.call('create_flow', { key, definition });
  expect(codes(flow.validation.warnings)).toContain('gate_met_pointless');
  await calls.call('activate_flow', { flow_key: key });
  const faulty = { ...definition, nodes: [{ type: 'exit_flow' }, ...definition.nodes] };
  await calls.call('pause_flow', { flow_key: key });
  const edited = await calls.call('update_flow', { flow_key: key, definition: faulty });
  expect(codes(edited.flow.validation.errors)).toEqual(['step_after_exit']);
  expect((await calls.refused('activate_flow', { flow_key: key })).code).toBe('conflict');
});

it('VAL-17, VAL-20, VAL-21, VAL-22 the answer to a save tells what saving changed, reading does not', async () => {
  const key = 'seen';
  const timeout = { duration: { amount: 2, unit: 'days' }, steps: [] };
  const nodes = [
    { id: 3, ...gate, timeout },
    { id: 5, type: 'exit_flow' },
  ];
  const sent = { trigger, node_counter: 2, nodes };
  const created = await calls.call('create_flow', { key, definition: sent });
  expect(codes(created.flow.validation.warnings)).toEqual([
    'counter_behind',
    'gate_timeout_legacy',
  ]);
  const definition = { trigger, nodes: [{ id: 3, type: 'exit_flow' }] };
  const { flow } = await calls.call('update_flow', { flow_key: key, definition });
  expect(codes(flow.validation.warnings)).toEqual(['node_id_repurposed', 'node_id_freed']);
  expect(flow.validation.warnings[1]?.node).toBe('5-exit-flow');
  const read = await calls.call('get_flow', { flow_key: key });
  expect(read.flow.validation.warnings).toEqual([]);
});

it('VER-04, VAL-17 an old gate is saved as it is written today, and what is saved is read back', async () => {
  const timeout = { duration: { amount: 2, unit: 'days' }, steps: [{ type: 'exit_flow' }] };
  const key = 'legacy';
  const { flow } = await calls.call('create_flow', {
    key,
    definition: { trigger, nodes: [{ ...gate, timeout }] },
  });
  expect(flow.definition.nodes).toMatchObject([
    { expires_after: timeout.duration, met: [], expired: [{ id: 2, type: 'exit_flow' }] },
  ]);
  const { definition } = (await calls.call('get_flow', { flow_key: key })).flow;
  const again = await calls.call('update_flow', { flow_key: key, definition });
  expect(again.flow.definition).toEqual(definition);
  expect(again.flow.validation).toMatchObject({ valid: true, warnings: [] });
});

it('a definition of a megabyte of nonsense is answered with what is wrong, and harms nothing', async () => {
  const nodes = [
    ...Array.from({ length: 5_000 }, (_, id) => ({ id: id % 7, type: `Ünknown ${id}`, next: 5 })),
    { id: 2 ** 53, type: 'add_tag', tag: 'x', slug: 'Ж', met: [], $ref: '#/nodes/0' },
    ...[null, 7, [], 'step'],
  ];
  const answer = await calls.call('validate_flow', {
    flow_key: 'checked',
    definition: { trigger, nodes },
  });
  expect(new Set(codes(answer.errors))).toEqual(
    new Set(['id_malformed', 'step_type_unknown', 'step_malformed']),
  );
  expect(answer.errors).toHaveLength(limits.issuesListedMax);
  expect(codes(answer.warnings).filter((code) => code === 'more_issues')).toHaveLength(2);
  expect(answer.valid).toBe(false);
});
