import { webhookData } from '@postroad/core/catalog/webhook-bodies';
import { limits } from '@postroad/core/platform/limits';
import { webhookTypes } from '@postroad/core/webhooks/webhook-types';
import type { WebhookRequest } from '@postroad/mail/webhooks/feedback';
import { Retention } from '@postroad/service/app/upkeep/retention';
import { transaction } from '@postroad/store/platform/transaction';
import { claimDeliveries } from '@postroad/store/webhooks/delivery';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { accepted, type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import {
  type Answering,
  type HookReceiver,
  openHookReceiver,
} from '../../support/hook-receiver.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

const password = 'a-long-shared-password';
const from = { authorization: `Basic ${Buffer.from(`x:${password}`).toString('base64')}` };

let opened: TestService;
let calls: Calling;
let provider: FakeProvider;
let receiver: HookReceiver;

beforeAll(async () => {
  receiver = await openHookReceiver();
  provider = fakeProvider();
  opened = await openTestService({
    provider: () => provider,
    env: { WEBHOOK_PASSWORD: password, WEBHOOK_ALLOW: '127.0.0.1', LOG_LEVEL: 'silent' },
  });
  calls = calling(opened);
});

afterAll(async () => {
  await opened.close();
  await receiver.close();
});

beforeEach(async () => {
  const { webhook_endpoints } = await calls.call('list_webhook_endpoints', {});
  for (const { key } of webhook_endpoints) {
    await calls.call('delete_webhook_endpoint', { webhook_endpoint: key });
  }
  receiver.received.length = 0;
  receiver.answers.clear();
});

const pass = (amount: number, unit: 'seconds' | 'minutes' | 'hours' | 'days' = 'seconds') =>
  calls.call('move_clock', { advance: { amount, unit } });

async function listen(key: string, events: string[], path = `/${key}`): Promise<void> {
  await calls.call('create_webhook_endpoint', { key, url: `${receiver.url}${path}`, events });
}

const typesHeard = () => new Set(receiver.received.map(({ body }) => body.type));

const dataOf = (type: string) =>
  receiver.received.filter(({ body }) => body.type === type).map(({ body }) => body.data);

async function live(key: string, nodes: object[]): Promise<void> {
  const definition = { trigger: { event: key }, nodes };
  await calls.call('create_flow', { key, run_policy: 'repeat', definition });
  await calls.call('activate_flow', { flow_key: key });
}

let posts = 0;

function postmark(reference: string, change: object): WebhookRequest {
  posts += 1;
  const event = { MessageID: `pm-${posts}`, Metadata: { postroad_send: reference }, ...change };
  return { headers: from, body: Buffer.from(JSON.stringify(event)) };
}

/** Sends one mail and answers how it is named to providers. */
async function mailTo(email: string): Promise<string> {
  await calls.call('record_event', { email, name: 'mail' });
  await pass(1);
  const text = provider.messages.at(-1)?.data.toString('latin1') ?? '';
  const [, id, mark] = /^Message-ID: <(\d+)\.([0-9a-f]{16})@/m.exec(text) ?? [];
  return `${id}-${mark}`;
}

it('HOOK-07 announces every type that there is something of', async () => {
  const { email } = await calls.call('create_email', { subject: 'Hi', body_markdown: 'Hello' });
  await live('mail', [{ id: 1, type: 'send_email', email_id: email.id }]);
  await listen('all', ['*']);
  await calls.call('upsert_person', { email: 'ada@example.com', first_name: 'Ada' });
  for (const unsubscribed of [true, false])
    await calls.call('update_person', { person: 'ada@example.com', unsubscribed });
  const reference = await mailTo('ada@example.com');
  const take = (change: object) =>
    opened.service.takeWebhook('postmark', postmark(reference, change));
  await take({ RecordType: 'Delivery' });
  await pass(10, 'minutes');
  await take({ RecordType: 'Open', UserAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' });
  await take({
    RecordType: 'Click',
    OriginalLink: 'https://a.example/',
    UserAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
  });
  await pass(1, 'days');
  provider.answer = { kind: 'refused', permanent: true, status: 554, enhanced: null, reason: 'no' };
  await mailTo('failing@example.com');
  provider.answer = accepted;
  await calls.call('upsert_person', { email: 'left@example.com' });
  await calls.call('record_event', { email: 'left@example.com', name: 'mail' });
  await calls.call('update_person', { person: 'left@example.com', unsubscribed: true });
  await take({ RecordType: 'Bounce', Type: 'HardBounce', Details: 'smtp;550 no' });
  const other = await mailTo('cross@example.com');
  await opened.service.takeWebhook('postmark', postmark(other, { RecordType: 'SpamComplaint' }));
  const words = { to: 'msg@example.com', subject: 'Receipt', body_markdown: 'Thanks' };
  await calls.call('send_message', words);
  await pass(1);
  provider.answer = { kind: 'refused', permanent: true, status: 554, enhanced: null, reason: 'no' };
  await calls.call('send_message', words);
  await pass(1);
  provider.answer = accepted;
  const { sequence } = await calls.call('create_sequence', { name: 'Tips' });
  await calls.call('toggle_sequence', { sequence_id: sequence.id, enabled: true });
  await live('begin', [{ id: 1, type: 'start_sequence', sequence_id: sequence.id }]);
  await calls.call('record_event', { email: 'seq@example.com', name: 'begin' });
  await live('caller', [{ id: 1, type: 'call_webhook', endpoint: 'all', body: { a: 1 } }]);
  await calls.call('record_event', { email: 'seq@example.com', name: 'caller' });
  await pass(1);
  // A flow that names the endpoint would keep it.
  const definition = { trigger: { event: 'caller' }, nodes: [] };
  await calls.call('update_flow', { flow_key: 'caller', definition });
  const { broadcast } = await calls.call('create_broadcast', {
    name: 'News',
    email_source: 'copy',
    email_id: email.id,
  });
  const { segment } = await calls.call('create_segment', {
    key: 'seq',
    definition: { type: 'email', op: 'equals', value: 'seq@example.com' },
  } as never);
  await calls.call('update_broadcast', { broadcast_id: broadcast.id, segment_id: segment.id });
  await calls.call('send_broadcast_now', { broadcast_id: broadcast.id });
  await pass(1, 'hours');
  await calls.call('delete_person', { person: 'cross@example.com' });
  await pass(1, 'minutes');
  const missing = webhookTypes.filter((type) => !typesHeard().has(type));
  // A run is parked by faults alone.
  expect(missing).toEqual(['flow.run_parked']);
  for (const { body } of receiver.received) {
    const known = Object.entries(webhookData).find(([type]) => type === body.type)?.[1];
    expect(known?.safeParse(body.data).error, body.type).toBeUndefined();
  }
  const [sent] = dataOf('email.sent');
  const { send } = await calls.call('get_send', { send_id: Number(sent?.id) });
  expect(sent).toEqual({ ...send, person: send.person });
  expect(dataOf('email.bounced')[0]).toMatchObject({ bounce: 'hard_bounced' });
  expect(dataOf('person.deleted')).toEqual([{ id: expect.any(Number), deleted: true }]);
  expect(dataOf('broadcast.finished')[0]).toMatchObject({ id: broadcast.id, status: 'sent' });
});

it('HOOK-07 announces a run that a retry brings to its end, which opens the gates that wait for it', async () => {
  const first = { id: 1, type: 'add_tag', tag: 'first' };
  const rest = { id: 2, type: 'delay', duration: { amount: 1, unit: 'days' } };
  await live('cut', [first, rest]);
  const condition = { type: 'completed_flow', flow: 'cut' };
  await live('waits', [{ id: 1, type: 'gate', wait_for: { condition } }]);
  for (const name of ['cut', 'waits'])
    await calls.call('record_event', { email: 'cut@example.com', name });
  await pass(1);
  const definition = { trigger: { event: 'cut' }, nodes: [first] };
  await calls.call('update_flow', { flow_key: 'cut', definition, force: true });
  await pass(1);
  await listen('ends', ['flow.run_completed']);
  const { runs } = await calls.call('list_flow_runs', { flow_key: 'cut', status: 'parked' });
  const { run } = await calls.call('retry_run', { run_id: runs[0]?.id ?? 0 });
  expect(run.status).toBe('completed');
  await pass(1);
  const ended = dataOf('flow.run_completed').map(({ id }) => id);
  const { runs: waiting } = await calls.call('list_flow_runs', { flow_key: 'waits' });
  expect(ended.toSorted()).toEqual([run.id, waiting[0]?.id].toSorted());
  expect(waiting[0]?.status).toBe('completed');
});

it('HOOK-10 a stalled endpoint delays no other, and no mail', async () => {
  receiver.answers.set('/stalls', { stalls: true });
  await listen('stalls', ['event.recorded']);
  await listen('quick', ['event.recorded']);
  await calls.call('record_event', { email: 'ada@example.com', name: 'x' });
  const round = opened.service.round('webhooks');
  while (receiver.received.length < 2) await new Promise((resolve) => setImmediate(resolve));
  receiver.release();
  await round;
  expect(receiver.received.map(({ path }) => path).toSorted()).toEqual(['/quick', '/stalls']);
});

it('HOOK-11 an answer 410 disables the endpoint, as a change and a warning of doctor', async () => {
  receiver.answers.set('/gone', { status: 410 });
  await listen('gone', ['*']);
  await calls.call('test_webhook_endpoint', { webhook_endpoint: 'gone' });
  await pass(1);
  const { webhook_endpoint } = await calls.call('get_webhook_endpoint', {
    webhook_endpoint: 'gone',
  });
  expect(webhook_endpoint).toMatchObject({ enabled: false, disabled_reason: 'gone', revision: 2 });
  const { changes } = await calls.call('list_changes', { resource: 'webhook_endpoints', limit: 1 });
  expect(changes[0]).toMatchObject({ record_key: 'gone', actor: { kind: 'engine' } });
  const { checks } = await calls.call('check_service', {});
  const [warning] = checks.results.filter(({ check }) => check === 'webhooks');
  expect(checks.results.some(({ message }) => message.includes('Webhook endpoint gone'))).toBe(
    true,
  );
  expect(warning?.level).toBe('warning');
  await calls.call('update_webhook_endpoint', { webhook_endpoint: 'gone', enabled: true });
  const { webhook_endpoint: again } = await calls.call('get_webhook_endpoint', {
    webhook_endpoint: 'gone',
  });
  expect(again).toMatchObject({ enabled: true, disabled_reason: null });
});

it('HOOK-11 five days of failures alone disable it, and one success in between does not', async () => {
  receiver.answers.set('/fails', { status: 500 });
  await listen('fails', ['*']);
  const tryOnce = () => calls.call('test_webhook_endpoint', { webhook_endpoint: 'fails' });
  const shown = async () =>
    (await calls.call('get_webhook_endpoint', { webhook_endpoint: 'fails' })).webhook_endpoint;
  await tryOnce();
  await pass(4, 'days');
  expect(await shown()).toMatchObject({ enabled: true });
  receiver.answers.delete('/fails');
  await tryOnce();
  await pass(1);
  expect((await shown()).failing_since).toBeNull();
  receiver.answers.set('/fails', { status: 500 });
  for (let day = 0; day < 6; day += 1) {
    await tryOnce().catch(() => null);
    await pass(1, 'days');
  }
  expect(await shown()).toMatchObject({ enabled: false, disabled_reason: 'failing' });
});

it('HOOK-11 counts no failure of before to one that fails as another is taken', async () => {
  receiver.answers.set('/recovers', { status: 500 });
  await listen('recovers', ['*']);
  const of = { webhook_endpoint: 'recovers' };
  const shown = async () => (await calls.call('get_webhook_endpoint', of)).webhook_endpoint;
  await calls.call('test_webhook_endpoint', of);
  await pass(6, 'days');
  expect(await shown()).toMatchObject({ enabled: true, failing_since: expect.any(String) });
  const answers: Answering[] = [{ status: 204 }, { status: 500, stalls: true }];
  const answering = vi.spyOn(receiver.answers, 'get').mockImplementation(() => answers.shift());
  for (let at = 0; at < 2; at += 1) await calls.call('test_webhook_endpoint', of);
  const round = opened.service.round('webhooks');
  await expect.poll(async () => (await shown()).failing_since).toBeNull();
  await expect.poll(() => answers).toEqual([]);
  receiver.release();
  await round;
  answering.mockRestore();
  expect(await shown()).toMatchObject({ enabled: true, disabled_reason: null });
  expect((await shown()).failing_since).not.toBeNull();
});

it('HOOK-09 a delivery that a killed process had claimed goes out once its claim is over', async () => {
  await listen('killed', ['event.recorded']);
  await calls.call('record_event', { email: 'ada@example.com', name: 'x' });
  const claimed = await transaction(opened.database, { testClock: true }, (tx) =>
    claimDeliveries(tx, {
      until: new Date(tx.now.getTime() + limits.webhookClaimMs),
      each: 10,
      busy: [],
    }),
  );
  expect(claimed).toHaveLength(1);
  await pass(10);
  expect(receiver.received).toEqual([]);
  await pass(2, 'minutes');
  expect(receiver.received.map(({ body }) => body.type)).toEqual(['event.recorded']);
});

it('HOOK-12 deliveries go after retention.deliveries_days', async () => {
  await listen('old', ['event.recorded']);
  await calls.call('record_event', { email: 'ada@example.com', name: 'x' });
  await pass(1);
  await calls.call('update_settings', { settings: { 'retention.deliveries_days': 2 } });
  const count = async () =>
    (await calls.call('list_webhook_deliveries', { webhook_endpoint: 'old' })).webhook_deliveries
      .length;
  expect(await count()).toBe(1);
  await pass(3, 'days');
  const retention = new Retention();
  while ((await retention.round(opened)) > 0);
  expect(await count()).toBe(0);
});
