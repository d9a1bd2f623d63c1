import { limits } from '@postroad/core/platform/limits';
import type { OutgoingMessage } from '@postroad/mail/providers/provider';
import { Retention } from '@postroad/service/app/upkeep/retention';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accepted, type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Sequencing, sequencing } from '../sequences/sequencing.ts';

const password = 'a-long-shared-password';
const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/128.0' };
const names = ['ada', 'bob', 'cyd', 'dan', 'fay', 'gil'];

let opened: TestService;
let world: Sequencing;
let call: Sequencing['call'];
let provider: FakeProvider;
let sent: OutgoingMessage[];
let from: string;

const pass = (amount: number, unit: 'seconds' | 'minutes' | 'hours' | 'days') =>
  call('move_clock', { advance: { amount, unit } });

const addressOf = (name: string) => `${name}@example.com`;

/** A mail as its own pixel, link, page and reference. */
function partsOf(message: OutgoingMessage | undefined) {
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

const mailOf = (name: string) => partsOf(sent.findLast(({ to }) => to === addressOf(name)));

function report(name: string, change: object): Promise<boolean | null> {
  const Metadata = { postroad_send: mailOf(name).reference };
  const body = { MessageID: `${name}-${Object.keys(change)}`, Metadata, ...change };
  return opened.service.takeWebhook('postmark', {
    headers: { authorization: `Basic ${Buffer.from(`x:${password}`).toString('base64')}` },
    body: Buffer.from(JSON.stringify(body)),
  });
}

const newEmail = async (subject: string) =>
  (await call('create_email', { subject, body_markdown: '[Look](https://a.example/)' })).email.id;

async function go(event: string, ...who: string[]): Promise<void> {
  for (const name of who) {
    const details = { x: 'of the event' };
    await call('record_event', { email: addressOf(name), name: event, details });
  }
  await pass(1, 'minutes');
}

interface Story {
  email: number;
  lesson: number;
  broadcasts: number[];
  segment: number;
  pixel: string;
}
let story: Story;

async function broadcastTo(segment_id: number, subject: string, exclude: number[]) {
  const { broadcast } = await call('create_broadcast', {
    ...{ name: subject, segment_id, email_source: 'scratch', emails_per_hour: 3_600_000 },
    exclude: { broadcast_ids: exclude },
  });
  await call('update_email', { email_id: broadcast.email_id, subject, body_markdown: 'Hello' });
  return broadcast.id;
}

/** People get mail of every source, open, click, bounce, complain and leave. */
async function live(): Promise<Story> {
  const email = await newEmail('Counted');
  await world.live('counted', [{ id: 1, type: 'send_email', email_id: email }], {
    run_policy: 'repeat',
  });
  await world.live('once', [{ id: 1, type: 'add_tag', tag: 'once' }], { run_policy: 'single_run' });
  const late = (
    await call('create_email', {
      ...{ subject: 'Late {{ event.details.x }}', body_markdown: 'Hello' },
    })
  ).email.id;
  const wait = { id: 1, type: 'delay', duration: { amount: 100, unit: 'days' } };
  await world.live('late', [wait, { id: 2, type: 'send_email', email_id: late }]);
  provider.answer = ({ to }) =>
    to.startsWith('fay')
      ? { kind: 'refused', permanent: true, status: 550, enhanced: '5.7.1', reason: 'no' }
      : accepted;
  await call('upsert_person', { email: addressOf('gil') });
  await call('update_person', { person: addressOf('gil'), unsubscribed: true });
  await go('counted', ...names);
  await go('once', 'ada');
  await go('late', 'ada');
  const { pixel } = mailOf('ada');
  await pass(1, 'days');
  await go('counted', 'ada');
  for (const name of ['ada', 'bob', 'cyd']) {
    await report(name, { RecordType: 'Delivery' });
    opened.service.takeOpen(mailOf(name).pixel, { head: false, headers });
  }
  await opened.service.takeClick(mailOf('ada').link, null, { head: false, headers });
  await report('dan', { RecordType: 'Bounce', Type: 'SoftBounce' });
  await opened.service.unsubscribe(mailOf('bob').page, { reason: null, how: 'one_click' });
  await report('cyd', { RecordType: 'SpamComplaint' });
  const lesson = await newEmail('Lesson');
  const lessons = await world.sequence([{ email_id: lesson }], { repeat_mode: 'once_per_email' });
  await world.start(lessons.id, addressOf('ada'), addressOf('dan'));
  const definition = { type: 'email', op: 'ends_with', value: '@example.com' };
  const { segment } = await call('create_segment', { key: 'all', name: 'All', definition });
  const first = await broadcastTo(segment.id, 'News', []);
  await call('send_broadcast_now', { broadcast_id: first });
  await pass(1, 'hours');
  const next = await broadcastTo(segment.id, 'More news', [first]);
  await call('upsert_person', { email: addressOf('new') });
  return { email, lesson, broadcasts: [first, next], segment: lessons.id, pixel };
}

const conditions = (email_id: number) => [
  { type: 'received_email', email_id },
  { type: 'received_email', within_days: 90 },
  { type: 'opened_email', email_id },
  { type: 'clicked_email', within_days: 90 },
  { type: 'completed_flow', flow: 'counted' },
  { type: 'predicate', name: 'received_at_least', args: { emails: 3, within_days: 90 } },
];

/** Everything that counts, decides or reports. */
async function figures() {
  const { email, lesson, broadcasts } = story;
  await opened.service.tick();
  const stats = await call('get_email_stats', { email_id: email, from });
  const ofLesson = await call('get_email_stats', { email_id: lesson, from });
  const { flow } = await call('get_flow', { flow_key: 'counted' });
  const shown = [];
  for (const broadcast_id of broadcasts) {
    const { broadcast } = await call('get_broadcast', { broadcast_id });
    shown.push(broadcast.stats);
  }
  const reports = [];
  for (const by of ['day', 'email', 'step', 'link', 'provider'] as const) {
    reports.push((await call('get_report', { by, from: from.slice(0, 10) })).rows);
  }
  const members = [];
  for (const definition of conditions(email)) {
    members.push((await call('preview_segment', { definition })).count);
  }
  return { stats, ofLesson, steps: flow.steps.map(({ stats }) => stats), shown, reports, members };
}

const count = async (table: string) => {
  const { pool } = opened.database;
  const [row] = await pool<[{ count: number }]>`select count(*)::int as count from ${pool(table)}`;
  return row.count;
};

/** Steps until the end of the pass; answers how much each looked at. */
async function forget(retention = new Retention(), of = opened): Promise<number[]> {
  const looked: number[] = [];
  do looked.push(await retention.round(of));
  while (looked.at(-1) !== 0);
  return looked;
}

beforeAll(async () => {
  provider = fakeProvider();
  sent = provider.messages;
  const env = { LOG_LEVEL: 'silent', WEBHOOK_PASSWORD: password, BASE_URL: 'https://t.example' };
  opened = await openTestService({ provider: () => provider, env });
  world = sequencing(opened);
  call = world.call;
  from = (await call('get_clock', {})).now;
  story = await live();
});

afterAll(() => opened.close());

it('RET-01 the settings are there, keep everything at first, and take whole days', async () => {
  const { settings } = await call('get_settings', {});
  for (const kind of ['events', 'runs', 'sends', 'hits']) {
    expect(settings[`retention.${kind}_days` as keyof typeof settings]).toBe(0);
  }
  const wrong = await world.refused('update_settings', {
    settings: { 'retention.sends_days': 1.5 },
  });
  expect(wrong.detail).toContain('settings.retention.sends_days must be a whole number');
  const before = [await count('send_log'), await count('events'), await count('runs')];
  await pass(60, 'days');
  expect(await forget()).toEqual([0]);
  expect([await count('send_log'), await count('events'), await count('runs')]).toEqual(before);
});

describe('RET-02 what is deleted changes nothing that counts, decides or reports', () => {
  let before: Awaited<ReturnType<typeof figures>>;

  beforeAll(async () => {
    before = await figures();
    await call('update_settings', {
      settings: {
        ...{ 'retention.events_days': 30, 'retention.runs_days': 30 },
        ...{ 'retention.sends_days': 30, 'retention.hits_days': 30 },
      },
    });
    await forget();
  });

  it('the rows are gone, but those that something still needs', async () => {
    for (const table of ['send_log', 'send_feedback', 'tracking_hits']) {
      expect([table, await count(table)]).toEqual([table, 0]);
    }
    // The trigger of the run that waits.
    const { events } = await call('list_events', { person: addressOf('ada'), name: 'late' });
    expect(events).toHaveLength(1);
    expect(await count('events')).toBe(1);
    const { pool } = opened.database;
    const runs = await pool`
      select f.key, count(*)::int as runs from runs r join flows f on f.id = r.flow_id
      join people p on p.id = r.person_id where p.email = ${addressOf('ada')} group by 1 order by 1`;
    expect(runs.map(({ key, runs }) => `${key} ${runs}`)).toEqual([
      ...['counted 1', 'late 1', 'once 1', `start-${story.segment} 1`],
    ]);
    const traces = await pool`
      select from run_steps s join runs r on r.id = s.run_id where r.ended_at is not null`;
    expect(traces).toHaveLength(0);
  });

  it('stats, reports and conditions are what they were', async () => {
    expect(before.stats).toMatchObject({ sent: 4, delivered: 3, opened: 3, bounced: 1, failed: 1 });
    expect(await figures()).toEqual(before);
  });

  it('an explanation names mail that is gone, and asks nobody to retry it', async () => {
    const reasonsOf = async (name: string) =>
      (await call('explain_delivery', { person: addressOf(name), email_id: story.email })).reasons;
    expect(await reasonsOf('dan')).toContainEqual(
      expect.objectContaining({ code: 'already_sent', message: expect.stringMatching(/accepted/) }),
    );
    expect(await reasonsOf('fay')).toContainEqual(
      expect.objectContaining({ code: 'failed', fix: '' }),
    );
  });

  it('an open, a click and a bounce of mail that is gone change nothing', async () => {
    opened.service.takeOpen(story.pixel, { head: false, headers });
    const gone = sent.find(({ to }) => to === addressOf('dan'));
    opened.service.takeOpen(partsOf(gone).pixel, { head: false, headers });
    expect(await opened.service.takeClick(partsOf(gone).link, null, { head: false, headers })).toBe(
      'https://a.example/',
    );
    expect(await figures()).toEqual(before);
  });

  it('an email that is received again counts its person once, and its engagement continues', async () => {
    await go('counted', 'ada');
    await pass(1, 'minutes');
    opened.service.takeOpen(mailOf('ada').pixel, { head: false, headers });
    const after = await figures();
    const { days: _, ...all } = after.stats;
    const { days: __, ...was } = before.stats;
    expect(all).toEqual(was);
    const { pool } = opened.database;
    const [first] = await pool`
      select first_at < last_at as before from email_engagements g join people p on p.id = g.person_id
      where p.email = ${addressOf('ada')} and g.kind = 'open' and g.email_id = ${story.email}`;
    expect(first?.before).toBe(true);
  });

  it('who ran through a flow once does not again', async () => {
    await go('once', 'ada', 'dan');
    const { runs } = await call('list_flow_runs', { flow_key: 'once' });
    expect(runs.map(({ person }) => person.email).sort()).toEqual([
      ...[addressOf('ada'), addressOf('dan')],
    ]);
  });

  it('a sequence does not send an email again that somebody received', async () => {
    const { lesson } = story;
    const again = await world.sequence([{ email_id: lesson }], { repeat_mode: 'once_per_email' });
    await world.start(again.id, addressOf('ada'), addressOf('new'));
    expect(await world.received(addressOf('ada'))).not.toContain(lesson);
    expect(await world.received(addressOf('new'))).toContain(lesson);
  });

  it('a broadcast leaves out who got another one', async () => {
    const [, next = 0] = story.broadcasts;
    await call('send_broadcast_now', { broadcast_id: next });
    await pass(1, 'hours');
    const { sends } = await call('list_sends', { broadcast_id: next });
    // The first broadcast did not reach fay.
    const receivers = sends.map(({ person }) => person?.email);
    expect(receivers.sort()).toEqual([addressOf('fay'), addressOf('new')]);
  });

  it('mail of a run that waited has its event', async () => {
    await pass(60, 'days');
    const late = sent.findLast(
      ({ to, data }) =>
        to === addressOf('ada') && data.toString().includes('Subject: Late of the event'),
    );
    expect(late).toBeDefined();
    await forget();
    expect((await call('list_events', { person: addressOf('ada'), name: 'late' })).events).toEqual(
      [],
    );
  });

  it('an email that somebody received is not deleted', async () => {
    const refused = await world.refused('delete_email', {
      email_id: story.lesson,
      permanent: true,
    });
    expect(refused.code).toBe('in_use');
  });
});

it('RET-03 each step looks at a bounded number of rows, in a transaction of its own', async () => {
  const { pool } = opened.database;
  const most = limits.forgottenAtOnce;
  const others = ['events', 'runs', 'hits'].map((kind) => [`retention.${kind}_days`, 0]);
  await call('update_settings', { settings: Object.fromEntries(others) });
  await pool`
    insert into send_log (id, person_id, email_id, source_kind, status, attempts, due_at, ended_at)
    select 1000000 + i, p.id, ${story.email}, 'flow', 'sent', 1, '2020-01-01', timestamptz '2020-01-01'
      + i / 7 * interval '1 second'
    from generate_series(1, ${2 * most + 10}) i, (select min(id) as id from people) p`;
  const kept = await count('past_sends');
  const looked = await forget();
  expect(Math.max(...looked)).toBeLessThanOrEqual(most);
  expect(looked.filter((rows) => rows > 0)).toEqual([most, most, 10]);
  expect(await count('past_sends')).toBe(kept + 2 * most + 10);
});

it('RET-02 mail that may still count as converted stays until it cannot any more', async () => {
  const own = await openTestService({ provider: () => fakeProvider() });
  const { call, live } = sequencing(own);
  const days = (amount: number) => ({ amount, unit: 'days' as const });
  const advance = (amount: number) => call('move_clock', { advance: days(amount) });
  const begun = (await call('get_clock', {})).now;
  const text = { subject: 'Buy', body_markdown: 'Hello' };
  const emails = [];
  for (const title of ['run', 'first', 'second']) {
    emails.push((await call('create_email', { ...text, title })).email.id);
  }
  const [ofRun = 0, first = 0, second = 0] = emails;
  const nodes = [
    { id: 1, type: 'send_email', email_id: ofRun },
    { id: 2, type: 'delay', duration: days(30) },
  ];
  await live('buying', nodes, { goals: [{ name: 'Bought', event: { name: 'bought' } }] });
  await call('update_settings', { settings: { 'retention.sends_days': 7 } });
  for (const name of ['early', 'late']) {
    await call('record_event', { email: addressOf(name), name: 'buying' });
  }
  const segment = { key: 'buyers', definition: { type: 'email', op: 'ends_with', value: '.com' } };
  await call('create_segment', segment);
  const goal = { event: 'bought', within: days(30) };
  const winner = { metric: 'converted' as const, sample_percent: 100, after: days(1), goal };
  const variants = [first, second].map((email_id) => ({
    ...{ name: String(email_id), email_id, weight: 1 },
  }));
  const about = { name: 'Buy', segment: 'buyers', variants, winner };
  const { broadcast } = await call('create_broadcast', about);
  await call('send_broadcast_now', { broadcast_id: broadcast.id });
  const kept = async () => {
    await forget(new Retention(), own);
    return (await call('list_sends', {})).sends.length;
  };
  await advance(20);
  expect(await kept()).toBe(4);
  await call('record_event', { email: addressOf('early'), name: 'bought' });
  await advance(11);
  // The goal of the broadcast counts no longer; that of the run does for a week after its end.
  expect(await kept()).toBe(1);
  await call('record_event', { email: addressOf('late'), name: 'bought' });
  await advance(9);
  expect(await kept()).toBe(0);
  const { rows } = await call('get_report', { by: 'email', from: begun.slice(0, 10) });
  const converted = Object.fromEntries(rows.map((row) => [row.name, row.converted]));
  expect(converted.run).toBe(2);
  expect((converted.first ?? 0) + (converted.second ?? 0)).toBe(1);
  await own.close();
});
