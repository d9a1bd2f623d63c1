import { decideOne } from '@postroad/service/broadcasts/decide-winner';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accepted, type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';

let provider: FakeProvider;
let opened: TestService;
let calls: Calling;
let segmentId: number;
const people = 120;

beforeAll(async () => {
  provider = fakeProvider();
  opened = await openTestService({ provider: () => provider, env: { LOG_LEVEL: 'silent' } });
  calls = calling(opened);
  await calls.call('upsert_person', { email: 'p0@example.com', tags: ['reader'] });
  await opened.database.pool`
    insert into people (email, tag_ids, subscribed_on, created_at, updated_at)
    select 'p' || n || '@example.com', (select tag_ids from people limit 1), '2026-01-01', now(), now()
    from generate_series(1, ${people - 1}::int) n`;
  const definition = { type: 'has_tag', tag: 'reader' };
  segmentId = (await calls.call('create_segment', { key: 'readers', definition })).segment.id;
});

beforeEach(() => {
  provider.messages.splice(0);
  provider.answer = accepted;
});

afterAll(() => opened.close());

async function email(subject: string, more: { kind?: 'transactional'; body?: string } = {}) {
  const { email: made } = await calls.call('create_email', {
    ...{
      title: subject,
      subject,
      body_markdown: more.body ?? 'Hello [there](https://example.com)',
    },
    kind: more.kind ?? 'marketing',
  });
  return made.id;
}

const pair = async () => [
  { name: 'A', email_id: await email('Subject A'), weight: 1 },
  { name: 'B', email_id: await email('Subject B'), weight: 1 },
];

const after = { amount: 4, unit: 'hours' as const };
const winner = { metric: 'clicked' as const, sample_percent: 30, after };
type Create = Parameters<typeof inputOf>[0];

const wrong = async (more: Create) =>
  pathsOf(await calls.refused('create_broadcast', inputOf(more)));

const inputOf = (more: {
  variants?: { name: string; email_id?: number; email?: string; weight: number }[];
  winner?: typeof winner | Record<string, unknown> | null;
  email_source?: 'scratch';
  emails_per_hour?: number;
}) => ({
  ...{ name: 'Test', segment_id: segmentId, emails_per_hour: 1_000_000 },
  ...(more as { variants: { name: string; weight: number }[] }),
});

const create = (more: Create) => calls.call('create_broadcast', inputOf(more));

async function begun(more: Create) {
  const { broadcast } = await create(more);
  await calls.call('send_broadcast_now', { broadcast_id: broadcast.id });
  await minutes(1);
  return broadcast.id;
}

const minutes = (amount: number) =>
  calls.call('move_clock', { advance: { amount, unit: 'minutes' as const } });
const read = async (broadcast_id: number) =>
  (await calls.call('get_broadcast', { broadcast_id })).broadcast;
const subjects = () =>
  provider.messages.map(({ data }) => /^Subject: (.*?)\r?$/m.exec(String(data))?.[1]);
const count = (subject: string) => subjects().filter((one) => one === subject).length;

/** Lets readers of a variant click, as their tracked requests would be counted. */
async function click(broadcastId: number, emailId: number, clicks: number) {
  await opened.database.pool`
    insert into figure_changes (quarter_at, source_kind, source_id, step_id, email_id, provider,
      link_set, link_number, figure, count)
    values (date_bin('15 minutes', now(), timestamptz '2000-01-01'), 'broadcast', ${broadcastId}, 0, ${emailId},
      '', 0, 0, 'clicked', ${clicks})`;
}

describe('EXP-01 variants of a broadcast', () => {
  it('EXP-01 needs no email_source beside variants, and reads them back', async () => {
    const variants = await pair();
    const { broadcast } = await create({ variants, winner });
    expect(broadcast).toMatchObject({
      ...{ email_source: 'variants', email_id: variants[0]?.email_id, variants, winner },
      experiment: { status: null, winner: null, interval: null, variants },
    });
    const key = (await calls.call('get_email', { email_id: variants[1]?.email_id ?? 0 })).email.key;
    const named = [variants[0] ?? { name: '', weight: 1 }, { name: 'B', email: key, weight: 3 }];
    const id = broadcast.id;
    const { broadcast: changed } = await calls.call('update_broadcast', {
      ...{ broadcast_id: id, variants: named },
    });
    expect(changed.variants?.[1]).toEqual({ ...variants[1], weight: 3 });
    expect(changed).toMatchObject({ winner, revision: broadcast.revision + 1 });
    const plain = await calls.call('update_broadcast', { broadcast_id: id, winner: null });
    expect(plain.broadcast).toMatchObject({ winner: null, experiment: { status: null } });
    const { changes } = await calls.call('list_changes', {
      resource: 'broadcasts',
      id: String(id),
    });
    await calls.call('revert_change', { change_id: changes[0]?.id ?? 0 });
    expect(await read(id)).toMatchObject({ winner, variants: changed.variants });
    const own = { broadcast_id: id, email_source: 'scratch' as const };
    const { broadcast: single } = await calls.call('replace_broadcast_email', own);
    expect(single).toMatchObject({ email_source: 'scratch', variants: null, experiment: null });
  });

  it('EXP-01 says what is wrong with them', async () => {
    const variants = await pair();
    const [a, b] = variants;
    if (!a || !b) throw new Error('no pair');
    expect(await wrong({})).toEqual(['email_source']);
    expect(await wrong({ email_source: 'scratch', variants })).toEqual(['email_source']);
    expect(await wrong({ email_source: 'scratch', winner })).toEqual(['winner']);
    expect(await wrong({ variants: [a] })).toEqual(['variants']);
    const both = [a, { ...a, email_id: b.email_id }];
    expect(await wrong({ variants: both })).toEqual(['variants[1].name']);
    const unweighted = variants.map((one) => ({ ...one, weight: 0 }));
    expect(await wrong({ variants: unweighted })).toEqual(['variants']);
    const missing = [a, { ...b, email_id: 999_999 }];
    expect(await wrong({ variants: missing })).toEqual(['variants[1].email_id']);
    const open = { ...winner, sample_percent: 101 };
    expect(await wrong({ variants, winner: open })).toEqual(['winner.sample_percent']);
    const goalless = { ...winner, metric: 'converted' };
    expect(await wrong({ variants, winner: goalless })).toEqual(['winner.goal']);
    const kind = 'transactional' as const;
    const transactional = [a, { ...b, email_id: await email('T', { kind }) }];
    await expect(create({ variants: transactional })).rejects.toMatchObject({
      code: 'email_transactional',
    });
  });

  it('EXP-01 refuses to send a blank or archived variant, which where_used and in_use name', async () => {
    const variants = await pair();
    const blank = await email('', { body: '' });
    const { broadcast } = await create({
      variants: [...variants, { name: 'C', email_id: blank, weight: 0 }],
    });
    const id = broadcast.id;
    const send = () => calls.call('send_broadcast_now', { broadcast_id: id });
    await expect(send()).rejects.toMatchObject({ code: 'email_blank' });
    const used = (await calls.call('get_email', { email_id: blank })).email.where_used;
    expect(used.broadcasts).toEqual([{ id, name: 'Test' }]);
    const drop = { email_id: blank, permanent: true };
    await expect(calls.call('delete_email', drop)).rejects.toMatchObject({ code: 'in_use' });
    await calls.call('delete_email', { email_id: blank });
    await expect(send()).rejects.toMatchObject({ code: 'email_archived' });
    const fork = { holder_type: 'broadcast' as const, holder_id: id };
    await expect(calls.call('fork_email', fork)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('EXP-02 a plain split', () => {
  it('EXP-02 sends each person one variant by weight, drawn by a hash', async () => {
    const [a, b] = await pair();
    if (!a || !b) throw new Error('no pair');
    const variants = [
      a,
      { ...b, weight: 3 },
      { name: 'none', email_id: await email('N'), weight: 0 },
    ];
    const id = await begun({ variants });
    expect(provider.messages).toHaveLength(people);
    expect(count('Subject A')).toBeGreaterThan(people * 0.15);
    expect(count('Subject A')).toBeLessThan(people * 0.35);
    expect(count('Subject A') + count('Subject B')).toBe(people);
    const { experiment, status } = await read(id);
    expect(status).toBe('sent');
    const to = provider.messages.find(({ data }) =>
      String(data).includes('Subject: Subject B'),
    )?.to;
    const why = { person: String(to), email_id: a.email_id };
    const explained = await calls.call('explain_delivery', why);
    expect(JSON.stringify(explained)).toContain('other_variant');
    expect(experiment).toMatchObject({ status: null, winner: null, interval: null });
    const sent = experiment?.variants.map((one) => one.sent);
    expect(sent).toEqual([count('Subject A'), count('Subject B'), 0]);
  });
});

describe('EXP-03 a winner', () => {
  it('EXP-03 sends the sample, waits, and sends the winner to the rest', async () => {
    const variants = await pair();
    const id = await begun({ variants, winner });
    const sampled = provider.messages.length;
    expect(sampled).toBeGreaterThan(people * 0.2);
    expect(sampled).toBeLessThan(people * 0.4);
    const waiting = await read(id);
    expect(waiting).toMatchObject({
      status: 'sending',
      experiment: { status: 'sampling', winner: null, interval: null, waiting: people - sampled },
      progress: { queued: people, sent: sampled, remaining: people - sampled },
    });
    expect(waiting.progress?.expected_finish_at).not.toBeNull();
    const { queue } = await calls.call('list_queue', { limit: 1 });
    const waits = { person: queue[0]?.person?.email ?? '', email_id: variants[1]?.email_id ?? 0 };
    const why = await calls.call('explain_delivery', waits);
    expect(why.reasons.map(({ code }) => code)).toEqual(['winner_open']);
    const before = subjects().slice();
    await click(id, variants[1]?.email_id ?? 0, count('Subject B'));
    await minutes(3 * 60);
    expect(provider.messages).toHaveLength(sampled);
    await minutes(2 * 60);
    expect(provider.messages).toHaveLength(people);
    expect(new Set(subjects().slice(before.length))).toEqual(new Set(['Subject B']));
    const over = await read(id);
    expect(over).toMatchObject({
      status: 'sent',
      experiment: { status: 'decided', winner: 'B', waiting: 0 },
      progress: { queued: people, sent: people, remaining: 0 },
    });
    const [low = 0, high = 0] = over.experiment?.interval ?? [];
    expect(low).toBeGreaterThan(0);
    expect(high).toBeGreaterThan(low);
    // Its status alone has changed.
    expect(over.revision).toBe(waiting.revision + 1);
  });

  it('EXP-03 sends the first variant where the sample tells none apart', async () => {
    const id = await begun({ variants: await pair(), winner });
    const sampled = provider.messages.length;
    await minutes(5 * 60);
    expect(new Set(subjects().slice(sampled))).toEqual(new Set(['Subject A']));
    const { experiment } = await read(id);
    expect(experiment).toMatchObject({ status: 'undecided', winner: null });
    expect(experiment?.interval?.[0]).toBeLessThanOrEqual(0);
  });

  it('EXP-03 stays paused and canceled', async () => {
    const id = await begun({ variants: await pair(), winner });
    const sampled = provider.messages.length;
    await calls.call('pause_broadcast', { broadcast_id: id });
    await minutes(10 * 60);
    expect((await read(id)).experiment?.status).toBe('sampling');
    await calls.call('resume_broadcast', { broadcast_id: id });
    await minutes(2);
    expect(provider.messages).toHaveLength(people);
    expect((await read(id)).status).toBe('sent');
    provider.messages.splice(0);
    const other = await begun({ variants: await pair(), winner });
    await calls.call('cancel_broadcast', { broadcast_id: other });
    await minutes(10 * 60);
    expect(provider.messages.length).toBeLessThan(sampled * 2);
    expect(await read(other)).toMatchObject({
      status: 'canceled',
      experiment: { status: 'undecided', interval: null, waiting: 0 },
    });
  });

  it('EXP-03 decides nothing before its sample has gone, also where people who wait for the winner are erased', async () => {
    const rule = { label: null, days: [0, 1, 2, 3, 4, 5, 6], start: '09:00', end: '10:00' };
    const windows = (...rules: object[]) =>
      calls.call('update_settings', { settings: { send_windows: { rules } } });
    const guests = Array.from({ length: 30 }, (_, nth) => `guest${nth}@example.com`);
    for (const guest of guests)
      await calls.call('upsert_person', { email: guest, tags: ['guest'] });
    const definition = { type: 'has_tag', tag: 'guest' };
    const { segment } = await calls.call('create_segment', { key: 'guests', definition });
    await calls.call('update_profile', { timezone: 'Etc/UTC' });
    const { now } = await calls.call('get_clock', {});
    const opens = (Math.floor(Date.parse(now) / 86_400_000) + 2) * 86_400_000 + 9 * 3_600_000;
    // Ten hours before the window opens.
    await calls.call('move_clock', { now: new Date(opens - 36_000_000).toISOString() });
    await windows(rule);
    const { broadcast } = await create({ variants: await pair(), winner });
    const to = { broadcast_id: broadcast.id, segment_id: segment.id };
    await calls.call('update_broadcast', to);
    await calls.call('send_broadcast_now', { broadcast_id: broadcast.id });
    await minutes(1);
    const { queue } = await calls.call('list_queue', { limit: 200 });
    const waits = queue.filter(({ hold_reason }) => hold_reason?.startsWith('Waits'));
    const sampled = guests.length - waits.length;
    const erased = waits.slice(0, sampled);
    for (const { person } of erased) {
      await calls.call('delete_person', { person: person?.email ?? '' });
    }
    await minutes(9 * 60);
    expect((await read(broadcast.id)).experiment).toMatchObject({
      ...{ status: 'sampling', decides_at: null },
    });
    await calls.call('move_clock', { now: new Date(opens).toISOString() });
    const { experiment } = await read(broadcast.id);
    expect(experiment).toMatchObject({
      waiting: waits.length - erased.length,
      decides_at: new Date(opens + 4 * 3_600_000).toISOString(),
    });
    await windows();
    await minutes(5 * 60);
    expect((await read(broadcast.id)).status).toBe('sent');
  });

  it('EXP-03 pauses in the middle of a sample, and takes another pace', async () => {
    const { broadcast } = await create({ variants: await pair(), winner, emails_per_hour: 60 });
    const { id } = broadcast;
    await calls.call('send_broadcast_now', { broadcast_id: id });
    await minutes(10);
    const first = provider.messages.length;
    expect(first).toBeLessThan(13);
    await calls.call('pause_broadcast', { broadcast_id: id });
    await minutes(60);
    expect(provider.messages).toHaveLength(first);
    await calls.call('resume_broadcast', { broadcast_id: id });
    await calls.call('update_broadcast', { broadcast_id: id, emails_per_hour: 1_000_000 });
    await minutes(5);
    const sampled = provider.messages.length;
    expect(sampled).toBeLessThan(people * 0.4);
    expect(new Set(subjects()).size).toBe(2);
    await minutes(5 * 60);
    expect(provider.messages).toHaveLength(people);
    expect((await read(id)).experiment?.status).toBe('undecided');
  });

  it('EXP-03 decides once, whatever number of workers try, and again after one is killed', async () => {
    const id = await begun({ variants: await pair(), winner });
    const sampled = provider.messages.length;
    const { database } = opened;
    const due = async ({ sql }: Pick<Tx, 'sql'>) => {
      await sql`update broadcasts set decide_at = '2000-01-01' where id = ${id}`;
    };
    const killed = transaction(database, { testClock: true }, async (tx) => {
      await due(tx);
      expect(await decideOne(tx)).toBe(true);
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect((await read(id)).experiment?.status).toBe('sampling');
    await transaction(database, { testClock: true }, due);
    const workers = Array.from({ length: 4 }, () =>
      transaction(database, { testClock: true }, decideOne),
    );
    const decided = (await Promise.all(workers)).filter(Boolean);
    expect(decided.length).toBeLessThanOrEqual(1);
    await minutes(2);
    expect(provider.messages).toHaveLength(people);
    expect(new Set(provider.messages.map(({ to }) => String(to))).size).toBe(people);
    expect(new Set(subjects().slice(sampled))).toEqual(new Set(['Subject A']));
  });

  it('EXP-03 decides by who reaches a goal in time, each person once', async () => {
    const variants = await pair();
    const goal = { event: 'bought', within: { amount: 2, unit: 'hours' } };
    const id = await begun({ variants, winner: { ...winner, metric: 'converted', goal } });
    const bought = { name: 'bought' };
    const to = provider.messages.filter(({ data }) =>
      /^Subject: Subject B\r?$/m.test(String(data)),
    );
    for (const { to: address } of to) {
      await calls.call('record_event', { ...bought, email: String(address) });
      await calls.call('record_event', { ...bought, email: String(address) });
    }
    await calls.call('record_event', { ...bought, email: 'stranger@example.com' });
    const { experiment } = await read(id);
    expect(experiment?.variants.map(({ converted }) => converted)).toEqual([0, to.length]);
    await minutes(3 * 60);
    const late = provider.messages.find((message) => !to.includes(message))?.to;
    await calls.call('record_event', { ...bought, email: String(late) });
    await minutes(2 * 60);
    const over = (await read(id)).experiment;
    expect(over).toMatchObject({ status: 'decided', winner: 'B' });
    expect(over?.variants[0]?.converted).toBe(0);
  });
});

it('EXP-03 a small audience of whom nobody is in the sample does not wait for the decision', async () => {
  const definition = { type: 'email', op: 'equals', value: 'p0@example.com' };
  const { segment } = await calls.call('create_segment', { key: 'one', definition });
  const rule = { ...winner, sample_percent: 1 };
  const made = () =>
    calls.call('create_broadcast', {
      ...inputOf({ variants, winner: rule }),
      segment_id: segment.id,
    });
  const isDrawn = async (id: number) => {
    const [row] = await opened.database.pool<{ is_drawn: boolean }[]>`
      select abs(hashint8extended(id, ${id * 2}::bigint) % 100) < 1 as is_drawn
      from people where email = 'p0@example.com'`;
    return row?.is_drawn ?? false;
  };
  const variants = await pair();
  let { id } = (await made()).broadcast;
  while (await isDrawn(id)) id = (await made()).broadcast.id;
  await calls.call('send_broadcast_now', { broadcast_id: id });
  await minutes(1);
  expect(await read(id)).toMatchObject({ status: 'sent', experiment: { status: 'undecided' } });
  expect(subjects()).toEqual(['Subject A']);
});
