import { Refusal } from '@postroad/core/platform/refusal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HookReceiver, openHookReceiver } from '../../support/hook-receiver.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type FlowMoves, flowMoves } from './flow-moves.ts';

let opened: TestService;
let moves: FlowMoves;
let receiver: HookReceiver;

beforeAll(async () => {
  receiver = await openHookReceiver();
  opened = await openTestService({ env: { WEBHOOK_ALLOW: '127.0.0.1' } });
  moves = flowMoves(opened);
});

afterAll(async () => {
  await opened.close();
  await receiver.close();
});

/** An endpoint that hears of nothing by itself, with this answer. */
async function endpoint(key: string, status = 204): Promise<number> {
  receiver.answers.set(`/${key}`, { status });
  const { webhook_endpoint } = await moves.call('create_webhook_endpoint', {
    ...{ key, url: `${receiver.url}/${key}`, events: ['broadcast.finished'] },
  });
  return webhook_endpoint.id;
}

const receivedBy = (key: string) => receiver.received.filter(({ path }) => path === `/${key}`);
const tag = (id: number, name: string) => ({ id, type: 'add_tag', tag: name });
const call = (name: string | number, rest: object = {}) => ({
  ...{ id: 1, type: 'call_webhook', endpoint: name, ...rest },
});
const waiting = (name: string, hours: number) =>
  call(name, {
    wait: { timeout: { amount: hours, unit: 'hours' } },
    succeeded: [tag(2, 'delivered')],
    failed: [tag(3, 'undelivered')],
  });

async function refusal(work: Promise<unknown>): Promise<Refusal> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Refusal) return error;
  throw new Error(`It was not refused: ${String(error)}`);
}

async function statusesOf(key: string): Promise<string[]> {
  const { webhook_deliveries } = await moves.call('list_webhook_deliveries', {
    webhook_endpoint: key,
  });
  return webhook_deliveries.map(({ status }) => status);
}

it('HOOK-15 delivers flow.called with the run, the step and the body, and the run does not wait', async () => {
  const id = await endpoint('crm', 500);
  const body = {
    greeting: 'Hi {{ person.first_name }}',
    seats: 3,
    of: ['{{ event.details.plan }}'],
  };
  await moves.live('called', [call(id, { body }), tag(4, 'after')]);
  await moves.call('upsert_person', { email: 'ada@call.example.com', first_name: 'A"da' });
  await moves.record('ada@call.example.com', 'called', { plan: 'pro' });
  await moves.pass();
  expect(await moves.tagsOf('ada@call.example.com')).toEqual(['after']);
  expect(await moves.trailOf('called', 'ada@call.example.com')).toEqual(['1 ran', '4 ran']);
  const [hook] = receivedBy('crm');
  expect(hook?.body).toMatchObject({
    type: 'flow.called',
    data: {
      flow: { key: 'called' },
      person: { email: 'ada@call.example.com' },
      call: {
        step_id: 'called.1-call-webhook',
        body: { greeting: 'Hi A"da', seats: 3, of: ['pro'] },
      },
    },
  });
  receiver.answers.set('/crm', { status: 204 });
  await moves.pass(24 * 60);
  expect(await statusesOf('crm')).toEqual(['delivered']);
  expect(receivedBy('crm').length).toBeGreaterThan(1);
  const rows = await opened.database.pool<{ same: boolean }[]>`
    select d.happened_at = s.recorded_at as same from webhook_deliveries d
    join run_steps s on s.run_id = d.subject_id and s.step_id = 1 where d.endpoint_id = ${id}`;
  expect(rows.map(({ same }) => same)).toEqual([true]);
});

it('HOOK-16 takes succeeded once the call is delivered, also after a failed attempt', async () => {
  await endpoint('slow', 503);
  await moves.live('slow', [waiting('slow', 48), tag(4, 'after')]);
  await moves.enter('slow', 'bob@call.example.com');
  expect(await moves.standings('slow')).toMatchObject([{ waiting: true, step_id: 1, tags: [] }]);
  receiver.answers.set('/slow', { status: 200 });
  await moves.pass(24 * 60);
  expect(await moves.trailOf('slow', 'bob@call.example.com')).toEqual([
    ...['1 waiting', '1 released succeeded', '2 ran', '4 ran'],
  ]);
});

it('HOOK-11, HOOK-16 takes failed a day after its endpoint was disabled, not only at the timeout', async () => {
  await endpoint('shut', 500);
  await moves.live('shut', [waiting('shut', 72), tag(4, 'after')]);
  await moves.enter('shut', 'shut@call.example.com');
  await moves.call('update_webhook_endpoint', { webhook_endpoint: 'shut', enabled: false });
  await moves.pass(23 * 60);
  expect(await moves.tagsOf('shut@call.example.com')).toEqual([]);
  await moves.pass(2 * 60);
  expect(await moves.tagsOf('shut@call.example.com')).toEqual(['after', 'undelivered']);
  expect(await statusesOf('shut')).toEqual(['failed']);
});

it('HOOK-16 takes failed at the timeout, and attempts stop then', async () => {
  await endpoint('down', 500);
  await moves.live('down', [waiting('down', 2), tag(4, 'after')]);
  await moves.enter('down', 'cy@call.example.com');
  await moves.pass(3 * 60);
  expect(await moves.trailOf('down', 'cy@call.example.com')).toEqual([
    ...['1 waiting', '1 released failed', '3 ran', '4 ran'],
  ]);
  const [run] = (await moves.call('list_flow_runs', { flow_key: 'down' })).runs;
  const traced = await moves.call('get_run', { run_id: run?.id ?? 0 });
  expect(traced.run.trace.map(({ reason }) => reason)).toContain(
    'The call was not delivered within 2 hours.',
  );
  expect(await statusesOf('down')).toEqual(['canceled']);
  const attempts = receivedBy('down').length;
  expect(attempts).toBeGreaterThan(0);
  receiver.answers.set('/down', { status: 204 });
  await moves.pass(48 * 60);
  expect(receivedBy('down')).toHaveLength(attempts);
});

it('HOOK-16 takes failed once the call is given up, and another call of the flow is a new one', async () => {
  await endpoint('gone', 410);
  await moves.live('gone', [waiting('gone', 200), tag(4, 'after')], { run_policy: 'repeat' });
  await moves.enter('gone', 'dan@call.example.com');
  expect(await moves.trailOf('gone', 'dan@call.example.com')).toEqual([
    ...['1 waiting', '1 released failed', '3 ran', '4 ran'],
  ]);
  // The answer 410 disabled the endpoint, so the next call fails at once.
  await moves.enter('gone', 'dan@call.example.com');
  const rows = await moves.standings('gone');
  expect(rows.at(-1)?.trail).toEqual(['1 released failed', '3 ran', '4 ran']);
  const validation = await moves.call('validate_flow', { flow_key: 'gone' });
  expect(validation.warnings).toMatchObject([
    { code: 'webhook_endpoint_disabled', path: 'nodes[0].endpoint', node: '1-call-webhook' },
  ]);
  await moves.call('update_webhook_endpoint', { webhook_endpoint: 'gone', enabled: true });
  receiver.answers.set('/gone', { status: 204 });
  await moves.enter('gone', 'dan@call.example.com');
  expect((await moves.standings('gone')).at(-1)?.trail.slice(0, 2)).toEqual([
    ...['1 waiting', '1 released succeeded'],
  ]);
});

it('HOOK-16 stops the call of a run that an operator cancels or moves', async () => {
  await endpoint('left', 500);
  await moves.live('left', [waiting('left', 48), tag(4, 'after')]);
  await moves.enter('left', 'fay@call.example.com', 'gus@call.example.com');
  const [moved, canceled] = (await moves.call('list_flow_runs', { flow_key: 'left' })).runs;
  await moves.call('cancel_run', { run_id: canceled?.id ?? 0 });
  await moves.call('move_run', { run_id: moved?.id ?? 0, step: '4' });
  expect(await statusesOf('left')).toEqual(['canceled', 'canceled']);
  const attempts = receivedBy('left').length;
  await moves.pass(24 * 60);
  expect(receivedBy('left')).toHaveLength(attempts);
});

it('HOOK-15 refuses a push of a flow whose endpoint does not exist', async () => {
  await endpoint('pushed');
  const flow = (name: string) => ({
    ...{ key: 'pushed', name: 'Pushed', run_policy: 'single_run', labels: [] },
    definition: { trigger: { event: 'pushed' }, nodes: [call(name)] },
  });
  const push = (name: string) =>
    moves.call('apply_definitions', {
      files: { 'flows/pushed.json': JSON.stringify(flow(name)) },
    });
  const codesOf = async (name: string) =>
    JSON.stringify(await push(name)).includes('webhook_endpoint_unknown');
  expect(await codesOf('pushed')).toBe(false);
  expect(await codesOf('pused')).toBe(true);
});

it('HOOK-15 refuses to activate a flow whose endpoint does not exist', async () => {
  await endpoint('billing');
  const definition = { trigger: { event: 'typo' }, nodes: [call('biling')] };
  const { flow } = await moves.call('create_flow', { key: 'typo', definition });
  expect(flow.validation.errors).toMatchObject([
    { code: 'webhook_endpoint_unknown', path: 'nodes[0].endpoint', did_you_mean: 'billing' },
  ]);
  await refusal(moves.call('activate_flow', { flow_key: 'typo' }));
});

it('SAFE-18 HOOK-15 keeps an endpoint that a live or paused flow names', async () => {
  const id = await endpoint('held');
  const drop = () => moves.call('delete_webhook_endpoint', { webhook_endpoint: 'held' });
  await moves.live('held', [call('held')]);
  await moves.live('by-id', [call(id)]);
  const refused = await refusal(drop());
  expect(refused.code).toBe('in_use');
  expect(refused.message).toContain('The webhook endpoint "held" is in use by the flow "held"');
  expect(refused.members.holders).toMatchObject([
    { kind: 'flow', key: 'held', status: 'live' },
    { kind: 'flow', key: 'by-id', status: 'live' },
  ]);
  await moves.call('pause_flow', { flow_key: 'held' });
  expect((await refusal(drop())).code).toBe('in_use');
  await moves.edit('held', [tag(2, 'x')]);
  await moves.edit('by-id', [tag(2, 'x')]);
  await drop();
});

it('HOOK-15 HOOK-16 a dry run calls nothing, and takes what is assumed of the outcome', async () => {
  await endpoint('dry');
  await moves.live('dry', [waiting('dry', 2), tag(4, 'after')]);
  await moves.call('upsert_person', { email: 'eve@call.example.com' });
  const dry = (more: object) =>
    moves.call('dry_run_flow', { flow_key: 'dry', person: 'eve@call.example.com', ...more });
  const step = '1-call-webhook';
  const stopped = await dry({});
  expect(stopped.stopped_at).toMatchObject({ step_id: `dry.${step}` });
  expect(stopped.steps[0]?.would).toContain('Call the webhook endpoint "dry"');
  const arms = async (more: object) => (await dry(more)).steps.map(({ arm }) => arm);
  expect(await arms({ assume: [{ step, outcome: 'succeeded' }] })).toContain('succeeded');
  expect(await arms({ assume: [{ step, outcome: 'failed' }] })).toContain('failed');
  expect(await arms({ past_waits: true })).toContain('failed');
  const wrong = await refusal(dry({ assume: [{ step, outcome: 'met' }] }));
  expect(wrong.message).toContain('succeeded or failed');
  expect(receivedBy('dry')).toEqual([]);
  expect(await statusesOf('dry')).toEqual([]);
});
