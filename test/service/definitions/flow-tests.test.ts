import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

type Files = Record<string, string>;

let opened: TestService;
let api: Calling;
let flow = '';
let number = 0;

beforeAll(async () => {
  opened = await openTestService();
  api = calling(opened);
  await api.call('create_field', { key: 'plot', type: 'number' });
});

afterAll(() => opened.close());

/** Each test has a flow of its own. */
beforeEach(() => {
  number += 1;
  flow = `welcome-${number}`;
});

const pathOf = (name = 'large') => `tests/${flow}/${name}.yml`;

function flowFile(value: number): Files {
  const nodes = [
    {
      ...{ id: 1, slug: 'large', name: 'Large', type: 'if_else' },
      condition: { type: 'field', field: 'plot', op: 'greater', value },
      then: [{ id: 2, slug: 'grow', name: 'Grow', type: 'add_tag', tag: 'large' }],
      else: [{ id: 3, slug: 'stay', name: 'Stay', type: 'add_tag', tag: 'small' }],
    },
  ];
  const definition = { trigger: { event: 'signed_up' }, node_counter: 3, nodes };
  return { [`flows/${flow}.json`]: JSON.stringify({ key: flow, definition }) };
}

const testFile = (plot: number): Files => ({
  [pathOf()]: `person: {fields: {plot: ${plot}}}
events: [{at: 2026-03-02T10:00:00Z, name: signed_up}]
clock: 2026-03-02T10:00:00Z
expect: {path: [1-large, 2-grow], ends: completed}
`,
});

const push = (files: Files, options: { prune?: boolean; force?: boolean } = {}) =>
  api.call('apply_definitions', { files, ...options });

const revision = async () => (await api.call('get_flow', { flow_key: flow })).flow.revision;

it('FTEST-03 a save of tests warns of those that fail, and stores them', async () => {
  await push(flowFile(150));
  const expect_ = { path: ['1-large', '2-grow'], ends: 'completed' as const };
  const at = '2026-03-02T10:00:00Z';
  const test = (plot: number) => ({
    ...{ person: { fields: { plot } }, events: [{ at, name: 'signed_up' }] },
    ...{ clock: at, expect: expect_ },
  });
  const tests = { large: test(200), small: test(100) };
  const { flow: saved } = await api.call('update_flow', { flow_key: flow, tests });
  expect(saved.validation).toMatchObject({ valid: true });
  expect(saved.validation.warnings.filter(({ code }) => code === 'flow_test_failed')).toMatchObject(
    [{ path: 'tests.small.expect.path[1]', fix: expect.stringContaining('is activated') }],
  );
  expect(Object.keys((await api.call('get_flow', { flow_key: flow })).tests)).toEqual([
    ...['large', 'small'],
  ]);
  const two = { flow_key: flow, tests: { ...tests, tiny: test(1) } };
  await api.call('update_flow', two);
  const off = await api.refused('activate_flow', { flow_key: flow });
  expect(off.detail).toContain('So does one other; see tests.');
  await api.call('activate_flow', { flow_key: flow, force: true });
  const { flow: live } = await api.call('update_flow', two);
  const [first] = live.validation.warnings.filter(({ code }) => code === 'flow_test_failed');
  expect(first?.fix).toContain('the flow changes with force alone');
});

it('FTEST-06 describe_schema says how a test is written, by an example that passes', async () => {
  const { fields, example } = await api.call('describe_schema', { topic: 'flow', part: 'tests' });
  expect(fields.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['test.clock', 'test.person.fields', 'test.expect.sends']),
  );
  const email = await api.call('create_email', { title: 'Thanks', subject: 'Thanks' });
  const { flow_key, ...sent } = JSON.parse(
    JSON.stringify(example).replaceAll(/"email(_id)?":\d+/g, `"email$1":${email.email.id}`),
  );
  const { flow: made } = await api.call('create_flow', { key: `${flow_key}-${number}`, ...sent });
  const tested = made.validation.warnings.filter(({ code }) => code === 'flow_test_failed');
  expect(tested).toEqual([]);
});

it('FTEST-01 a push stores tests with their flow, a pull gives them back, and a push of that changes nothing', async () => {
  expect((await push({ ...flowFile(150), ...testFile(200) })).applied).toBe(2);
  const { files, base } = await api.call('export_definitions', { prefix: `tests/${flow}/` });
  expect(Object.keys(files)).toEqual([pathOf()]);
  expect(files[pathOf()]).toContain('plot: 200');
  expect(base[pathOf()]?.hash).toBeTruthy();
  const again = await push(files);
  expect([again.changed, again.changes.find(({ path }) => path === pathOf())?.kind]).toEqual([
    0,
    'unchanged',
  ]);
  // A test is a change of its flow.
  const before = await revision();
  expect((await push(testFile(300))).applied).toBe(1);
  expect(await revision()).toBe(before + 1);
  const { changes } = await api.call('list_changes', { resource: 'flows' });
  expect(changes[0]?.record_key).toBe(flow);
});

it('FTEST-01 a revert of a change brings tests back, and a prune removes those without a file', async () => {
  await push({ ...flowFile(150), ...testFile(200) });
  const { files } = await api.call('export_definitions', {});
  const { [pathOf()]: held, ...rest } = files;
  expect((await push(rest, { prune: true })).applied).toBe(1);
  expect((await api.call('export_definitions', {})).files[pathOf()]).toBeUndefined();
  const { changes } = await api.call('list_changes', { resource: 'flows' });
  await api.call('revert_change', { change_id: changes[0]?.id ?? 0 });
  expect((await api.call('export_definitions', {})).files[pathOf()]).toBe(held);
});

it('FTEST-03 a push that makes a test fail stores nothing, and names it, unless it is forced', async () => {
  await push({ ...flowFile(150), ...testFile(200) });
  const refused = await push(flowFile(250));
  expect([refused.blocked, refused.blocked_by, refused.applied]).toEqual([true, [pathOf()], 0]);
  const change = refused.changes.find(({ path }) => path === pathOf());
  expect(change?.blocks).toBe(true);
  expect(change?.warnings).toMatchObject([
    {
      code: 'flow_test_failed',
      path: 'expect.path[1]',
      message: expect.stringContaining('3-stay'),
    },
  ]);
  expect((await push(flowFile(250), { force: true })).applied).toBe(1);
});

it('FTEST-01 what both sides changed since the pull is a conflict', async () => {
  await push({ ...flowFile(150), ...testFile(200) });
  const { base } = await api.call('export_definitions', {});
  await push(testFile(300));
  const plan = await api.call('apply_definitions', { files: testFile(400), base });
  expect(plan.conflicts.map(({ path }) => path)).toEqual([pathOf()]);
});

it('FTEST-03 activation, an edit of a live flow and the publication of a draft pass its tests, or are forced', async () => {
  await push({ ...flowFile(250), ...testFile(200) }, { force: true });
  const off = await api.refused('activate_flow', { flow_key: flow });
  expect(off.code).toBe('flow_test_failed');
  expect(off.members.tests).toMatchObject([
    { name: 'large', differences: [{ of: 'path', index: 1, actual: ['1-large', '3-stay'] }] },
  ]);
  expect((await api.call('activate_flow', { flow_key: flow, force: true })).flow.status).toBe(
    'live',
  );
  const definition = (value: number) =>
    JSON.parse(flowFile(value)[`flows/${flow}.json`] ?? '').definition;
  await api.call('update_flow', { flow_key: flow, definition: definition(150) });
  const edit = { flow_key: flow, definition: definition(300) };
  expect((await api.refused('update_flow', edit)).code).toBe('flow_test_failed');
  const drafted = await api.call('save_flow_draft', edit);
  const failing = { code: 'flow_test_failed', severity: 'warning' };
  const told = {
    valid: true,
    warnings: expect.arrayContaining([expect.objectContaining(failing)]),
  };
  expect(drafted.validation).toMatchObject(told);
  expect((await api.call('get_flow_draft', { flow_key: flow })).validation).toMatchObject(told);
  const looked = await api.call('validate_flow', { flow_key: flow, draft: true });
  expect(looked).toMatchObject(told);
  expect((await api.refused('publish_flow', { flow_key: flow })).code).toBe('flow_test_failed');
  expect((await api.call('get_flow', { flow_key: flow })).flow.definition).toMatchObject(
    definition(150),
  );
  await api.call('publish_flow', { flow_key: flow, force: true });
  expect((await api.call('get_flow', { flow_key: flow })).flow.definition).toMatchObject(
    definition(300),
  );
});

it('FTEST-03 a rollback under which a test fails is refused, or forced, and so is the activation after it', async () => {
  await push({ ...flowFile(150), ...testFile(200) });
  const { version: old } = await api.call('save_flow_version', { flow_key: flow, name: 'Good' });
  await push(flowFile(250), { force: true });
  const { version: bad } = await api.call('save_flow_version', { flow_key: flow, name: 'Bad' });
  // What is no longer live, or not yet, is saved whatever its tests say.
  await api.call('rollback_flow', { flow_key: flow, version_id: old.id });
  await api.call('activate_flow', { flow_key: flow });
  const back = { flow_key: flow, version_id: bad.id };
  expect((await api.refused('rollback_flow', back)).code).toBe('flow_test_failed');
  await api.call('rollback_flow', { ...back, force: true });
  await api.call('pause_flow', { flow_key: flow });
  expect((await api.refused('activate_flow', { flow_key: flow })).code).toBe('flow_test_failed');
  await api.call('rollback_flow', { flow_key: flow, version_id: old.id });
  await api.call('activate_flow', { flow_key: flow });
});

it('FTEST-01 a flow is read with its tests, in the form in which a change takes them', async () => {
  await push({ ...flowFile(150), ...testFile(200) });
  const { tests } = await api.call('get_flow', { flow_key: flow });
  expect(tests).toEqual({
    large: {
      person: { fields: { plot: 200 } },
      events: [{ at: '2026-03-02T10:00:00Z', name: 'signed_up' }],
      clock: '2026-03-02T10:00:00Z',
      expect: { path: ['1-large', '2-grow'], ends: 'completed' },
    },
  });
  const before = await revision();
  await api.call('update_flow', { flow_key: flow, tests: tests as never });
  expect(await revision()).toBe(before);
});
