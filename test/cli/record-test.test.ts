import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ask, readHistory } from '@postroad/cli/definitions/read-run';
import { flowTestsOf } from '@postroad/core/definitions/test-tree';
import { ReadByFlow } from '@postroad/core/flows/cases/real-run';
import { limits } from '@postroad/core/platform/limits';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningService, startService } from '../surfaces/running-service.ts';
import { runCli } from '../surfaces/three-surfaces.ts';

let running: RunningService;
let folder: string;

const condition = { type: 'field', field: 'plan', op: 'equals', value: 'pro' };
const definition = {
  trigger: { event: 'trial_began', match: { detail: 'plan', op: 'equals', value: 'pro' } },
  nodes: [
    { type: 'delay', name: 'Pause', duration: { amount: 2, unit: 'hours' } },
    {
      ...{ type: 'if_else', name: 'Paying', condition },
      then: [{ type: 'send_email', name: 'Thanks', email_id: 1 }],
      else: [{ type: 'exit_flow', name: 'Enough' }],
    },
  ],
};

beforeAll(async () => {
  running = await startService({}, { clockStartsAt: new Date('2026-03-02T10:00:00Z') });
  folder = await mkdtemp(join(tmpdir(), 'postroad-record-'));
  await running.invoke('create_field', { key: 'plan', type: 'string' });
  await running.invoke('create_field', { key: 'phone', type: 'string' });
  await running.invoke('create_flow', { key: 'trial', definition });
  await running.invoke('activate_flow', { flow_key: 'trial' });
  const details = { plan: 'pro', card: '4242' };
  await running.invoke('upsert_person', {
    ...{ email: 'reader@private.example.com', first_name: 'Secret', tags: ['hidden'] },
    fields: { plan: 'basic', phone: '555 0100' },
  });
  await running.invoke('record_event', {
    ...{ email: 'reader@private.example.com', name: 'trial_began', details },
  });
  await running.invoke('record_event', { email: 'reader@private.example.com', name: 'looked' });
});

afterAll(async () => {
  await running.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = (...argv: string[]) =>
  runCli(argv, { ...running.env, NO_COLOR: '1' }, '', false, { cwd: folder });
const record = (...more: string[]) =>
  run('test', '--record', 'reader@private.example.com', 'trial', ...more);
const recorded = () => readdir(join(folder, 'tests/trial')).catch(() => [] as string[]);

it('FTEST-04 a run that is under way is not recorded, and one that ended becomes a test that passes', async () => {
  await run('pull', '--yes');
  const { secret } = (await running.invoke('create_token', { name: 'reader', scope: 'read' })) as {
    secret: string;
  };
  const own = running.env;
  running.env = { ...own, POSTROAD_TOKEN: secret };
  const early = await record('--json');
  expect(early.exitCode).toBe(5);
  expect(JSON.parse(early.out)).toMatchObject({
    written: false,
    reason: expect.stringContaining('Record it once it has ended.'),
  });
  expect(await recorded()).toEqual([]);

  await running.invoke('move_clock', { advance: { amount: 1, unit: 'hours' } });
  await running.invoke('update_person', {
    ...{ person: 'reader@private.example.com', fields: { plan: 'pro' } },
  });
  await running.invoke('move_clock', { advance: { amount: 1, unit: 'hours' } });
  const made = await record('--name', 'paying');
  expect([made.exitCode, made.err]).toEqual([0, '']);
  expect(JSON.parse(made.out)).toMatchObject({ path: 'tests/trial/paying.yml', written: true });
  expect(await run('test')).toMatchObject({ exitCode: 0 });
  const text = await readFile(join(folder, 'tests/trial/paying.yml'), 'utf8');
  expect(text).toContain('plan: basic');
  for (const secret of ['@', 'reader', 'private', 'Secret', 'hidden', '555', '4242', 'looked'])
    expect(text).not.toContain(secret);
  // It is a test like others.
  running.env = own;
  expect(await run('push', '--yes')).toMatchObject({ exitCode: 0 });
});

it('FTEST-04 a record is refused where it has no run, no flow, no name of its own, or another way', async () => {
  expect(await record('--name', 'paying')).toMatchObject({
    exitCode: 3,
    err: expect.stringContaining('exists already'),
  });
  expect((await record('--name', '../out')).exitCode).toBe(3);
  expect(await run('test', '--record', 'reader@private.example.com')).toMatchObject({
    exitCode: 3,
    err: expect.stringContaining('a person and a flow'),
  });
  expect(await run('test', '--record', 'reader@private.example.com', 'trail')).toMatchObject({
    exitCode: 3,
    err: expect.stringContaining('Did you mean trial?'),
  });
  expect((await run('test', '--record', 'nobody@example.com', 'trial')).exitCode).toBe(6);
  const path = join(folder, 'flows/trial.json');
  const before = await readFile(path, 'utf8');
  await writeFile(path, before.replace('"pro"', '"plus"'));
  const other = await record('--name', 'other');
  expect(other.exitCode).toBe(5);
  expect(await recorded()).toEqual(['paying.yml']);
  await writeFile(path, before);

  await running.invoke('record_event', {
    ...{ email: 'moved@example.com', name: 'trial_began', details: { plan: 'pro' } },
  });
  await running.invoke('move_clock', { advance: { amount: 1, unit: 'minutes' } });
  const { runs } = (await running.invoke('list_flow_runs', {
    ...{ flow_key: 'trial', person: 'moved@example.com' },
  })) as { runs: { id: number }[] };
  await running.invoke('cancel_run', { run_id: runs[0]?.id ?? 0 });
  expect(await run('test', '--record', 'moved@example.com', 'trial')).toMatchObject({
    exitCode: 3,
    err: expect.stringContaining('is canceled'),
  });
});

it('FTEST-04 of a long timeline the newest part alone is read', async () => {
  const flow = {
    ...{ key: 'long', name: 'Long', run_policy: 'single_run', labels: [] },
    definition: {
      trigger: { event: 'x' },
      node_counter: 1,
      nodes: [
        {
          ...{ id: 1, slug: 'any', name: 'Any', type: 'if_else', then: [], else: [] },
          condition: { type: 'opened_email', email_id: 1 },
        },
      ],
    },
  };
  const { tests } = flowTestsOf({ 'flows/long.json': JSON.stringify(flow) });
  const found = tests.recording('long');
  if (found === null) throw new Error('There is no flow long.');
  const note = { kind: 'note', at: '2026-03-02T10:00:00.000Z', id: 1, body: '', author: '' };
  let pages = 0;
  const ask = (async (name: string) => {
    if (name === 'get_timeline') pages += 1;
    const timeline = Array.from({ length: limits.pageMax }, () => note);
    return { timeline, next_cursor: 'more', events: [], sends: [], person: {}, consents: [] };
  }) as unknown as Ask;
  const real = { person: { id: 1 }, flow: { key: 'long' }, started_at: note.at, trace: [] };
  await readHistory(ask, real as never, new ReadByFlow(found.flow, found.world));
  expect(pages).toBe(limits.recordedTimeline / limits.pageMax);
});
