import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { limits } from '@postroad/core/platform/limits';
import { connect } from '@postroad/store/platform/connection/connect';
import { Connections } from '@postroad/store/platform/connection/connections';
import type { Database } from '@postroad/store/platform/connection/database';
import { DatabaseAway, DatabaseSilent } from '@postroad/store/platform/connection/database-away';
import { listenChanges } from '@postroad/store/platform/listen';
import { transaction } from '@postroad/store/platform/transaction';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

// @database postgres: an embedded database is no machine that may be gone.

let test: TestDatabase;
let proxy: Server;
let database: Database;
const sockets = new Set<Socket>();
/** Whether the proxy swallows what it gets, as the network does after a loss of power. */
let isGone = false;

beforeEach(async () => {
  test = await createTestDatabase();
  const server = new URL(test.url ?? '');
  proxy = createServer((client) => {
    const beyond = dial(Number(server.port), server.hostname);
    for (const [from, to] of [
      [client, beyond],
      [beyond, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined).on('data', (bytes) => isGone || to.write(bytes));
      from.on('close', () => isGone || to.destroy());
    }
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  const through = new URL(server);
  through.hostname = '127.0.0.1';
  through.port = String((proxy.address() as { port: number }).port);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  database = await connect({ databaseUrl: through.href, dataDir: test.dataDir, poolSize: 2 });
});

afterEach(async () => {
  vi.useRealTimers();
  for (const socket of sockets) socket.destroy();
  await database.close();
  proxy.close();
  await test.drop();
});

const ear = { heard: () => undefined, missed: () => undefined };
const asked = () => transaction(database, {}, ({ sql }) => sql`select 1 as one`);

it('POOL-08 a server that is gone without a word is noticed, and used again when it is back', async () => {
  await listenChanges(database, ear);
  await asked();
  let lost = 0;
  database.losses.on(() => {
    lost += 1;
  });
  isGone = true;
  const failing = expect(asked()).rejects.toThrow(DatabaseAway);
  vi.advanceTimersByTime(limits.databaseLookMs + limits.databaseSilentSeconds * 1_000);
  await failing;
  expect(lost).toBeGreaterThan(0);
  isGone = false;
  expect(await asked()).toEqual([{ one: 1 }]);
});

it('POOL-08 a statement that takes long is not taken for a server that is gone', async () => {
  await listenChanges(database, ear);
  const direct = postgres(test.url ?? '', { max: 1, onnotice: () => undefined });
  const holding = await direct.reserve();
  await holding`begin`;
  await holding`lock table people in access exclusive mode`;
  const slow = transaction(database, {}, ({ sql }) => sql`select 1 as one from people limit 0`);
  for (let minute = 0; minute < 60; minute += 1) {
    vi.advanceTimersByTime(limits.databaseLookMs);
    // The answer comes.
    await database.listener?.caughtUp();
  }
  await holding`rollback`;
  holding.release();
  expect(await slow).toEqual([]);
  await direct.end();
});

it('POOL-08 a connection that a silent server does not make refuses who waits for one too', async () => {
  const opening: ((error: unknown) => void)[] = [];
  const bigint = { to: 20, from: [20], serialize: String, parse: Number };
  const connections = new Connections(1, {
    open: (onclose) => postgres(test.url ?? '', { max: 1, types: { bigint }, onclose }),
    prepare: () => new Promise((_made, refuse) => opening.push(refuse)),
  });
  const callers = [1, 2, 3].map(() => connections.reserve());
  opening[0]?.(new DatabaseSilent());
  for (const caller of callers) await expect(caller).rejects.toThrow(DatabaseSilent);
  expect(opening).toHaveLength(1);
  await connections.end(0);
});
