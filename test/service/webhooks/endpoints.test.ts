import { limits } from '@postroad/core/platform/limits';
import { notFound, Refusal } from '@postroad/core/platform/refusal';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type HookReceiver, openHookReceiver } from '../../support/hook-receiver.ts';
import { openTestService, type TestService } from '../../support/service.ts';

let test: TestService;
let receiver: HookReceiver;

beforeAll(async () => {
  receiver = await openHookReceiver();
  test = await openTestService({ env: { WEBHOOK_ALLOW: '127.0.0.1' } });
});

afterAll(async () => {
  await test.close();
  await receiver.close();
});

beforeEach(async () => {
  const { webhook_endpoints } = await call('list_webhook_endpoints', {});
  for (const { id } of webhook_endpoints) {
    await call('delete_webhook_endpoint', { webhook_endpoint: String(id) });
  }
  receiver.received.length = 0;
  receiver.answers.clear();
});

type Name = Parameters<TestService['service']['invoke']>[0];

async function call<N extends Name>(name: N, input: object, scopes: readonly string[] = ['admin']) {
  const actor = { ...test.actor, scopes: scopes as typeof test.actor.scopes };
  const { output } = await test.service.invoke(name, input, { actor });
  return output;
}

async function refused(work: Promise<unknown>): Promise<Refusal> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Refusal) return error;
  throw new Error(`It was not refused: ${String(error)}`);
}

async function move(amount: number): Promise<void> {
  await call('move_clock', { advance: { amount, unit: 'minutes' } });
}

const at = (path: string) => `${receiver.url}${path}`;

async function settle(): Promise<void> {
  while (await test.service.tick());
}

function create(path: string, events: readonly string[], more: object = {}) {
  return call('create_webhook_endpoint', { url: at(path), events, ...more });
}

async function deliveriesOf(id: number) {
  const { webhook_deliveries } = await call('list_webhook_deliveries', {
    webhook_endpoint: String(id),
  });
  return webhook_deliveries;
}

it('HOOK-01 makes, shows, changes and deletes an endpoint, and shows its secret once', async () => {
  const made = await create('/one', ['person.*'], { key: 'crm', description: 'Our CRM' });
  expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const { webhook_endpoint: read } = await call('get_webhook_endpoint', {
    webhook_endpoint: 'crm',
  });
  expect(read).toMatchObject({
    ...{ id: made.webhook_endpoint.id, key: 'crm', url: at('/one'), description: 'Our CRM' },
    ...{ events: ['person.*'], enabled: true, revision: 1 },
  });
  const { webhook_endpoint: changed } = await call('update_webhook_endpoint', {
    webhook_endpoint: 'crm',
    events: ['*'],
  });
  expect(changed).toMatchObject({ events: ['*'], revision: 2 });
  const { changes } = await call('list_changes', { resource: 'webhook_endpoints' });
  const shown = await Promise.all(changes.map(({ id }) => call('get_change', { change_id: id })));
  const everything = JSON.stringify([read, changed, shown]);
  const bytes = Buffer.from(made.secret.slice(6), 'base64');
  for (const form of [made.secret, made.secret.slice(6), bytes.toString('hex')])
    expect(everything).not.toContain(form);
  expect(shown[0]?.change).toMatchObject({ operation: 'update_webhook_endpoint', revision: 2 });
  await call('delete_webhook_endpoint', { webhook_endpoint: 'crm' });
  await refused(call('get_webhook_endpoint', { webhook_endpoint: 'crm' }));
});

it('HOOK-01 asks for admin where an endpoint is made, re-pointed or rotated, and for no more else', async () => {
  const asWriter = (name: Name, input: object) => call(name, input, ['write']);
  const input = { url: at('/scope'), events: ['*'] };
  expect((await refused(asWriter('create_webhook_endpoint', input))).code).toBe('forbidden');
  await create('/scope', ['*'], { key: 'scope' });
  const of = { webhook_endpoint: 'scope' };
  expect((await refused(asWriter('update_webhook_endpoint', { ...of, url: at('/b') }))).code).toBe(
    'forbidden',
  );
  expect((await refused(asWriter('rotate_webhook_secret', of))).code).toBe('forbidden');
  await asWriter('update_webhook_endpoint', { ...of, enabled: false });
  await asWriter('update_webhook_endpoint', { ...of, enabled: true, events: ['event.*'] });
});

it('HOOK-05, HOOK-06 signs what the API reads, so that the standardwebhooks package verifies it', async () => {
  const { secret } = await create('/signed', ['person.created', 'event.recorded']);
  await call('record_event', {
    name: 'signed_up',
    email: 'ada@example.com',
    details: { plan: 'pro' },
  });
  await settle();
  const hooks = receiver.received;
  expect(hooks.map(({ body }) => body.type).toSorted()).toEqual([
    'event.recorded',
    'person.created',
  ]);
  for (const { text, headers } of hooks) {
    const given = headers as Record<string, string>;
    expect(new Webhook(secret).verify(text, given)).toEqual(JSON.parse(text));
    // Real time, not that of the test clock, which is somewhere else after a while.
    expect(Math.abs(Number(given['webhook-timestamp']) - Date.now() / 1_000)).toBeLessThan(60);
    expect(() => new Webhook(secret).verify(`${text} `, given)).toThrow();
  }
  const [event] = (await call('list_events', { person: 'ada@example.com' })).events;
  const told = hooks.find(({ body }) => body.type === 'event.recorded')?.body;
  const person = { id: event?.person_id, email: 'ada@example.com' };
  expect(told?.data).toEqual({ ...event, person });
  expect(told?.timestamp).toBe(event?.recorded_at);
  const read = await call('get_person', { person: 'ada@example.com' });
  const created = hooks.find(({ body }) => body.type === 'person.created')?.body;
  expect(created?.data).toEqual({ ...read.person, person });
});

it('HOOK-02 signs with both secrets as long as the former is kept, and makes no third', async () => {
  const { secret: first, webhook_endpoint } = await create('/both', ['person.updated']);
  const of = { webhook_endpoint: String(webhook_endpoint.id) };
  const { secret: second } = await call('rotate_webhook_secret', { ...of, keep_hours: 2 });
  const verified = async () => {
    receiver.received.length = 0;
    await call('test_webhook_endpoint', of);
    await settle();
    const [hook] = receiver.received;
    return [first, second].map((secret) => {
      try {
        new Webhook(secret).verify(hook?.text ?? '', hook?.headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    });
  };
  expect(await verified()).toEqual([true, true]);
  for (const more of [{}, { keep_hours: 1 }]) {
    const early = await refused(call('rotate_webhook_secret', { ...of, ...more }));
    expect(early.code).toBe('conflict');
    expect(early.message).toContain('keep_hours 0');
  }
  expect(await verified()).toEqual([true, true]);
  await move(121);
  expect(await verified()).toEqual([false, true]);
  await call('rotate_webhook_secret', of);
  expect(await verified()).toEqual([false, true]);
  await call('rotate_webhook_secret', { ...of, keep_hours: 0 });
  expect(await verified()).toEqual([false, false]);
  await refused(call('rotate_webhook_secret', { ...of, keep_hours: 25 }));
});

it('HOOK-03, HOOK-04 tests an endpoint, lists its deliveries and replays one under the same id', async () => {
  receiver.answers.set('/replay', { status: 500, headers: { 'x-secret-answer': '1' } });
  const { webhook_endpoint } = await create('/replay', ['email.sent']);
  const of = { webhook_endpoint: String(webhook_endpoint.id) };
  const { webhook_delivery } = await call('test_webhook_endpoint', of);
  await settle();
  const [waiting] = await deliveriesOf(webhook_endpoint.id);
  expect(waiting).toMatchObject({
    type: 'webhook.test',
    status: 'waiting',
    attempts: [{ status: 500 }],
  });
  expect(waiting?.next_at).not.toBeNull();
  receiver.answers.clear();
  await move(1);
  const [delivered] = await deliveriesOf(webhook_endpoint.id);
  expect(delivered).toMatchObject({ status: 'delivered', next_at: null });
  expect(delivered?.attempts.map(({ status }) => status)).toEqual([500, 204]);
  await call('replay_webhook_delivery', { webhook_delivery_id: webhook_delivery.id });
  await settle();
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids).toEqual([webhook_delivery.message_id, ...ids.slice(0, 2)]);
  expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
});

it('HOOK-03 replays nothing to an endpoint that is disabled', async () => {
  const { webhook_endpoint } = await create('/off', ['email.sent']);
  const of = { webhook_endpoint: String(webhook_endpoint.id) };
  const { webhook_delivery } = await call('test_webhook_endpoint', of);
  await settle();
  await call('update_webhook_endpoint', { ...of, enabled: false });
  const again = () => call('replay_webhook_delivery', { webhook_delivery_id: webhook_delivery.id });
  const refusal = await refused(again());
  expect(refusal).toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/is disabled.*Enable it first\.$/),
  });
  expect((await deliveriesOf(webhook_endpoint.id))[0]).toMatchObject({ status: 'delivered' });
  await call('update_webhook_endpoint', { ...of, enabled: true });
  await again();
  await settle();
  expect(receiver.received).toHaveLength(2);
});

it('HOOK-10, HOOK-11 gives up what a disabled endpoint leaves waiting after a day, and names no next attempt until then', async () => {
  receiver.answers.set('/closed', { status: 503 });
  const { webhook_endpoint } = await create('/closed', ['event.recorded']);
  const of = { webhook_endpoint: webhook_endpoint.key };
  await call('record_event', { email: 'closed@example.com', name: 'asked' });
  await settle();
  const shown = async () => (await deliveriesOf(webhook_endpoint.id))[0];
  expect(await shown()).toMatchObject({ status: 'waiting', next_at: expect.any(String) });
  await call('update_webhook_endpoint', { ...of, enabled: false });
  await move(23 * 60);
  const waits = await shown();
  expect(waits).toMatchObject({ status: 'waiting', next_at: null });
  const again = () => call('replay_webhook_delivery', { webhook_delivery_id: waits?.id });
  expect((await refused(again())).message).toMatch(/is disabled.*Enable it first\.$/);
  await move(2 * 60);
  expect(await shown()).toMatchObject({ status: 'failed', next_at: null });
  expect(receiver.received).toHaveLength(1);
  receiver.answers.clear();
  await call('update_webhook_endpoint', { ...of, enabled: true });
  await again();
  await settle();
  expect(await shown()).toMatchObject({ status: 'delivered' });
});

it('HOOK-10, HOOK-11 sends what waited for less than a day once its endpoint is enabled again', async () => {
  receiver.answers.set('/back', { status: 503 });
  const { webhook_endpoint } = await create('/back', ['event.recorded']);
  const of = { webhook_endpoint: webhook_endpoint.key };
  await call('record_event', { email: 'back@example.com', name: 'asked' });
  await settle();
  await call('update_webhook_endpoint', { ...of, enabled: false });
  await move(23 * 60);
  receiver.answers.clear();
  await call('update_webhook_endpoint', { ...of, enabled: true });
  await settle();
  expect((await deliveriesOf(webhook_endpoint.id))[0]).toMatchObject({ status: 'delivered' });
});

it('HOOK-03, HOOK-11 replays what an endpoint that was disabled was never sent', async () => {
  const { webhook_endpoint } = await create('/never', ['event.recorded']);
  const of = { webhook_endpoint: webhook_endpoint.key };
  await call('record_event', { email: 'never@example.com', name: 'asked' });
  await call('update_webhook_endpoint', { ...of, enabled: false });
  await move(25 * 60);
  const [given] = await deliveriesOf(webhook_endpoint.id);
  expect(given).toMatchObject({ status: 'failed', attempts: [] });
  await call('update_webhook_endpoint', { ...of, enabled: true });
  await call('replay_webhook_delivery', { webhook_delivery_id: given?.id });
  await settle();
  expect(receiver.received[0]?.body.data).toMatchObject({ email: 'never@example.com' });
});

it('HOOK-01 calls an endpoint and a delivery by their words where a key is taken or one is unknown', async () => {
  await create('/p', ['*'], { key: 'crm' });
  const taken = await refused(create('/p', ['*'], { key: 'crm' }));
  expect(taken.detail).toBe('There is a webhook endpoint "crm" already. Change it instead.');
  expect(notFound('webhook_delivery', 'x').detail).toBe(
    'There is no webhook delivery "x". List the webhook deliveries to find the right one.',
  );
});

describe('while an endpoint is slow', () => {
  /** Waits until an endpoint holds as many answers as it is asked for at once. */
  async function stalled(path: string): Promise<void> {
    const asked = () => receiver.received.filter((hook) => hook.path === path).length;
    while (asked() < limits.webhookConcurrency) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async function happen(events: number): Promise<void> {
    for (let done = 0; done < events; done += 1) {
      await call('record_event', { email: 'slow@example.com', name: 'asked' });
    }
  }

  it.each([
    ['disabled', (of: object) => call('update_webhook_endpoint', { ...of, enabled: false })],
    ['deleted', (of: object) => call('delete_webhook_endpoint', of)],
  ])('HOOK-01 sends nothing more of what is claimed once it is %s', async (_, end) => {
    receiver.answers.set('/slow', { stalls: true });
    const { webhook_endpoint } = await create('/slow', ['event.recorded']);
    await happen(limits.webhookConcurrency + 4);
    const round = test.service.round('webhooks');
    await stalled('/slow');
    await end({ webhook_endpoint: webhook_endpoint.key });
    receiver.answers.clear();
    receiver.release();
    await round;
    expect(receiver.received).toHaveLength(limits.webhookConcurrency);
  });

  it('HOOK-01, HOOK-02, HOOK-11 goes where it was led meanwhile, with its secret, and is not to blame for the former URL', async () => {
    receiver.answers.set('/former', { stalls: true, status: 410 });
    const { webhook_endpoint } = await create('/former', ['event.recorded']);
    const of = { webhook_endpoint: webhook_endpoint.key };
    await happen(limits.webhookConcurrency + 4);
    const round = test.service.round('webhooks');
    await stalled('/former');
    await call('update_webhook_endpoint', { ...of, url: at('/new') });
    const { secret } = await call('rotate_webhook_secret', { ...of, keep_hours: 0 });
    receiver.release();
    await round;
    const moved = receiver.received.filter(({ path }) => path === '/new');
    expect(moved).toHaveLength(4);
    for (const { text, headers } of moved) {
      new Webhook(secret).verify(text, headers as Record<string, string>);
    }
    const { webhook_endpoint: now } = await call('get_webhook_endpoint', of);
    expect(now).toMatchObject({ enabled: true, disabled_reason: null });
  });
});

it('HOOK-11 still counts the days of failures after its description was changed', async () => {
  receiver.answers.set('/fails', { status: 500 });
  const { webhook_endpoint } = await create('/fails', ['*']);
  const of = { webhook_endpoint: webhook_endpoint.key };
  const since = async () => (await call('get_webhook_endpoint', of)).webhook_endpoint.failing_since;
  await call('test_webhook_endpoint', of);
  await settle();
  const failing = await since();
  expect(failing).not.toBeNull();
  await call('update_webhook_endpoint', { ...of, description: 'Of the shop', enabled: true });
  expect(await since()).toBe(failing);
  await call('update_webhook_endpoint', { ...of, url: at('/elsewhere') });
  expect(await since()).toBeNull();
});

it('HOOK-10 attempts nothing again that was taken, though the answer breaks off', async () => {
  receiver.answers.set('/breaks', { status: 200, breaks: true });
  const { webhook_endpoint } = await create('/breaks', ['email.sent']);
  await call('test_webhook_endpoint', { webhook_endpoint: String(webhook_endpoint.id) });
  await settle();
  expect((await deliveriesOf(webhook_endpoint.id))[0]).toMatchObject({
    status: 'delivered',
    attempts: [{ status: 200 }],
  });
});

it('HOOK-08 takes exact types, <noun>.* and *, and says what an unknown one may mean', async () => {
  for (const events of [['email.sent'], ['email.*'], ['*']]) await create('/p', events);
  const { members } = await refused(create('/p', ['email.sent', 'email.bounce', 'emails.*']));
  expect(members.errors).toMatchObject([
    { path: 'events[1]', code: 'event_unknown', did_you_mean: 'email.bounced' },
    { path: 'events[2]', code: 'event_unknown', did_you_mean: 'email.*' },
  ]);
  const { members: bare } = await refused(create('/p', ['email', 'Broadcast ']));
  expect(bare.errors).toMatchObject([
    { path: 'events[0]', did_you_mean: 'email.*' },
    { path: 'events[1]', did_you_mean: 'broadcast.*' },
  ]);
  const { members: far } = await refused(create('/p', ['flow.start', 'signed_up']));
  expect(far.errors).toMatchObject([
    {
      fix: 'Name one of flow.*, flow.run_started, flow.run_completed, flow.run_parked, flow.called.',
    },
    { fix: expect.stringMatching(/^Name one of \*, person\.created, .*message\.failed\.$/) },
  ]);
});

it('HOOK-10 makes ten attempts over a day, and heeds Retry-After', async () => {
  receiver.answers.set('/down', { status: 503 });
  const { webhook_endpoint } = await create('/down', ['person.created']);
  await call('test_webhook_endpoint', { webhook_endpoint: String(webhook_endpoint.id) });
  await move(23.5 * 60);
  const [delivery] = await deliveriesOf(webhook_endpoint.id);
  expect(delivery).toMatchObject({ status: 'failed', next_at: null });
  expect(delivery?.attempts).toHaveLength(10);
  receiver.answers.set('/down', { status: 503, headers: { 'retry-after': '7200' } });
  await call('test_webhook_endpoint', { webhook_endpoint: String(webhook_endpoint.id) });
  await settle();
  const [asked] = await deliveriesOf(webhook_endpoint.id);
  const now = Date.parse((await call('get_clock', {})).now);
  expect(Date.parse(asked?.next_at ?? '') - now).toBe(7_200_000);
});

it('HOOK-07 tells of a person whom a message to a stranger makes', async () => {
  const { webhook_endpoint } = await create('/stranger', ['person.*']);
  const message = { to: 'stranger@example.com', subject: 'Hello', body_markdown: 'Hello.' };
  await call('send_message', message);
  await call('send_message', message);
  expect((await deliveriesOf(webhook_endpoint.id)).map(({ type }) => type)).toEqual([
    'person.created',
  ]);
  await settle();
  const told = receiver.received.map(({ body }) => body.data);
  expect(told).toMatchObject([{ email: 'stranger@example.com', unsubscribed: true }]);
});

it('HOOK-09 writes a delivery with what it tells, and none of a dry run or a refused call', async () => {
  const { webhook_endpoint } = await create('/dry', ['person.*']);
  const { actor } = test;
  const input = { email: 'dry@example.com' };
  await test.service.invoke('upsert_person', input, { actor, dryRun: true });
  expect(await deliveriesOf(webhook_endpoint.id)).toEqual([]);
  await call('upsert_person', { email: 'dry@example.com', tags: ['x'] });
  const newestFirst = (await deliveriesOf(webhook_endpoint.id)).map(({ type }) => type);
  expect(newestFirst).toEqual(['person.updated', 'person.created']);
});

it('HOOK-12 takes the bodies of a person away with the person', async () => {
  const { webhook_endpoint } = await create('/erased', ['person.*', 'event.*']);
  await call('upsert_person', { email: 'gone@example.com' });
  await settle();
  const rows = () => test.database.pool<{ body: string | null }[]>`
    select body from webhook_deliveries where endpoint_id = ${webhook_endpoint.id}`;
  expect(JSON.stringify(await rows())).toContain('gone@example.com');
  await call('delete_person', { person: 'gone@example.com' });
  await settle();
  expect(JSON.stringify(await rows())).not.toContain('gone@example.com');
  const last = receiver.received.at(-1)?.body;
  expect(last).toMatchObject({ type: 'person.deleted', data: { deleted: true } });
  const [first] = (await deliveriesOf(webhook_endpoint.id)).filter(
    ({ type }) => type !== 'person.deleted',
  );
  const replay = call('replay_webhook_delivery', { webhook_delivery_id: first?.id });
  expect((await refused(replay)).code).toBe('content_expired');
});

it('HOOK-14 follows no redirect', async () => {
  receiver.answers.set('/away', { status: 302, headers: { location: at('/inside') } });
  const { webhook_endpoint } = await create('/away', ['*']);
  await call('test_webhook_endpoint', { webhook_endpoint: String(webhook_endpoint.id) });
  await settle();
  expect(receiver.received.map(({ path }) => path)).toEqual(['/away']);
  expect((await deliveriesOf(webhook_endpoint.id))[0]).toMatchObject({ status: 'waiting' });
});
