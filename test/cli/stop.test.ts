import { limits } from '@postroad/core/platform/limits';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Pooler, pgbouncer, startPgbouncer } from '../support/pgbouncer.ts';
import { killAll, type ServiceProcess, startProcess } from '../support/service-process.ts';

// @database postgres: its statements can be made to hang.

const token = 'a-token-for-the-stop-of-it';
let database: TestDatabase;
let pooler: Pooler | null = null;
const running: ServiceProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  if (pgbouncer !== null) pooler = await startPgbouncer(database.url ?? '');
});
afterAll(async () => {
  await killAll(running);
  await pooler?.close();
  await database.drop();
});

function start(command: string, url: string, name: string): ServiceProcess {
  const named = `${url}${url.includes('?') ? '&' : '?'}application_name=${name}`;
  const env = { ...database.env, DATABASE_URL: named, API_TOKEN: token, STARTER: '0' };
  const process_ = startProcess([command], { env });
  running.push(process_);
  return process_;
}

it('POOL-09 a signal ends a process whose statements hang, with a pooler too', async () => {
  const direct = database.url ?? '';
  // Without PgBouncer the server itself is used in its place.
  const through = pooler === null ? direct : `${pooler.url('transaction')}?prepare=false`;
  const server = start('serve', through, 'server');
  const worker = start('worker', direct, 'worker');
  const url = /serves (\S+)/.exec(await server.until('Stop with Ctrl+C'))?.[1] ?? '';
  await worker.until('Stop with Ctrl+C');
  const sql = postgres(direct, { max: 2, onnotice: () => undefined });
  const held = await sql.reserve();
  try {
    // Nobody else gets at these before the processes have ended.
    await held`begin`;
    await held`lock table sends, people, leases, profile in access exclusive mode`;
    const starting = start('serve', direct, 'starting');
    const body = JSON.stringify({ email: 'ada@example.com', name: 'seen' });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const asked = fetch(`${url}/api/v1/events`, { method: 'POST', headers, body });
    const hanging = async () => {
      const rows = await sql<{ name: string }[]>`
        select distinct application_name as name from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`;
      return rows.map(({ name }) => name);
    };
    await expect
      .poll(hanging, { interval: 50 })
      .toEqual(expect.arrayContaining(['server', 'worker', 'starting']));
    for (const { child } of [server, worker, starting]) child.kill('SIGTERM');
    const answer = await asked;
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).not.toBeNull();
    expect(await server.ended).toBe(0);
    expect(await worker.ended).toBe(0);
    // It was cut off in the middle of its start.
    expect(await starting.ended).toBe(1);
  } finally {
    await held`rollback`;
    held.release();
    await sql.end();
  }
});

it('POOL-09 leaves every step of a stop less than ten seconds', () => {
  const { stopStatementsMs, httpCloseMs, stopMs } = limits;
  expect(stopStatementsMs).toBeLessThan(httpCloseMs);
  expect(httpCloseMs).toBeLessThan(stopMs);
  expect(stopMs).toBeLessThan(10_000);
});
