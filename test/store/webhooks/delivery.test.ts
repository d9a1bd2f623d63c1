import { transaction } from '@postroad/store/platform/transaction';
import { listDeliveries } from '@postroad/store/webhooks/delivery';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';

let opened: OpenTestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
});

afterAll(() => opened.drop());

it('the few deliveries that failed are not looked for among all of an endpoint', async () => {
  const found = await transaction(opened.database, { rollback: true }, async (tx) => {
    const { sql } = tx;
    const [endpoint] = await sql<[{ id: number }]>`
      insert into webhook_endpoints (key, url, description, events, created_at, updated_at)
      values ('one', 'https://example.com', '', '{}', now(), now()) returning id`;
    await sql`
      insert into webhook_deliveries (endpoint_id, type, body, happened_at, status, due_at)
      select ${endpoint.id}, 'event.recorded', '{}', now(),
        case when i % 1000 = 1 then 'failed' else 'delivered' end, now()
      from generate_series(1, 5000) i`;
    await sql`analyze webhook_deliveries`;
    const scans = async () => {
      const rows = await sql<{ name: string; scans: number }[]>`
        select relname as name, pg_stat_get_xact_numscans(oid)::int as scans from pg_class
        where relname like 'webhook_deliveries%' order by 1`;
      return new Map(rows.map(({ name, scans }) => [name, scans]));
    };
    const before = await scans();
    const rows = await listDeliveries(
      tx,
      { endpointId: endpoint.id, status: 'failed' },
      { after: null, descending: true, limit: 10 },
    );
    const read = [...(await scans())].filter(([name, count]) => count > (before.get(name) ?? 0));
    return { count: rows.length, read: read.map(([name]) => name) };
  });
  expect(found).toEqual({ count: 5, read: ['webhook_deliveries_endpoint_id_status_id_idx'] });
});
