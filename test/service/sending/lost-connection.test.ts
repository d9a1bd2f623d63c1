import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import type { Service } from '@postroad/service/app/service';
import { createLog } from '@postroad/service/platform/log';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { accepted, type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { renderer } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

// @database postgres: its connections can be ended from outside.

let test: TestDatabase;
let sql: postgres.Sql;
let service: Service;
let calls: Calling;
let provider: FakeProvider;
let warnings: string[];

const people = ['ada', 'bob', 'cyd'];

beforeEach(async () => {
  test = await createTestDatabase();
  sql = postgres(test.url ?? '', { max: 2, onnotice: () => undefined });
  provider = fakeProvider();
  warnings = [];
  const log = createLog('warn', (line) => warnings.push(JSON.parse(line).message) > 0);
  const config = readConfig({ ...test.env, STARTER: '0', MAIL_FROM: 'hello@example.com' });
  service = await openService(config, { provider, renderer, log });
  const actor = { id: 'environment', name: 'test', scopes: ['admin' as const] };
  calls = calling({ service, actor });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await service.close();
  await sql.end();
  await test.drop();
});

async function startBroadcast(): Promise<number> {
  for (const name of people) {
    // A domain that answers nothing holds two connections at most (HANDOFF-03).
    await calls.call('upsert_person', { email: `${name}@${name}.example`, tags: ['reader'] });
  }
  const definition = { type: 'has_tag', tag: 'reader' };
  const { segment } = await calls.call('create_segment', { key: 'readers', definition });
  const content = { subject: 'News', body_markdown: 'Hello' };
  const { email } = await calls.call('create_email', content);
  const { broadcast } = await calls.call('create_broadcast', {
    ...{ name: 'News', segment_id: segment.id, email_source: 'copy', email_id: email.id },
    emails_per_hour: 10_000_000,
  });
  await calls.call('send_broadcast_now', { broadcast_id: broadcast.id });
  return broadcast.id;
}

async function endConnections(): Promise<void> {
  const lost = vi.waitUntil(() => warnings.some((text) => text.includes('takes a new lease')), {
    timeout: 30_000,
  });
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'postroad'`;
  await lost;
}

const leases = async () =>
  (await sql<{ token: string }[]>`select token from leases`).map(({ token }) => token);

/**
 * Rounds and calls may fail on connections that were lost. What is waited for comes with time, such as a
 * new lease, so rounds without a pause would only find more often that it is not there.
 */
async function tickUntil(done: () => Promise<boolean>): Promise<void> {
  const tried = async () => {
    await service.tick().catch(() => undefined);
    return await done().catch(() => false);
  };
  await vi.waitUntil(tried, { interval: 50, timeout: 60_000 });
}

const isSent = async (broadcast_id: number) =>
  (await calls.call('get_broadcast', { broadcast_id })).broadcast.status === 'sent';

it('POOL-08 mail whose settling a failover lost is sent once, and its broadcast ends', async () => {
  await sql`create table attempted (like sends)`;
  await sql`create table attempted_in_hand (like in_hand)`;
  provider.answer = async () => {
    await sql`
      with handed_over as (
        insert into attempted_in_hand select * from in_hand where attempted returning send_id)
      insert into attempted select s.* from sends s join handed_over h on h.send_id = s.id`;
    return accepted;
  };
  const id = await startBroadcast();
  await tickUntil(async () => provider.messages.length === people.length);
  await tickUntil(() => isSent(id));
  const before = await leases();
  // As on a standby that had not received the last transactions of the primary.
  await sql`delete from send_log where source_id = ${id}`;
  await sql`insert into sends overriding system value select distinct on (id) * from attempted`;
  await sql`insert into in_hand select distinct * from attempted_in_hand`;
  await sql`update broadcasts set status = 'sending', finished_at = null where id = ${id}`;
  expect(await isSent(id)).toBe(false);
  await endConnections();
  await tickUntil(() => isSent(id));
  expect(await sql`select 1 from sends`).toHaveLength(0);
  expect(provider.messages).toHaveLength(people.length);
  const log = await sql`select status from send_log where source_id = ${id}`;
  expect(log.map(({ status }) => status)).toEqual(people.map(() => 'sent'));
  await tickUntil(async () => (await leases()).length === 1);
  expect(await leases()).not.toEqual(before);
});

it('POOL-08 a lost connection begins no further mail, and mail on the wire is settled', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  provider.answer = async () => {
    await released;
    return accepted;
  };
  const id = await startBroadcast();
  const ticking = tickUntil(async () => provider.messages.length > 0);
  await vi.waitUntil(() => provider.messages.length === people.length, { timeout: 60_000 });
  const before = await leases();
  await endConnections();
  // The round has not ended, so nobody takes its mail for uncertain.
  await vi.waitUntil(async () => (await leases()).length > 0, { timeout: 60_000 });
  expect(await leases()).toEqual(before);
  release();
  await ticking;
  await tickUntil(() => isSent(id));
  expect(provider.messages).toHaveLength(people.length);
  expect(await sql`select 1 from sends`).toHaveLength(0);
  expect(await leases()).not.toContain(before[0]);
});

it('POOL-08 notices a failover behind a pooler, which keeps the connections', async () => {
  const name = new URL(test.url ?? '').pathname.slice(1);
  await sql`alter database ${sql(name)} set search_path = public, pg_catalog`;
  // The next connections have the setting.
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'postroad'`;
  await tickUntil(async () => (await leases()).length > 0);
  const before = await leases();
  expect(before).toHaveLength(1);
  await sql`
    create function public.pg_postmaster_start_time() returns timestamptz
    language sql as 'select ''2030-01-01''::timestamptz'`;
  const present = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => present() + 6_000);
  await service.tick();
  expect(warnings).toEqual([
    'The database is on another server, or was restarted; this process takes a new lease.',
  ]);
  await tickUntil(async () => {
    const now = await leases();
    return now.length === 1 && !now.includes(before[0] ?? '');
  });
});

it('POOL-08 readiness and metrics say within seconds that a server went silent', async () => {
  const holding = await sql.reserve();
  await holding`begin`;
  await holding`lock table sends in access exclusive mode`;
  const [ready, metrics] = await Promise.all([service.readiness(), service.metrics()]);
  expect(ready).toMatchObject({ ready: false, reasons: ['The database does not answer.'] });
  expect(metrics).toContain('postroad_database_up 0');
  expect(metrics).toContain('postroad_memory_bytes');
  await holding`rollback`;
  holding.release();
  expect(await service.readiness()).toMatchObject({ ready: true });
});
