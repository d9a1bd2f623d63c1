import { mkdir, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dumpWritten } from '../../../support/dump.ts';
import { type FakeProvider, fakeProvider } from '../../../support/fake-provider.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { type Calling, calling } from '../calling.ts';

/**
 * The example in an account with a real provider, from its load to its removal, in the order of the
 * tests. `@quick embedded`: test/cli/seed.test.ts loads it on PostgreSQL.
 */
const provider: FakeProvider = fakeProvider();
let opened: TestService;
let calls: Calling;
let before: Record<string, unknown[]>;
let told: string[];
let rehearsed: OperationOutput<'load_example'>;

const today = new Date('2026-05-04T10:20:30Z');

beforeAll(async () => {
  opened = await openTestService({
    env: { STARTER: '1', SMTP_URL: 'smtp://localhost:2', MAIL_FROM: 'me@my-company.net' },
    provider: () => provider,
    clockStartsAt: today,
  });
  calls = calling(opened);
  before = await dumpWritten(opened.database);
  const left = join(opened.config.dataDir, 'example-left');
  await mkdir(left);
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  await utimes(left, longAgo, longAgo);
  rehearsed = await calls.dryRun('load_example', {});
  await calls.call('load_example', {});
  told = await story();
});

/** An answer without the ids in it, and the moment of the call, which its numbers are of. */
const bare = (answer: unknown) =>
  JSON.stringify(answer, (key, value) => {
    // The step of a flow has a name, that of a sequence an id.
    const isId = /^(?:.*_)?id$/.test(key) || (key === 'step' && typeof value === 'number');
    return isId || key === 'counted_at' ? undefined : value;
  });

/** What there is of the example but for ids: lanes write in parallel, so they may differ, and the order. */
async function story(): Promise<string[]> {
  const { call } = calls;
  const runs = ['growers', 'renewal', 'new-gardeners'].map(
    async (flow_key) => (await call('list_flow_runs', { flow_key, limit: 200 })).runs,
  );
  const statuses = ['sent', 'failed', 'skipped', 'uncertain', 'scheduled'] as const;
  const sends = statuses.map(
    async (status) => (await call('list_queue', { status, limit: 200 })).queue,
  );
  const lists: unknown[][] = [
    (await call('list_people', { limit: 200 })).people,
    (await call('list_events', { limit: 200 })).events,
    (await call('list_subscriptions', { limit: 200 })).subscriptions,
    (await call('list_broadcasts', {})).broadcasts,
    (await call('list_imports', {})).imports,
    (await call('list_tags', {})).tags,
    ...(await Promise.all([...runs, ...sends])),
  ];
  return lists.flatMap((list) => list.map(bare)).toSorted();
}

afterAll(() => opened?.close());

const advance = (amount: number, unit: 'minutes' | 'days') =>
  calls.call('move_clock', { advance: { amount, unit } });

it('TOUR-01 loads people, events, three live flows, two sequences and broadcasts with figures', async () => {
  const { example } = await calls.call('get_example', {});
  expect(example).toMatchObject({ status: 'loaded', loadable: false });
  const counts = Object.fromEntries(
    example.records.map(({ resource, count }) => [resource, count]),
  );
  expect(counts).toMatchObject({ sequences: 2, flows: 4, broadcasts: 5, guards: 2, fields: 3 });
  expect(counts.people).toBeGreaterThan(40);
  const { flows } = await calls.call('list_flows', {});
  const shown = flows.map(({ key, status }) => `${key} ${status}`);
  expect(shown.toSorted()).toEqual([
    ...['come-back draft', 'growers live', 'new-gardeners live', 'renewal live', 'welcome live'],
  ]);
  const { broadcasts } = await calls.call('list_broadcasts', {});
  const letter = broadcasts.find(({ name }) => name === 'Spring letter');
  for (const figure of ['sent', 'delivered', 'opened', 'clicked', 'bounced'] as const) {
    expect(letter?.stats[figure], figure).toBeGreaterThan(0);
  }
});

it('TOUR-01 says in a dry run how many records are loaded', async () => {
  const { example } = await calls.call('get_example', {});
  expect(rehearsed.example).toMatchObject({ status: 'absent', loadable: true });
  expect(rehearsed.loaded).toEqual(
    example.records.map(({ resource, count }) => ({ resource, count })),
  );
});

it('TOUR-01 marks by their ids which records are of the example', async () => {
  const { example } = await calls.call('get_example', {});
  const { emails } = await calls.call('list_emails', { limit: 200 });
  const range = example.records.find(({ resource }) => resource === 'emails');
  const own = emails.filter(({ id }) => id < (range?.first_id ?? 0) || id > (range?.last_id ?? 0));
  expect(own.map(({ key }) => key)).toEqual(['welcome']);
});

it('TOUR-01 has figures and counts that are equal to its mail and people, in the account’s days', async () => {
  const { pool } = opened.database;
  const { totals } = await calls.call('get_report', {
    from: '2026-03-20',
    to: '2026-05-04',
    by: 'day',
  });
  const [sent] = await pool`select count(*)::int as count from send_log where status = 'sent'`;
  expect(totals.sent).toBe(sent?.count);
  expect(totals.opened).toBeGreaterThan(20);
  const { flows } = await calls.call('list_flows', {});
  for (const { id, people_inside } of flows) {
    const [inside] = await pool`
      select count(*)::int as count from runs
      where flow_id = ${id} and ended_at is null and status <> 'parked'`;
    expect(people_inside).toBe(inside?.count);
  }
});

it('TOUR-01 leaves the render threads to the account, which shares them with the example', async () => {
  const { html } = await calls.call('preview_email', { email_id: 1 });
  expect(html).toContain('<html');
});

it('TOUR-01 shows what a mail said, when it was sent, and the history of five weeks', async () => {
  const { sends } = await calls.call('list_sends', { status: 'sent', limit: 1 });
  const { subject, html } = await calls.call('get_send_content', { send_id: sends[0]?.id ?? 0 });
  expect(subject.length * html.length).toBeGreaterThan(0);
  const { changes } = await calls.call('list_changes', { resource: 'broadcasts', limit: 200 });
  expect(new Set(changes.map(({ at }) => at.slice(0, 10))).size).toBeGreaterThan(3);
  const since = new Date(today.getTime() - 10 * 86_400_000).toISOString();
  const recent = (await calls.call('list_changes', { since, limit: 200 })).changes;
  expect(recent.every(({ at }) => at >= since)).toBe(true);
  // What the account did before has smaller ids, and is younger.
  expect(recent.map(({ summary }) => summary)).toContain('Created the flow "Welcome"');
  const until = { resource: 'broadcasts', until: since, limit: 200 };
  const earlier = changes.filter(({ at }) => at <= since).map(({ id }) => id);
  expect(earlier.length).toBeGreaterThan(0);
  expect((await calls.call('list_changes', until)).changes.map(({ id }) => id)).toEqual(earlier);
  const [newest] = (await calls.call('list_changes', { resource: 'example' })).changes;
  expect(newest).toMatchObject({ operation: 'load_example', actor: { name: 'test' } });
});

it('TOUR-01 continues by the real engine, and no mail leaves for people who do not exist', async () => {
  await advance(7, 'days');
  expect(provider.messages).toEqual([]);
  const { queue } = await calls.call('list_queue', { status: 'skipped', limit: 200 });
  const kept = queue.filter(({ last_error }) => last_error === 'Person of the example');
  expect(kept.length).toBeGreaterThan(10);
  expect(new Set(kept.map(({ source }) => source.kind))).toContain('broadcast');
});

it('TOUR-01 explains to whom no mail leaves', async () => {
  const explained = await calls.call('explain_delivery', { person: 'ada.brook@example.com' });
  expect(explained).toMatchObject({ would_send: false, reasons: [{ code: 'example' }] });
});

it('TOUR-01 takes real people through its flows', async () => {
  await calls.call('record_event', { email: 'me@my-company.net', name: 'account_created' });
  await advance(1, 'minutes');
  expect(provider.messages.map(({ to }) => to)).toEqual(['me@my-company.net']);
});

it('TOUR-01 is loaded once, and only into an empty account', async () => {
  expect(await calls.refused('load_example', {})).toMatchObject({
    code: 'conflict',
    message: 'The example is loaded already.',
  });
});

it('TOK-05 is loaded and removed by admin alone: it changes settings, and deletes people', async () => {
  const writer = { id: 'writer', name: 'writer', scopes: ['write'] } as const;
  for (const name of ['load_example', 'remove_example'] as const) {
    const answer = opened.service.invoke(name, {}, { actor: writer });
    await expect(answer, name).rejects.toMatchObject({ code: 'forbidden' });
  }
});

it('TOUR-01 is not removed while other records use some of it, which are named', async () => {
  const { example } = await calls.call('get_example', {});
  const emailId = example.records.find(({ resource }) => resource === 'emails')?.first_id ?? 0;
  const node = { type: 'send_email', email_id: emailId };
  const definition = { trigger: { event: 'mine' }, nodes: [node] };
  await calls.call('create_flow', { key: 'mine', definition });
  await calls.call('create_segment', {
    ...{ key: 'own-growers', name: 'Own growers' },
    definition: { type: 'in_segment', segment: 'growers' },
  });
  const refusal = await calls.refused('remove_example', {});
  expect(refusal.code).toBe('in_use');
  expect(refusal.message).toBe(
    'The example is in use by the flow "mine", the segment "own-growers". Change or delete them first, then remove it.',
  );
  await calls.call('delete_flow', { flow_key: 'mine' });
  const { settings } = await calls.call('get_settings', {});
  const [tunable = ''] = Object.keys(settings.tunables ?? {});
  const delay = { type: 'delay', duration: { setting: tunable } };
  await calls.call('create_flow', {
    ...{ key: 'waits', definition: { trigger: { event: 'mine' }, nodes: [delay] } },
  });
  await calls.call('activate_flow', { flow_key: 'waits', force: true });
  await calls.call('delete_segment', { segment_key: 'own-growers' });
  expect((await calls.refused('remove_example', {})).message).toBe(
    `The tunable "${tunable}" is in use by the flow "waits". It goes with the example: give their delays and gates another duration, then remove the example.`,
  );
  await calls.call('pause_flow', { flow_key: 'waits' });
  await calls.call('delete_flow', { flow_key: 'waits' });
});

/**
 * What stays: registries whose ids processes remember, links that mails name, sums that are 0, and in which
 * minute the mail to me@my-company.net left, which is written about a second later.
 */
const registries = ['tags', 'event_types', 'email_links', 'send_frames'];
const stays = [...registries, 'engine_state', 'profile', 'sent_minutes'];
const counted = ['live_counts', 'live_count_changes', 'figure_day_totals'];
const acts = ['changes', 'erasures', 'suppressions'];

it('TOUR-01 says in a dry run what a removal takes away, and takes it away by one call', async () => {
  const rehearsed = await calls.dryRun('remove_example', {});
  expect(rehearsed.removed[0]).toMatchObject({ resource: 'people' });
  const { removed, mails, mails_to_others, example } = await calls.call('remove_example', {});
  expect({ removed, mails }).toEqual({ removed: rehearsed.removed, mails: rehearsed.mails });
  // The mail to me@my-company.net.
  expect(mails_to_others).toBe(1);
  expect(mails).toBeGreaterThan(100);
  expect(example).toMatchObject({ status: 'absent', loadable: false, records: [] });
  expect(await calls.refused('remove_example', {})).toMatchObject({ code: 'not_found' });
  await calls.call('delete_person', { person: 'me@my-company.net' });
  await advance(1, 'minutes');
  const after = await dumpWritten(opened.database);
  const sums = after.figure_day_totals as Record<string, unknown>[];
  for (const { happened_on, ...figures } of sums) {
    expect(
      Object.values(figures).every((figure) => figure === 0),
      `${happened_on}`,
    ).toBe(true);
  }
  for (const [table, rows] of Object.entries(before)) {
    if ([...stays, ...counted, ...acts].includes(table)) continue;
    expect({ table, rows: after[table] }).toEqual({ table, rows });
  }
});

it('TOUR-01, SHOP-06 is loaded again into the account that it left, and is the same each time', async () => {
  const { example } = await calls.dryRun('load_example', {});
  expect(example).toMatchObject({ status: 'absent', loadable: true });
  const again = await calls.call('load_example', { ends_at: '2026-05-04T10:20:00Z' });
  expect(await story()).toEqual(told);
  expect(again.example).toMatchObject({ status: 'loaded', loadable: false });
  const { sends } = await calls.call('list_sends', { person: 'ada.brook@example.com' });
  const sent = sends.find(({ status }) => status === 'sent');
  const { html } = await calls.call('get_send_content', { send_id: sent?.id ?? 0 });
  expect(html).toContain('Larkspur');
  await calls.call('remove_example', {});
});

it('TOUR-01 ends at a time that has passed', async () => {
  expect(await calls.refused('load_example', { ends_at: '2126-05-01T12:00:00Z' })).toMatchObject({
    code: 'validation_failed',
  });
});

it('TOUR-01 leaves nothing on the disk of what it was played on, nor of what a killed process left', async () => {
  const names = await readdir(opened.config.dataDir);
  expect(names.filter((name) => name.startsWith('example-'))).toEqual([]);
});
