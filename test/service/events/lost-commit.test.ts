import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import type { Service } from '@postroad/service/app/service';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../support/database-proxy.ts';
import { renderer } from '../../support/service.ts';

// @database postgres: the embedded database has no connection that is lost.

let test: TestDatabase;
let proxy: DatabaseProxy;
let service: Service;

beforeAll(async () => {
  test = await createTestDatabase();
  proxy = await startDatabaseProxy(test.url ?? '');
  const env = { ...test.env, DATABASE_URL: proxy.url, STARTER: '0', LOG_LEVEL: 'error' };
  service = await openService(readConfig(env), { renderer });
});
afterAll(async () => {
  proxy.losesCommits = false;
  await service.close();
  proxy.close();
  await test.drop();
});

it('POOL-08 events that came together are recorded once where the answer to their commit is lost', async () => {
  const actor = { id: 'environment', name: 'test', scopes: ['admin' as const] };
  const calls = 30;
  proxy.losesCommits = true;
  const answers = await Promise.allSettled(
    Array.from({ length: calls }, (_, index) => {
      const input = { email: `reader-${index}@example.com`, name: 'lost' };
      return service.invoke('record_event', input, { actor });
    }),
  );
  proxy.losesCommits = false;
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
  }
  const sql = postgres(test.url ?? '', { max: 1, onnotice: () => undefined });
  const rows = await sql`
    select count(*)::int as events, count(distinct person_id)::int as people from events`;
  await sql.end();
  expect(rows).toEqual([{ events: calls, people: calls }]);
});
