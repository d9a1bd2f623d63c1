import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '@postroad/core/platform/refusal';
import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import type { Service } from '@postroad/service/app/service';
import { startWorker } from '@postroad/service/app/worker-loop';
import type { Actor } from '@postroad/service/platform/actor';
import { createLog } from '@postroad/service/platform/log';
import { connect } from '@postroad/store/platform/connection/connect';
import { transaction } from '@postroad/store/platform/transaction';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { databaseKind } from '../../support/database.ts';
import {
  type Cluster,
  debianBin,
  startCluster,
  withoutDebian,
} from '../../support/debian-postgres.ts';
import { accepted, type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { renderer } from '../../support/service.ts';
import { calling } from '../app/calling.ts';

// @database postgres: an embedded database has no standby.

/** `npm run soak -- failover` sets it; the suite proves the same with few. */
const soak = process.env.POSTROAD_SOAK !== undefined;
const readers = soak ? 20_000 : 120;
const clients = 4;
/** Mails that are out, and events that are acknowledged, when the primary crashes. */
const before = { mails: readers / 4, events: soak ? 2_000 : 20 };
/** So long that mails are on the wire when the primary crashes. */
const answerMs = soak ? 5 : 50;
const writesBackWithinMs = 10_000;

const actor: Actor = { id: 'environment', name: 'test', scopes: ['admin'] };
const closing: (() => Promise<unknown>)[] = [];
let dataDir: string;
let started: Cluster | null = null;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'postroad-failover-'));
  expect(databaseKind()).toBe('postgres');
  if (debianBin !== null) started = await startCluster();
});

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

afterAll(async () => {
  await started?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** FAIL-03: without Debian's PostgreSQL its tests are skipped, with the reason. */
const clusterOr = (skip: (note: string) => never): Cluster => started ?? skip(withoutDebian);

async function open(cluster: Cluster, provider: FakeProvider, lines: string[] = []) {
  const config = readConfig({
    ...{ DATABASE_URL: cluster.url, DATA_DIR: dataDir, STARTER: '0' },
    MAIL_FROM: 'hello@example.com',
  });
  const log = createLog('warn', (line) => lines.push(line) > 0);
  const service = await openService(config, { provider, renderer, log });
  closing.push(() => service.close());
  return service;
}

/** A broadcast to everybody, and a flow that answers each event with a mail. */
async function prepare(service: Service, url: string): Promise<number> {
  const { call } = calling({ service, actor });
  const content = { subject: 'News', body_markdown: 'Hello' };
  await call('upsert_person', { email: 'first@example.com', tags: ['reader'] });
  const sql = postgres(url, { max: 1 });
  await sql`
    insert into people (email, tag_ids, subscribed_on, created_at, updated_at)
    select 'reader' || n || '@example.com', array[t.id], '2026-01-01', now(), now()
    from generate_series(2, ${readers}::int) as n, tags t where t.normalized = 'reader'`;
  await sql.end();
  const definition = { type: 'has_tag', tag: 'reader' };
  const { segment } = await call('create_segment', { key: 'readers', definition });
  const { email } = await call('create_email', content);
  const welcome = await call('create_email', { ...content, subject: 'Welcome' });
  const nodes = [{ type: 'send_email', email_id: welcome.email.id }];
  const flow = { trigger: { event: 'signed_up' }, nodes };
  await call('create_flow', { key: 'welcome', definition: flow });
  await call('activate_flow', { flow_key: 'welcome' });
  const { broadcast } = await call('create_broadcast', {
    ...{ name: 'News', segment_id: segment.id, email_source: 'copy', email_id: email.id },
    emails_per_hour: 10_000_000,
  });
  await call('send_broadcast_now', { broadcast_id: broadcast.id });
  return broadcast.id;
}

/** Posts events one after the other, each until it is acknowledged. */
async function postEvents(
  service: Service,
  client: number,
  acknowledged: string[],
  isOver: () => boolean,
): Promise<void> {
  for (let number = 0; !isOver(); number += 1) {
    const key = `c${client}-${number}`;
    const input = { email: `${key}@example.com`, name: 'signed_up', idempotency_key: key };
    for (let done = false; !done; ) {
      try {
        await service.invoke('record_event', input, { actor });
        acknowledged.push(key);
        done = true;
      } catch (error) {
        // Anything else would be a 500.
        expect(error).toBeInstanceOf(Refusal);
        expect((error as Refusal).code).toBe('unavailable');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }
}

it('POOL-05, FAIL-02 works with the primary of two servers, and says what a failover may lose', async ({
  skip,
}) => {
  const cluster = clusterOr(skip);
  const provider = fakeProvider();
  const service = await open(cluster, provider);
  const { call } = calling({ service, actor });
  await call('create_theme', { name: 'Written' });
  const alone = await connect({
    databaseUrl: `${cluster.primaryUrl.replace(cluster.primary.address, cluster.standby.address)}?target_session_attrs=primary`,
    dataDir,
  }).catch((error: unknown) => error);
  expect(String(alone)).toContain(
    `No server of DATABASE_URL takes writes at present (${cluster.standby.address}: It is a standby)`,
  );
  const checks = await call('check_service', {});
  expect(checks.checks.results).toContainEqual(
    expect.objectContaining({
      check: 'replication',
      level: 'warning',
      message: 'A failover may lose the last seconds: mails sent in them may be sent again.',
    }),
  );
});

it('FAIL-01, FAIL-03 a failover to a synchronous standby loses and repeats nothing', async ({
  skip,
}) => {
  const cluster = clusterOr(skip);
  await cluster.makeSynchronous();
  const provider = fakeProvider(10);
  provider.answer = async () => {
    await new Promise((resolve) => setTimeout(resolve, answerMs));
    return accepted;
  };
  const lines: string[] = [];
  const service = await open(cluster, provider, lines);
  const other = await open(cluster, provider, lines);
  const broadcast = await prepare(service, cluster.primaryUrl);
  // The server reads its settings a moment after it was asked to.
  await expect
    .poll(async () => (await calling({ service, actor }).call('check_service', {})).checks.results)
    .toContainEqual(expect.objectContaining({ check: 'replication', level: 'ok' }));
  const workers = [startWorker(service), startWorker(other)];
  const acknowledged: string[] = [];
  let isOver = false;
  const until = (done: () => boolean) => expect.poll(done, { timeout: 110_000 }).toBe(true);
  await until(() => provider.messages.length >= before.mails);
  // Not from the start: each event leads to a mail, and clients are faster than the mail.
  const posting = Array.from({ length: clients }, (_, client) =>
    postEvents(service, client, acknowledged, () => isOver),
  );
  await until(() => acknowledged.length >= before.events);
  await cluster.primary.crash();
  const lost = performance.now();
  const atCrash = acknowledged.length;
  await cluster.promote();
  // What each client had under way may be acknowledged late; a further one is a new write.
  await until(() => acknowledged.length > atCrash + clients);
  const gapMs = Math.round(performance.now() - lost);
  process.stderr.write(`writes were back ${gapMs} ms after the crash\n`);
  if (soak) expect(gapMs).toBeLessThan(writesBackWithinMs);
  isOver = true;
  await Promise.all(posting);
  const { call } = calling({ service, actor });
  const mails = () => provider.messages.map(({ to }) => to);
  await until(() => provider.messages.length >= readers + acknowledged.length);
  await expect
    .poll(async () => (await call('get_broadcast', { broadcast_id: broadcast })).broadcast.status, {
      timeout: 110_000,
    })
    .toBe('sent');
  for (const worker of workers) await worker.stop();
  const expected = [
    'first@example.com',
    ...Array.from({ length: readers - 1 }, (_, index) => `reader${index + 2}@example.com`),
    ...acknowledged.map((key) => `${key}@example.com`),
  ];
  expect(mails().toSorted()).toEqual(expected.toSorted());
  const database = await connect({ databaseUrl: cluster.url, dataDir });
  closing.push(() => database.close());
  const [counts] = await transaction(
    database,
    {},
    ({ sql }) => sql<{ left: number; sent: number; events: number }[]>`
      select (select count(*)::int from sends) as left,
        (select count(*)::int from send_log where status = 'sent') as sent,
        (select count(*)::int from events e join event_types t on t.id = e.type_id
          where t.name = 'signed_up') as events`,
  );
  expect(counts).toEqual({
    left: 0,
    sent: expected.length,
    events: acknowledged.length,
  });
});
