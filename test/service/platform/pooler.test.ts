import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import { createLog } from '@postroad/service/platform/log';
import { connect } from '@postroad/store/platform/connection/connect';
import { transaction } from '@postroad/store/platform/transaction';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHttp } from '../../http/http-server.ts';
import { readLive } from '../../http/live-reader.ts';
import { operatorToken } from '../../http/real-server.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import {
  type Pooler,
  type PoolMode,
  pgbouncer,
  startPgbouncer,
  withoutPgbouncer,
} from '../../support/pgbouncer.ts';
import { renderer } from '../../support/service.ts';
import { runCli } from '../../surfaces/three-surfaces.ts';

// @database postgres: an embedded database has no pooler.

let test: TestDatabase;
let pooler: Pooler | null = null;

beforeAll(async () => {
  test = await createTestDatabase();
  if (pgbouncer !== null) pooler = await startPgbouncer(directUrl());
});
afterAll(async () => {
  await pooler?.close();
  await test.drop();
});

const directUrl = () => test.url ?? '';
type Skip = (note: string) => never;

function pooled(skip: Skip, mode: PoolMode): string {
  return pooler === null ? skip(withoutPgbouncer) : pooler.url(mode);
}

/** The service on the database, with HTTP, and what it logged. */
async function serve(env: Record<string, string>) {
  const lines: string[] = [];
  const log = createLog('warn', (line) => lines.push(line) > 0);
  const given = { ...env, DATA_DIR: test.dataDir, API_TOKEN: operatorToken, STARTER: '0' };
  const service = await openService(readConfig(given), { renderer, log });
  const server = await startHttp(service, operatorToken);
  return {
    ...server,
    lines,
    async stop() {
      await server.stop();
      await service.close();
    },
  };
}

/** Connects ten times, and tells how often that was refused. */
async function refusals(url: string): Promise<string[]> {
  const said: string[] = [];
  for (let round = 0; round < 10; round += 1) {
    try {
      const database = await connect({ databaseUrl: url, dataDir: test.dataDir, poolSize: 2 });
      await database.close();
    } catch (error) {
      said.push(String(error));
    }
  }
  return said;
}

it('POOL-01 finds a pooler in transaction mode ten times of ten', async ({ skip }) => {
  const said = await refusals(pooled(skip, 'transaction'));
  expect(said).toHaveLength(10);
  expect(new Set(said).size).toBe(1);
});

it('POOL-01 takes neither the server itself nor session mode for one', async ({ skip }) => {
  expect(await refusals(directUrl())).toEqual([]);
  expect(await refusals(pooled(skip, 'session'))).toEqual([]);
});

it('POOL-02 refuses to start behind transaction pooling, and says what to set', async ({
  skip,
}) => {
  const { exitCode, out, err } = await runCli(['migrate'], {
    DATABASE_URL: pooled(skip, 'transaction'),
    DATA_DIR: test.dataDir,
  });
  expect(exitCode).toBe(1);
  const said = out + err;
  for (const words of ['transaction mode', '?prepare=false', 'LISTEN_DATABASE_URL', 'session mode'])
    expect(said).toContain(words);
  expect(said.trim().split('\n')).toHaveLength(1);
});

/** `npm run soak -- pooling` makes as many requests as POOL-03 says; the suite proves the same with few. */
const requests = process.env.POSTROAD_SOAK === undefined ? 300 : 2_000;
const atOnce = 40;

it('POOL-03 behind it, requests lose none, and live changes are heard', async ({ skip }) => {
  const url = `${pooled(skip, 'transaction')}?prepare=false`;
  const server = await serve({ DATABASE_URL: url, LISTEN_DATABASE_URL: directUrl() });
  try {
    expect(server.lines).toEqual([]);
    const live = await readLive(server.url, operatorToken);
    let next = 0;
    const statuses = new Map<number, number>();
    const client = async () => {
      for (let number = next++; number < requests; number = next++) {
        const body = { email: `p${number % 100}@example.com`, name: 'seen' };
        const { status } = await server.ask('POST', '/api/v1/events', { body });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, client));
    expect([...statuses]).toEqual([[201, requests]]);
    await server.ask('PATCH', '/api/v1/profile', { body: { name: 'the last' } });
    const heard = await live.changes(({ resource }) => resource === 'profile');
    expect(heard.some(({ resource }) => resource === 'events')).toBe(true);
    live.stop();
  } finally {
    await server.stop();
  }
});

it('POOL-04 without LISTEN_DATABASE_URL the start says so, and /live is 503', async ({ skip }) => {
  const server = await serve({ DATABASE_URL: `${pooled(skip, 'transaction')}?prepare=false` });
  try {
    expect(server.lines).toHaveLength(1);
    expect(server.lines[0]).toContain('LISTEN_DATABASE_URL');
    const { status, json, headers } = await server.ask('GET', '/api/v1/live');
    expect(status).toBe(503);
    expect(json.detail).toMatch(/^There are no live changes\. .*LISTEN_DATABASE_URL/);
    expect(headers.get('retry-after')).not.toBeNull();
    const made = await server.ask('POST', '/api/v1/themes', { body: { name: 'Deaf' } });
    expect(made.status).toBe(201);
  } finally {
    await server.stop();
  }
});

it.for([
  ['a pooler in transaction mode', 'transaction mode', () => pooler?.url('transaction')],
  ['another database', 'another database', () => new URL('/postgres', directUrl()).href],
] as const)('POOL-02 refuses a LISTEN_DATABASE_URL that leads to %s', async (row, { skip }) => {
  const [, words, listenUrl] = row;
  const url = `${pooled(skip, 'transaction')}?prepare=false`;
  await expect(
    connect({ databaseUrl: url, listenUrl: listenUrl(), dataDir: test.dataDir }),
  ).rejects.toThrow(words);
});

it('POOL-06 takes a Unix socket in both forms', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'postroad-socket-'));
  const { hostname, port, username, password, pathname } = new URL(directUrl());
  const server = createServer((near) => {
    const far = dial(Number(port), hostname).on('error', () => near.destroy());
    near
      .on('error', () => far.destroy())
      .pipe(far)
      .pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(join(folder, '.s.PGSQL.6543'), resolve));
  const user = `${username}:${password}`;
  try {
    for (const url of [
      `postgres://${user}@${encodeURIComponent(folder)}:6543${pathname}`,
      `postgres://${pathname}?user=${username}&password=${password}&host=${folder}&port=6543`,
      `postgres://${user}@${pathname}?host=${folder}&port=6543`,
    ]) {
      const database = await connect({ databaseUrl: url, dataDir: test.dataDir, poolSize: 1 });
      const [row] = await transaction(
        database,
        {},
        ({ sql }) => sql<{ name: string }[]>`select current_database() as name`,
      );
      await database.close();
      expect(`/${row?.name}`).toBe(pathname);
    }
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
});

it('POOL-07 a server that takes no writes is 503, and its connections are closed', async () => {
  const server = await serve({ DATABASE_URL: directUrl() });
  const name = new URL(directUrl()).pathname.slice(1);
  const admin = postgres(directUrl(), {
    max: 1,
    connection: { default_transaction_read_only: false },
  });
  const setReadOnly = (to: string) =>
    admin`alter database ${admin(name)} set default_transaction_read_only = ${admin(to)}`;
  const make = (title: string) => server.ask('POST', '/api/v1/themes', { body: { name: title } });
  try {
    expect((await make('Before')).status).toBe(201);
    await setReadOnly('on');
    await admin`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    let refused = await make('Meanwhile');
    // Until the service has noticed that its connections are gone.
    while (/does not answer/.test(String(refused.json.detail))) refused = await make('Meanwhile');
    expect(refused.status).toBe(503);
    expect(refused.json.detail).toContain('takes no writes at present, so nothing was stored');
    expect(refused.headers.get('retry-after')).not.toBeNull();
    const away = await server.ask('GET', '/readyz');
    expect(away.status).toBe(503);
    expect(away.json.reasons).toEqual(['The database takes no writes at present.']);
    // What connects from now on may write; a connection that was kept could not.
    await setReadOnly('off');
    await expect.poll(async () => (await server.ask('GET', '/readyz')).status).toBe(200);
    expect((await make('After')).status).toBe(201);
  } finally {
    await setReadOnly('off');
    await admin.end();
    await server.stop();
  }
});
