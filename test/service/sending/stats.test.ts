import { ZoneClocks } from '@postroad/core/platform/zone-clock';
import type { OutgoingMessage } from '@postroad/mail/providers/provider';
import { addUp } from '@postroad/service/sending/add-up-figures';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accepted, type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { pathsOf } from '../app/calling.ts';
import { type Sequencing, sequencing } from '../sequences/sequencing.ts';

const password = 'a-long-shared-password';
const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/128.0' };
const none = {
  ...{ sent: 0, delivered: 0, opened: 0, clicked: 0, bounced: 0 },
  ...{ complained: 0, unsubscribed: 0, failed: 0, skipped: 0, converted: 0 },
};

let opened: TestService;
let world: Sequencing;
let call: Sequencing['call'];
let provider: FakeProvider;
let sent: OutgoingMessage[];

beforeAll(async () => {
  provider = fakeProvider();
  sent = provider.messages;
  const env = { LOG_LEVEL: 'silent', WEBHOOK_PASSWORD: password, BASE_URL: 'https://t.example' };
  opened = await openTestService({ provider: () => provider, env });
  world = sequencing(opened);
  call = world.call;
  await call('update_profile', { timezone: 'America/New_York' });
});

afterAll(() => opened.close());

const pass = (amount: number, unit: 'seconds' | 'minutes' | 'hours' | 'days') =>
  call('move_clock', { advance: { amount, unit } });

/** The newest mail to somebody, as its own pixel, link, page and reference. */
function mailOf(name: string) {
  const message = sent.findLast(({ to }) => to === `${name}@example.com`);
  const text = (message?.data.toString('latin1') ?? '').replace(/=\r\n/g, '').replace(/=3D/g, '=');
  const part = (pattern: RegExp) => pattern.exec(text)?.[1] ?? '';
  const [, id, mark] = /^Message-ID: <(\d+)\.([0-9a-f]{16})@/m.exec(text) ?? [];
  return {
    reference: `${id}-${mark}`,
    pixel: part(/https:\/\/t\.example\/o\/([\w-]+)/),
    link: part(/https:\/\/t\.example\/c\/([\w-]+\.\d+)/),
    page: part(/List-Unsubscribe: <https:\/\/t\.example\/u\/([\w-]+)>/),
  };
}

const open = (name: string) =>
  opened.service.takeOpen(mailOf(name).pixel, { head: false, headers });
const click = (name: string) =>
  opened.service.takeClick(mailOf(name).link, null, { head: false, headers });
const leave = (name: string) =>
  opened.service.unsubscribe(mailOf(name).page, { reason: null, how: 'one_click' });

function told(name: string, change: object): Promise<boolean | null> {
  const Metadata = { postroad_send: mailOf(name).reference };
  return opened.service.takeWebhook('postmark', {
    headers: { authorization: `Basic ${Buffer.from(`x:${password}`).toString('base64')}` },
    body: Buffer.from(
      JSON.stringify({ MessageID: `${name}-${Object.keys(change)}`, Metadata, ...change }),
    ),
  });
}

async function newEmail(subject: string): Promise<number> {
  const body_markdown = '[Look](https://a.example/)';
  return (await call('create_email', { subject, body_markdown })).email.id;
}

async function statsOf(email_id: number, more: { from?: string; to?: string } = {}) {
  await opened.service.round('upkeep');
  return await call('get_email_stats', { email_id, ...more });
}

async function flowOf(key: string, email_id: number): Promise<void> {
  await world.live(key, [{ id: 1, type: 'send_email', email_id }], { run_policy: 'repeat' });
}

async function go(key: string, ...names: string[]): Promise<void> {
  for (const name of names) await call('record_event', { email: `${name}@example.com`, name: key });
  await pass(1, 'minutes');
}

it('counts people of an email and of the step that sent it, each once', async () => {
  const email = await newEmail('Counted');
  await flowOf('counted', email);
  provider.answer = ({ to }) =>
    to.startsWith('fay')
      ? { kind: 'refused', permanent: true, status: 550, enhanced: '5.7.1', reason: 'no' }
      : accepted;
  await call('upsert_person', { email: 'gil@example.com' });
  await call('update_person', { person: 'gil@example.com', unsubscribed: true });
  await go('counted', 'ada', 'bob', 'cyd', 'dan', 'fay', 'gil');
  provider.answer = accepted;
  await go('counted', 'ada');
  for (const name of ['ada', 'bob', 'cyd']) {
    await told(name, { RecordType: 'Delivery' });
    open(name);
  }
  await click('ada');
  open('ada');
  await told('dan', { RecordType: 'Bounce', Type: 'SoftBounce' });
  await leave('bob');
  await leave('bob');
  await told('cyd', { RecordType: 'SpamComplaint' });
  const counted = {
    ...{ sent: 4, delivered: 3, opened: 3, clicked: 1, bounced: 1 },
    ...{ complained: 1, unsubscribed: 1, failed: 1, skipped: 1, converted: 0 },
  };
  const { days, links, ...all } = await statsOf(email);
  expect(all).toEqual(counted);
  expect(links).toEqual([{ url: 'https://a.example/', clicked: 1 }]);
  expect(days).toEqual([{ date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), ...counted }]);
  const { flow } = await call('get_flow', { flow_key: 'counted' });
  expect(flow.steps[0]?.stats).toEqual(counted);
  await call('send_test_email', { email_id: email, to: 'zoe@example.com' });
  expect((await statsOf(email)).sent).toBe(4);
});

it('tells of days in the time zone of the account', async () => {
  const email = await newEmail('Daily');
  await flowOf('daily', email);
  await call('move_clock', { now: '2031-03-08T03:00:00Z' });
  await go('daily', 'hal');
  await pass(1, 'days');
  await go('daily', 'hal', 'ivy');
  open('hal');
  const { days, ...all } = await statsOf(email);
  expect(all).toMatchObject({ sent: 2, opened: 1 });
  expect(days).toEqual([
    { date: '2031-03-07', ...none, sent: 1 },
    { date: '2031-03-08', ...none, sent: 2, opened: 1 },
  ]);
  expect(await statsOf(email, { to: '2031-03-07' })).toMatchObject({ sent: 1, opened: 0 });
  expect(await statsOf(email, { from: '2031-03-08' })).toMatchObject({ sent: 2, opened: 1 });
  expect(await statsOf(email, { from: '2031-03-09T03:30:00Z' })).toEqual({
    ...none,
    days: [],
    links: [],
  });
  const wrong = [{ from: 'x' }, { to: '2031-02-30' }, { from: '2031-03-08', to: '2031-03-07' }];
  for (const range of wrong) {
    const refusal = await world.refused('get_email_stats', { email_id: email, ...range });
    expect(pathsOf(refusal)).toEqual([Object.keys(range)[0]]);
  }
  expect((await world.refused('get_email_stats', { email_id: 999_999 })).code).toBe('not_found');
});

it('SOURCE-06 shares opens, clicks and who received it among all that hold an email', async () => {
  const email = await newEmail('Shared');
  await flowOf('shared', email);
  const { id } = await world.sequence([{ email_id: email }, { hours: 1 }], {
    repeat_mode: 'once_per_email',
  });
  await go('shared', 'joe', 'kim');
  open('joe');
  await click('kim');
  await opened.service.round('upkeep');
  await world.start(id, 'joe@example.com');
  await pass(2, 'hours');
  // Who received it by the flow does not get it again by the sequence.
  expect((await world.received('joe@example.com')).filter((one) => one === email)).toHaveLength(1);
  const { sequence } = await call('get_sequence', { sequence_id: id });
  const [first, second] = sequence.steps;
  expect(first?.stats).toMatchObject({ sent: 0, opened: 1, clicked: 1 });
  expect(second?.stats).toMatchObject({ sent: 1, opened: 0, clicked: 0 });
  expect((await call('get_flow', { flow_key: 'shared' })).flow.steps[0]?.stats).toEqual({
    ...{ ...none, sent: 2, opened: 1, clicked: 1 },
  });
  const condition = { type: 'received_email', email_id: email };
  expect((await call('preview_segment', { definition: condition })).count).toBe(2);
  const [listed] = (await call('list_sequences', { limit: 1 })).sequences;
  expect(listed?.steps[0]?.stats).toBeUndefined();
});

it('SOURCE-08 starts at zero for a copy', async () => {
  const email = await newEmail('Original');
  await flowOf('original', email);
  await go('original', 'lea');
  open('lea');
  expect(await statsOf(email)).toMatchObject({ sent: 1, opened: 1 });
  const { email: copy } = await call('duplicate_email', { email_id: email });
  expect(await statsOf(copy.id)).toEqual({ ...none, days: [], links: [] });
});

it('keeps the counts of those who were erased', async () => {
  const email = await newEmail('Erased');
  await flowOf('erased', email);
  await go('erased', 'max', 'ned');
  for (const name of ['max', 'ned']) await leave(name);
  for (const name of ['max', 'ned']) await call('delete_person', { person: `${name}@example.com` });
  expect(await statsOf(email)).toMatchObject({ sent: 2, unsubscribed: 2 });
});

it('COUNT-06 beyond 100,000 mails stats of flows, sequences and emails are mails, and say so', async () => {
  const email = await newEmail('Many');
  await flowOf('many', email);
  const { id } = await world.sequence([{ email_id: email }], { repeat_mode: 'resend_all' });
  await go('many', 'ola', 'pia');
  await go('many', 'ola');
  open('ola');
  await opened.service.round('upkeep');
  await addUp({ ...opened, config: { testClock: true }, zones: new ZoneClocks() });
  const shown = async () => {
    const { flow } = await call('get_flow', { flow_key: 'many' });
    const { sequence } = await call('get_sequence', { sequence_id: id });
    const { days, links: _, ...all } = await statsOf(email);
    return [flow.steps[0]?.stats, sequence.steps[0]?.stats, all, days[0]];
  };
  const people = { ...none, sent: 2, opened: 1 };
  const idle = { ...none, opened: 1 };
  expect(await shown()).toEqual([people, idle, people, { date: expect.any(String), ...people }]);
  const earlier = (sent: number) =>
    transaction(opened.database, {}, async ({ sql }) => {
      await sql`
        update figure_totals set sent = ${sent} where source_kind = 'flow' and email_id = ${email}
          and link_set = 0`;
    });
  await earlier(100_000);
  expect(await shown()).toEqual([people, idle, people, { date: expect.any(String), ...people }]);
  await earlier(100_001);
  const approximate = true;
  const mails = { ...none, sent: 100_001, opened: 1, approximate };
  expect(await shown()).toEqual([
    mails,
    idle,
    mails,
    { date: expect.any(String), ...none, sent: 3, opened: 1 },
  ]);
});

it('reads statistics of much mail by indexes', async () => {
  const plan = await transaction(opened.database, {}, async ({ sql }) => {
    await sql`set local enable_seqscan = off`;
    return await sql<{ 'QUERY PLAN': string }[]>`
      explain select from email_engagements g where g.kind in ('open', 'click') and g.email_id = 7`;
  });
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain(
    'email_engagements_kind_email_id_last_at_idx',
  );
});
