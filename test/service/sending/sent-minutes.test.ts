import { SentMinutes } from '@postroad/service/sending/sent-minutes';
import { connect } from '@postroad/store/platform/connection/connect';
import type { Database } from '@postroad/store/platform/connection/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../support/database-proxy.ts';

// @database postgres: the embedded database has no connection that is lost.

let test: TestDatabase;
let proxy: DatabaseProxy;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  proxy = await startDatabaseProxy(test.url ?? '');
  database = await connect({ databaseUrl: proxy.url, dataDir: '', poolSize: 1 });
});
afterAll(async () => {
  proxy.losesCommits = false;
  await database.close();
  proxy.close();
  await test.drop();
});

const total = async () => {
  const [row] = await database.pool<[{ sent: number }]>`
    select coalesce(sum(sent), 0)::int as sent from sent_minutes`;
  return row.sent;
};

it('POOL-08 a mail counts once in the mails of the last minute where the answer to the commit is lost', async () => {
  const minutes = new SentMinutes();
  minutes.add(new Date('2026-01-01T00:00:00Z'), 3);
  proxy.losesCommits = true;
  await expect(minutes.flush(database)).rejects.toMatchObject({ name: 'DatabaseAway' });
  proxy.losesCommits = false;
  await minutes.flush(database);
  expect(await total()).toBe(3);
});

it('POOL-08 what was not written before the database went away is written afterwards', async () => {
  const minutes = new SentMinutes();
  minutes.add(new Date('2026-01-01T00:01:00Z'), 4);
  const closed = await connect({ databaseUrl: proxy.url, dataDir: '', poolSize: 1 });
  await closed.close();
  await expect(minutes.flush(closed)).rejects.toThrow();
  await minutes.flush(database);
  expect(await total()).toBe(7);
});
