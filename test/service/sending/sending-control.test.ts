import { limits } from '@postroad/core/platform/limits';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { accepted, type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let provider: FakeProvider;
let opened: TestService;
let calls: Calling;

beforeEach(async () => {
  provider = fakeProvider();
  opened = await openTestService({ provider: () => provider, env: { LOG_LEVEL: 'silent' } });
  calls = calling(opened);
  const { email } = await calls.call('create_email', { subject: 'Hi', body_markdown: 'Hello' });
  const nodes = [{ type: 'send_email', email_id: email.id }];
  const definition = { trigger: { event: 'go' }, nodes };
  await calls.call('create_flow', { key: 'mail', definition });
  await calls.call('activate_flow', { flow_key: 'mail' });
});

afterEach(() => opened.close());

const go = (...names: string[]) =>
  calls.call('record_events', {
    events: names.map((name) => ({ email: `${name}@example.com`, name: 'go' })),
  });
const advance = (amount: number) =>
  calls.call('move_clock', { advance: { amount, unit: 'minutes' as const } });

it('SENDCTL-01 says what goes out, at which rate, and what is due by priority', async () => {
  await go('ada', 'bob');
  await advance(0);
  const read = async () => (await calls.call('get_sending', {})).sending;
  // Processes write their figures once a second.
  await expect
    .poll(async () => {
      await opened.service.tick();
      return (await read()).rate.last_hour;
    })
    .toBe(2);
  expect(await read()).toEqual({
    ...{ state: 'running', held_at: null, held_by: null, reason: null, oldest_due_at: null },
    queue: { scheduled: 0, holding: 0, sending: 0, uncertain: 0, failed: 0 },
    rate: { last_minute: 2, last_hour: 2 },
    ...{ provider: expect.any(String), sender: expect.any(String) },
    lanes: [
      { name: 'transactional', priority: 1, due: 0, late_seconds: 0 },
      { name: 'automation', priority: 2, due: 0, late_seconds: 0 },
      { name: 'broadcast', priority: 3, due: 0, late_seconds: 0 },
    ],
  });
});

it('SENDCTL-01 counts the last minute at the beginning of one too', async () => {
  await calls.call('move_clock', { now: '2040-01-01T10:00:57Z' });
  await go('ada', 'bob');
  await advance(0);
  const sentAt = async (now: string) => {
    await calls.call('move_clock', { now });
    await opened.service.tick();
    return (await calls.call('get_sending', {})).sending.rate;
  };
  await expect.poll(() => sentAt('2040-01-01T10:01:02Z')).toEqual({ last_minute: 2, last_hour: 2 });
  expect(await sentAt('2040-01-01T10:01:49Z')).toEqual({ last_minute: 2, last_hour: 2 });
  expect(await sentAt('2040-01-01T10:01:58Z')).toEqual({ last_minute: 0, last_hour: 2 });
});

it('SENDCTL-01 counts a large backlog to a bound, also while it is held', async () => {
  const most = limits.queueCounted;
  await go('ada');
  await opened.service.round('runs');
  const like = async (count: number, status: string, due: string, hold: string | null) => {
    await opened.database.pool`
      insert into sends (person_id, email_id, source_kind, source_id, status, due_at, hold_reason, created_at)
      select s.person_id, s.email_id, 'broadcast',
        n + (select count(*) from sends), ${status}, s.due_at + ${due}::interval, ${hold}, s.created_at
      from (select * from sends limit 1) s, generate_series(1, ${count}::int) n`;
  };
  await like(4, 'scheduled', '1 day', null);
  await like(3, 'scheduled', '1 day', 'Outside the send window');
  await like(2, 'holding', '0', 'Flow is paused');
  const read = async () => (await calls.call('get_sending', {})).sending;
  expect(await read()).toMatchObject({
    queue: { scheduled: 5, holding: 5 },
    lanes: [{ due: 0 }, { due: 1 }, { due: 0 }],
  });
  await like(most + 1, 'scheduled', '-1 hour', null);
  expect(await read()).toMatchObject({
    queue: { scheduled: most, holding: 5 },
    lanes: [{ due: 0 }, { due: 1 }, { due: most, late_seconds: 3600 }],
  });
  // Messages go first, and as many as are counted hide no automation that waits behind them.
  await opened.database.pool`
    insert into sends (person_id, source_kind, status, due_at, created_at)
    select s.person_id, 'message', 'scheduled', s.due_at - interval '1 day', s.created_at
    from (select * from sends limit 1) s, generate_series(1, ${most}::int)`;
  expect((await read()).lanes).toMatchObject([{ due: most }, { due: 1 }, { due: most }]);
  await opened.database.pool`delete from sends where source_kind = 'message'`;
  const held = await calls.call('hold_sending', { reason: 'A wrong link' });
  expect(held.sending).toMatchObject({ queue: { scheduled: 4, holding: most } });
  expect(await read()).toEqual(held.sending);
  const released = await calls.call('release_sending', {});
  expect(released.sending.queue).toMatchObject({ scheduled: most, holding: 5 });
});

it('SENDCTL-01 counts messages as all mail, and as transactional where they are due', async () => {
  const words = { to: 'ada@example.com', subject: 'Receipt', body_markdown: 'Thank you.' };
  await calls.call('hold_sending', { reason: 'A wrong link' });
  await calls.call('send_message', words);
  const later = await calls.call('send_message', { ...words, send_at: '2050-01-01T10:00:00Z' });
  const read = async () => (await calls.call('get_sending', {})).sending;
  const lanes = [{ name: 'transactional', due: 1 }, { name: 'automation', due: 0 }, { due: 0 }];
  expect(await read()).toMatchObject({ queue: { scheduled: 1, holding: 1 }, lanes });
  const { counts } = await calls.call('list_queue', {});
  expect(counts).toMatchObject({ scheduled: 1, holding: 1 });
  const released = await calls.call('release_sending', {});
  expect(released.sending).toMatchObject({ queue: { scheduled: 2, holding: 0 }, lanes });
  await advance(0);
  expect(await read()).toMatchObject({ queue: { scheduled: 1 }, lanes: [{ due: 0 }, {}, {}] });
  await calls.call('cancel_message', { message_id: later.message.id });
  expect((await read()).queue).toMatchObject({ scheduled: 0, holding: 0 });
});

it('SENDCTL-03, SENDCTL-04, SENDCTL-05 held mail waits with the reason, people enter flows, and the release lets it go', async () => {
  const held = await calls.call('hold_sending', { reason: 'A wrong link' });
  expect(held.sending).toMatchObject({
    state: 'held',
    held_by: { kind: 'environment', name: 'test' },
    reason: 'A wrong link',
  });
  await go('ada', 'bob');
  await advance(5);
  expect(provider.messages).toEqual([]);
  const { runs } = await calls.call('list_flow_runs', { flow_key: 'mail' });
  expect(runs).toHaveLength(2);
  const { queue, counts } = await calls.call('list_queue', {});
  expect(counts).toMatchObject({ holding: 2, scheduled: 0 });
  for (const send of queue) {
    expect(send).toMatchObject({
      status: 'holding',
      hold_reason: 'Sending is held: A wrong link',
    });
  }
  expect((await calls.call('list_queue', { status: 'holding' })).queue).toHaveLength(2);
  expect((await calls.call('list_queue', { status: 'scheduled' })).queue).toEqual([]);
  expect((await calls.call('get_sending', {})).sending).toMatchObject({
    queue: { holding: 2 },
    lanes: [{ due: 0 }, { name: 'automation', due: 2, late_seconds: 300 }, { due: 0 }],
  });
  expect((await calls.call('list_overdue', {})).late).toBe(false);
  const released = await calls.call('release_sending', {});
  expect(released.sending).toMatchObject({ state: 'running', reason: null, held_at: null });
  await advance(0);
  expect(provider.messages).toHaveLength(2);
});

it('SENDCTL-02 refuses a test while sending is held, and says why', async () => {
  await calls.call('hold_sending', { reason: 'Audit' });
  const refusal = await calls.refused('send_test_email', { email_id: 1, to: 'ada@example.com' });
  expect(refusal).toMatchObject({ code: 'conflict' });
  expect(refusal.message).toBe(
    'Sending is held: Audit. Let mail go again with release_sending first.',
  );
  expect(provider.messages).toEqual([]);
});

it('SENDCTL-02, SENDCTL-06 nothing is handed over after the answer to a hold', async () => {
  const rounds = Number(process.env.POSTROAD_SOAK ?? 0) > 0 ? 1_000 : 25;
  provider.answer = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return accepted;
  };
  let people = 0;
  for (let round = 0; round < rounds; round += 1) {
    await go(...Array.from({ length: 12 }, (_, index) => `r${round}p${index}`));
    people += 12;
    const moving = advance(0);
    for (let turn = 0; turn < round % 20; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    await calls.call('hold_sending', { reason: `Round ${round}` });
    const before = provider.messages.length;
    await moving;
    expect(provider.messages).toHaveLength(before);
    await calls.call('release_sending', {});
    await advance(0);
    expect(provider.messages).toHaveLength(people);
  }
});
