import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startWorker, type Worker } from '@postroad/service/app/worker-loop';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

// @database postgres: its connections can be ended from outside.

let opened: TestService;
let calls: Calling;
let worker: Worker;
let sql: postgres.Sql;
let receiver: Server;
/** Requests that the receiver has not answered. */
let held: ServerResponse[];

const patience = { timeout: 60_000, interval: 20 };

beforeEach(async () => {
  held = [];
  receiver = createServer((request, response) => {
    request.resume().on('end', () => held.push(response));
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  opened = await openTestService({
    env: { WEBHOOK_ALLOW: '127.0.0.1', TEST_CLOCK: '0', LOG_LEVEL: 'silent' },
  });
  calls = calling(opened);
  sql = postgres(opened.config.databaseUrl ?? '', { max: 2 });
  worker = startWorker(opened.service);
});

afterEach(async () => {
  receiver.closeAllConnections();
  await worker.stop();
  await opened.close();
  await sql.end();
  receiver.close();
});

/** The process of the server in which outcomes wait to be written. */
async function writing(before: number | null): Promise<number> {
  return await vi.waitUntil(async () => {
    const [row] = await sql<{ pid: number }[]>`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and query like '%update webhook_deliveries d set%' and pid is distinct from ${before}`;
    return row?.pid;
  }, patience);
}

it('HOOK-09, POOL-08 a connection that is lost while outcomes are written ends nothing, and no delivery is repeated', async () => {
  const { port } = receiver.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  const made = await calls.call('create_webhook_endpoint', { url, events: ['person.created'] });
  await calls.call('upsert_people', {
    people: [{ email: 'ada@example.com' }, { email: 'bob@example.com' }],
  });
  await vi.waitUntil(() => held.length === 2, patience);
  const holding = await sql.reserve();
  await holding`begin`;
  await holding`select from webhook_deliveries for update`;
  held.shift()?.end();
  const first = await writing(null);
  await sql`select pg_terminate_backend(${first}::int)`;
  await writing(first);
  await holding`rollback`;
  holding.release();
  held.shift()?.end();
  const deliveries = async () =>
    (
      await calls.call('list_webhook_deliveries', {
        webhook_endpoint: String(made.webhook_endpoint.id),
      })
    ).webhook_deliveries;
  const one = { status: 'delivered', attempts: [{ status: 200 }] };
  await expect.poll(deliveries, patience).toMatchObject([one, one]);
  expect(held).toEqual([]);
});
