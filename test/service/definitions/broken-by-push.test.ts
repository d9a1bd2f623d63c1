import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

type Files = Record<string, string>;

let opened: TestService;
let api: Calling;

beforeEach(async () => {
  opened = await openTestService();
  api = calling(opened);
});

afterEach(() => opened.close());

const exported = async () => (await api.call('export_definitions', {})).files;

async function liveFlow(key: string, nodes: object[]): Promise<void> {
  await api.call('create_flow', { key, definition: { trigger: { event: key }, nodes } });
  await api.call('activate_flow', { flow_key: key });
}

async function emailPath(): Promise<[path: string, id: number]> {
  const { email } = await api.call('create_email', {
    title: 'Tips',
    subject: 'Tips',
    body_markdown: 'x',
  });
  const path = Object.keys(await exported()).find((one) => one.endsWith('-tips.md')) ?? '';
  return [path, email.id];
}

/** The whole answer of an apply, of a dry run of it, and of a diff where that says the same. */
async function refusedPush(files: Files, prune = false) {
  const dry = await api.dryRun('apply_definitions', { files, prune });
  const plan = await api.call('apply_definitions', { files, prune });
  expect(plan).toMatchObject({ blocked: true, ok: false, applied: 0, notices: [] });
  expect(dry.changes).toEqual(plan.changes);
  if (!prune) {
    const diff = await api.call('diff_definitions', { files });
    expect(diff.changes).toEqual(plan.changes);
  }
  return plan;
}

function errorsAt({ changes }: Awaited<ReturnType<typeof refusedPush>>, path: string) {
  return changes.find((change) => change.path === path)?.errors;
}

it('SAFE-21, SAFE-22 a settings.yml without a tunable that a live flow names is not applied', async () => {
  const tunables = { tt: { amount: 1, unit: 'days' }, other: { amount: 1, unit: 'days' } };
  await api.call('update_settings', { settings: { tunables } });
  await liveFlow('late', [{ type: 'delay', duration: { setting: 'tt' } }]);
  const files = { 'settings.yml': 'tunables:\n  other:\n    amount: 1\n    unit: days\n' };
  for (const tree of [files, { ...(await exported()), ...files }]) {
    const plan = await refusedPush(tree);
    expect(plan.blocked_by).toEqual(['settings.yml']);
    expect(errorsAt(plan, 'settings.yml')).toMatchObject([
      {
        path: 'tunables',
        code: 'in_use',
        message: expect.stringContaining('flows/late.json'),
        fix: expect.stringContaining('flows/late.json'),
      },
    ]);
  }
  const { settings } = await api.call('get_settings', {});
  expect(settings.tunables).toEqual(tunables);
});

it('SAFE-21, SAFE-23, SAFE-24 a prune of an email that a live flow sends is blocked as in use', async () => {
  const [path, id] = await emailPath();
  await liveFlow('sender', [{ type: 'send_email', email_id: id }]);
  const { [path]: _, ...files } = await exported();
  const plan = await refusedPush(files, true);
  expect(plan.blocked_by).toEqual([path]);
  expect(errorsAt(plan, path)).toMatchObject([
    { code: 'in_use', message: expect.stringMatching(/flows\/sender\.json.*is archived/) },
  ]);
  expect((await api.call('get_email', { email_id: id })).email.archived).toBe(false);
});

it('SAFE-21 a prune of an email that a sequence sends is blocked', async () => {
  const [path, id] = await emailPath();
  const { sequence } = await api.call('create_sequence', { name: 'Week' });
  const step = { sequence_id: sequence.id, email_source: 'shared' as const, email_id: id };
  await api.call('add_sequence_step', step);
  const { [path]: _, ...files } = await exported();
  expect(errorsAt(await refusedPush(files, true), path)).toMatchObject([
    { code: 'in_use', message: expect.stringMatching(/sequences\/\d{4}-week\.json at steps\[0\]/) },
  ]);
});

it('SAFE-23 a prune of an email that a condition names is blocked, and not where that goes too', async () => {
  const [path, id] = await emailPath();
  const definition = { type: 'received_email' as const, email_id: id };
  await api.call('create_segment', { key: 'readers', definition });
  const { [path]: _, ...files } = await exported();
  expect(errorsAt(await refusedPush(files, true), path)).toMatchObject([
    { code: 'in_use', message: expect.stringContaining('the segment "readers"') },
  ]);
  const { 'segments/readers.json': __, ...rest } = files;
  expect(await api.call('apply_definitions', { files: rest, prune: true })).toMatchObject({
    ok: true,
    applied: 2,
  });
});

it('SAFE-23 a prune takes a flow together with the segment that names it', async () => {
  await liveFlow('asked', [{ type: 'exit_flow' }]);
  const definition = { type: 'completed_flow' as const, flow: 'asked' };
  await api.call('create_segment', { key: 'done', definition });
  const { 'flows/asked.json': _, ...files } = await exported();
  expect(errorsAt(await refusedPush(files, true), 'flows/asked.json')).toMatchObject([
    { code: 'in_use', message: expect.stringContaining('segments/done.json') },
  ]);
  const { 'segments/done.json': __, ...rest } = files;
  expect(await api.call('apply_definitions', { files: rest, prune: true })).toMatchObject({
    ok: true,
    applied: 2,
  });
});

it('SAFE-23 a prune takes records that name each other, and none where another record names one', async () => {
  await liveFlow('asked', [{ type: 'exit_flow' }]);
  const definition = { type: 'completed_flow' as const, flow: 'asked' };
  await api.call('create_segment', { key: 'done', definition: { not: definition } });
  const trigger = { type: 'segment' as const, segment: 'done', on: 'enters' as const };
  const nodes = [{ type: 'exit_flow' }];
  await api.call('create_flow', { key: 'enters', definition: { trigger, nodes } });
  await api.call('activate_flow', { flow_key: 'enters' });
  const named = { type: 'completed_flow' as const, flow: 'enters' };
  await api.call('update_segment', {
    segment_key: 'done',
    definition: { all: [{ not: definition }, { not: named }] },
  });
  const files = await exported();
  const { 'segments/done.json': _, 'flows/enters.json': __, ...rest } = files;
  await api.call('create_segment', {
    key: 'inside',
    definition: { type: 'in_segment', segment: 'done' },
  });
  const kept = {
    ...rest,
    'segments/inside.json': (await exported())['segments/inside.json'] ?? '',
  };
  expect((await refusedPush(kept, true)).blocked_by).toEqual(['segments/done.json']);
  expect(await api.call('apply_definitions', { files: rest, prune: true })).toMatchObject({
    ok: true,
    applied: 3,
  });
  expect(await exported()).toEqual(rest);
});

it('SAFE-21 the file that breaks something has the error, with the code of what breaks', async () => {
  await api.call('create_field', { key: 'tier', type: 'string' });
  await api.call('create_field', { key: 'plan', type: 'string' });
  const [path, id] = await emailPath();
  const condition = { type: 'field', field: 'tier', op: 'equals', value: 'x' } as const;
  await api.call('create_segment', { key: 'top', definition: condition });
  await liveFlow('sender', [{ type: 'send_email', email_id: id }]);
  const files = await exported();
  const off = (key: string) => (files[`fields/${key}.json`] ?? '').replace('true', 'false');
  const text = files[path] ?? '';
  const plan = await refusedPush({
    ...files,
    'fields/plan.json': off('plan'),
    'fields/tier.json': off('tier'),
    [path]: text.replace(/^subject: .*$/m, 'subject: ""'),
  });
  expect(plan.blocked_by).toEqual(['fields/tier.json', path]);
  expect(errorsAt(plan, 'fields/tier.json')).toMatchObject([
    { code: 'field_unknown', message: expect.stringContaining('segments/top.json') },
  ]);
  expect(errorsAt(plan, path)).toMatchObject([{ code: 'email_blank' }]);
});

it('SAFE-21 a field that the preferences write cannot be turned off by a push', async () => {
  await api.call('create_field', { key: 'news', type: 'boolean' });
  const action = (value: boolean) => [{ type: 'set_field', field: 'news', value }];
  await api.call('update_settings', {
    settings: {
      'sending.subscription_preferences': {
        enabled: true,
        toggles: [
          {
            id: 'news',
            label: 'News',
            condition: { type: 'field', field: 'news', op: 'equals', value: true },
            on: action(true),
            off: action(false),
          },
        ],
      },
    },
  });
  const files = { 'fields/news.json': '{"key": "news", "type": "boolean", "active": false}' };
  const plan = await refusedPush(files);
  expect(errorsAt(plan, 'fields/news.json')?.[0]).toMatchObject({
    code: 'setting_invalid',
    message: expect.stringContaining('settings.yml'),
  });
});

it('SAFE-22 notices name what was broken before, and only that', async () => {
  const [path, id] = await emailPath();
  await liveFlow('old', [{ type: 'send_email', email_id: id }]);
  await api.call('delete_email', { email_id: id });
  const files = await exported();
  expect(Object.keys(files)).not.toContain(path);
  const plan = await api.call('apply_definitions', {
    files: { ...files, 'products/x.json': '{"key": "x"}' },
  });
  expect(plan).toMatchObject({ ok: true, applied: 1 });
  expect(plan.notices).toMatchObject([
    {
      path: 'flows/old.json',
      errors: [{ code: 'email_archived', message: `Email ${id} is archived.` }],
    },
  ]);
});

it('SAFE-24 an entry that names an archived email by id or by key says that it is archived', async () => {
  const [, id] = await emailPath();
  await api.call('delete_email', { email_id: id });
  const flow = (key: string, step: object) =>
    JSON.stringify({
      key,
      definition: { trigger: { event: key }, nodes: [{ type: 'send_email', ...step }] },
    });
  const { changes } = await api.call('diff_definitions', {
    files: {
      'flows/a.json': flow('a', { email_id: id }),
      'flows/b.json': flow('b', { email: 'tips' }),
      'sequences/c.json': JSON.stringify({ name: 'C', steps: [{ email: 'tips' }] }),
    },
  });
  const created = changes.filter(({ kind }) => kind === 'create');
  expect(created.map(({ errors }) => errors.map(({ code }) => code))).toEqual([
    ['email_archived'],
    ['email_archived'],
    ['email_archived'],
  ]);
});
