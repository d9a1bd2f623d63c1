import type { Outcome } from '@postroad/mail/providers/provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accepted, type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';

let provider: FakeProvider;
let opened: TestService;
let calls: Calling;

beforeAll(async () => {
  provider = fakeProvider();
  opened = await openTestService({ provider: () => provider, env: { LOG_LEVEL: 'silent' } });
  calls = calling(opened);
});

afterAll(() => opened.close());

const refused = (reason: string): Outcome => ({
  ...{ kind: 'refused', permanent: true, status: 554, enhanced: '5.7.1' },
  reason,
});
const unsure: Outcome = { kind: 'uncertain', reason: 'The connection broke off.' };

const settle = () => calls.call('move_clock', { advance: { amount: 1, unit: 'seconds' } });
const shown = async (email_id: number, status: 'sent' | 'failed' | 'scheduled' | 'uncertain') =>
  (await calls.call('list_queue', { status, email_id })).queue;
const who = (rows: { person: { email: string } | null }[]) =>
  rows.map(({ person }) => person?.email.split('@')[0]).sort();

let flows = 0;

/** A live flow that sends an email of its own to these people, who get the outcome; answers its ids. */
async function flowTo(outcome: Outcome, ...people: string[]) {
  flows += 1;
  const key = `mail-${flows}`;
  const { email } = await calls.call('create_email', {
    subject: 'Hi {{ event.details.plan }}',
    body_markdown: 'Hello',
  });
  const nodes = [{ type: 'send_email', email_id: email.id }];
  const definition = { trigger: { event: key }, nodes };
  const { flow } = await calls.call('create_flow', { key, definition });
  await calls.call('activate_flow', { flow_key: key });
  provider.answer = outcome;
  provider.messages.length = 0;
  await calls.call('record_events', {
    events: people.map((name) => ({
      ...{ email: `${name}@example.com`, name: key, details: { plan: 'team' } },
    })),
  });
  await settle();
  provider.answer = accepted;
  provider.messages.length = 0;
  return { key, email_id: email.id, source_id: flow.id };
}

const noneLeftOut = { suppressed: 0, archived: 0, gone: 0 };

it('what failed goes out again under its id with what it was about, and only once', async () => {
  const { email_id } = await flowTo(refused('Our own mistake'), 'ada', 'bob');
  const failed = await shown(email_id, 'failed');
  const dry = await calls.dryRun('retry_failed_sends', { email_id });
  expect(dry).toMatchObject({ retried: 2, uncertain: 0, remaining: 0, left_out: noneLeftOut });
  expect(who(await shown(email_id, 'failed'))).toEqual(['ada', 'bob']);
  const answer = await calls.call('retry_failed_sends', { email_id });
  expect(answer).toEqual({ retried: 2, uncertain: 0, remaining: 0, left_out: noneLeftOut });
  expect(await shown(email_id, 'scheduled')).toMatchObject([
    { attempts: 0, last_error: 'Our own mistake' },
    { attempts: 0 },
  ]);
  await settle();
  expect(provider.messages).toHaveLength(2);
  expect(provider.messages[0]?.data.toString()).toContain('Subject: Hi team');
  expect((await shown(email_id, 'sent')).map(({ id }) => id).sort()).toEqual(
    failed.map(({ id }) => id).sort(),
  );
  expect(await calls.call('retry_failed_sends', { email_id })).toMatchObject({ retried: 0 });
});

it('never to suppressed people nor of archived emails, and the answer says so', async () => {
  const { email_id } = await flowTo(refused('No'), 'cyd', 'dan');
  await calls.call('update_person', { person: 'cyd@example.com', unsubscribed: true });
  expect(await calls.call('retry_failed_sends', { email_id })).toEqual({
    ...{ retried: 1, uncertain: 0, remaining: 0 },
    left_out: { ...noneLeftOut, suppressed: 1 },
  });
  await settle();
  expect(provider.messages.map(({ to }) => to)).toEqual(['dan@example.com']);
  const [row] = await shown(email_id, 'failed');
  const refusal = await calls.refused('retry_send', { send_id: row?.id ?? 0 });
  expect([refusal.code, refusal.detail]).toEqual([
    'conflict',
    `Send ${row?.id} is not retried: its person is never emailed.`,
  ]);
  await calls.call('update_person', { person: 'cyd@example.com', unsubscribed: false });
  await calls.call('delete_email', { email_id });
  expect((await calls.call('retry_failed_sends', { email_id })).left_out).toEqual({
    ...noneLeftOut,
    archived: 1,
  });
});

it('what is uncertain waits until it is asked for, one by one or many at once', async () => {
  const { email_id, source_id } = await flowTo(unsure, 'eve', 'fay', 'gus');
  expect(await calls.call('retry_failed_sends', { email_id })).toMatchObject({ retried: 0 });
  const asked = { source: 'flow' as const, source_id, include_uncertain: true, limit: 1 };
  expect(await calls.call('retry_failed_sends', asked)).toEqual({
    ...{ retried: 1, uncertain: 1, remaining: 2, left_out: noneLeftOut },
  });
  await settle();
  expect(provider.messages).toHaveLength(1);
  const one = { email_id, limit: 1 };
  expect((await calls.dryRun('dismiss_uncertain_sends', one)).dismissed).toBe(1);
  expect(await calls.call('dismiss_uncertain_sends', one)).toEqual({ dismissed: 1, remaining: 1 });
  const person = (await shown(email_id, 'uncertain'))[0]?.person?.email ?? '';
  expect(await calls.call('dismiss_uncertain_sends', { person })).toEqual({
    dismissed: 1,
    remaining: 0,
  });
  await settle();
  expect(provider.messages).toHaveLength(1);
});

it('SCREEN-08 only the uncertain mail is sent again where failed mail is left out', async () => {
  const doubtful = await flowTo(unsure, 'liv');
  await flowTo(refused('No such mailbox'), 'max');
  const asked = { include_failed: false, include_uncertain: true };
  const { email_id } = doubtful;
  expect(await calls.call('retry_failed_sends', asked)).toEqual({
    ...{ retried: 1, uncertain: 1, remaining: 0, left_out: noneLeftOut },
  });
  expect(await shown(email_id, 'uncertain')).toEqual([]);
});

it('SCREEN-08 asking for neither failed nor uncertain mail is refused', async () => {
  const asked = { include_failed: false };
  const refusal = await calls.refused('retry_failed_sends', asked);
  expect(refusal.code).toBe('validation_failed');
  expect(pathsOf(refusal)).toEqual(['include_failed']);
  await expect(calls.dryRun('retry_failed_sends', asked)).rejects.toThrow(/nothing is left/);
});

it('reason, since, source and person narrow it down', async () => {
  const { email_id, source_id } = await flowTo(refused('Quota EXCEEDED today'), 'hal', 'ivy');
  const retried = async (more: object) =>
    (await calls.dryRun('retry_failed_sends', { email_id, ...more })).retried;
  const { now } = await calls.call('get_clock', {});
  const later = new Date(Date.parse(now) + 1000).toISOString();
  const earlier = new Date(Date.parse(now) - 60_000).toISOString();
  const source = 'flow' as const;
  expect(await retried({ reason: 'quota exceeded' })).toBe(2);
  expect(await retried({ reason: '100%' })).toBe(0);
  expect(await retried({ since: earlier })).toBe(2);
  expect(await retried({ since: later })).toBe(0);
  expect(await retried({ source, source_id })).toBe(2);
  expect(await retried({ source, source_id: source_id + 1000 })).toBe(0);
  expect(await retried({ source: 'test' })).toBe(0);
  expect(await retried({ person: 'hal@example.com' })).toBe(1);
  const listed = await calls.call('list_queue', { status: 'failed', source, source_id });
  expect(who(listed.queue)).toEqual(['hal', 'ivy']);
  const faulty = [{ source_id: 1 }, { since: 'yesterday' }, { reason: ' ' }, { limit: 0 }];
  const paths = await Promise.all(
    faulty.map(async (input) => pathsOf(await calls.refused('retry_failed_sends', input))),
  );
  expect(paths).toEqual([['source'], ['since'], ['reason'], ['limit']]);
  expect((await calls.refused('list_queue', { source_id: 1 })).code).toBe('validation_failed');
  await calls.call('retry_failed_sends', { email_id });
  await settle();
});

/** A broadcast that failed for three people. */
async function failedBroadcast(): Promise<{ broadcast_id: number; email_id: number }> {
  for (const name of ['jon', 'kay', 'lea']) {
    await calls.call('upsert_person', { email: `${name}@example.com`, tags: ['reader'] });
  }
  const { segments } = await calls.call('list_segments', {});
  const definition = { type: 'has_tag', tag: 'reader' };
  const { id: segment_id } =
    segments[0] ?? (await calls.call('create_segment', { key: 'readers', definition })).segment;
  const { broadcast } = await calls.call('create_broadcast', {
    ...{ name: 'News', segment_id, email_source: 'scratch', emails_per_hour: 60 },
  });
  const content = { subject: 'News', body_markdown: 'Hello.' };
  await calls.call('update_email', { email_id: broadcast.email_id, ...content });
  provider.answer = refused('No');
  await calls.call('send_broadcast_now', { broadcast_id: broadcast.id });
  await calls.call('move_clock', { advance: { amount: 1, unit: 'hours' } });
  provider.answer = accepted;
  provider.messages.length = 0;
  return { broadcast_id: broadcast.id, email_id: broadcast.email?.id ?? 0 };
}

const state = async (broadcast_id: number) =>
  (await calls.call('get_broadcast', { broadcast_id })).broadcast;

it('a broadcast is sending again, at its pace, until what failed of it has ended', async () => {
  const { broadcast_id, email_id } = await failedBroadcast();
  expect(await state(broadcast_id)).toMatchObject({ status: 'sent', stats: { failed: 3 } });
  const asked = { source: 'broadcast' as const, source_id: broadcast_id };
  expect(await calls.call('retry_failed_sends', { ...asked, limit: 2 })).toMatchObject({
    ...{ retried: 2, remaining: 1 },
  });
  expect(await calls.call('retry_failed_sends', asked)).toMatchObject({ retried: 1, remaining: 0 });
  expect(await state(broadcast_id)).toMatchObject({ status: 'sending', finished_at: null });
  const due = (await shown(email_id, 'scheduled')).map((row) => Date.parse(row.due_at));
  expect(due.map((at) => at - (due[0] ?? 0))).toEqual([0, 60_000, 120_000]);
  await calls.call('move_clock', { advance: { amount: 90, unit: 'seconds' } });
  expect(provider.messages).toHaveLength(2);
  await calls.call('move_clock', { advance: { amount: 1, unit: 'hours' } });
  expect(await state(broadcast_id)).toMatchObject({
    ...{ status: 'sent', stats: { failed: 0, sent: 3 } },
  });
});

it('BCAST-17 what is canceled comes back no more', async () => {
  const { broadcast_id } = await failedBroadcast();
  const asked = { source: 'broadcast' as const, source_id: broadcast_id };
  await calls.call('retry_failed_sends', { ...asked, limit: 1 });
  await calls.call('cancel_broadcast', { broadcast_id });
  expect(await calls.call('retry_failed_sends', asked)).toEqual({
    ...{ retried: 0, uncertain: 0, remaining: 0, left_out: { ...noneLeftOut, gone: 2 } },
  });
  const { queue } = await calls.call('list_queue', { status: 'failed', ...asked });
  const send_id = queue[0]?.id ?? 0;
  expect((await calls.refused('retry_send', { send_id })).code).toBe('conflict');
  await settle();
  expect(provider.messages).toEqual([]);
});
