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
import { type DatabaseProxy, startDatabaseProxy } from '../../support/database-proxy.ts';

// @database postgres: an embedded database is no machine that may be gone.

let test: TestDatabase;
let proxy: DatabaseProxy;
let database: Database;

beforeEach(async () => {
  test = await createTestDatabase();
  proxy = await startDatabaseProxy(test.url ?? '');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  database = await connect({ databaseUrl: proxy.url, dataDir: test.dataDir, poolSize: 2 });
});

afterEach(async () => {
  vi.useRealTimers();
  proxy.close();
  await database.close();
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
  proxy.isGone = true;
  const failing = expect(asked()).rejects.toThrow(DatabaseAway);
  vi.advanceTimersByTime(limits.databaseLookMs + limits.databaseSilentSeconds * 1_000);
  await failing;
  expect(lost).toBeGreaterThan(0);
  proxy.isGone = false;
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
  await expect.poll(() => opening.length).toBe(1);
  opening[0]?.(new DatabaseSilent());
  for (const caller of callers) await expect(caller).rejects.toThrow(DatabaseSilent);
  expect(opening).toHaveLength(1);
  await connections.end(0);
});
