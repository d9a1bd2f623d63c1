import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { listSends } from '@postroad/store/queue/send-view';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';

let opened: OpenTestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
});

afterAll(() => opened.drop());

/** The log and its indexes, with how often this transaction read each. */
async function scansOfLog({ sql }: Tx): Promise<Map<string, number>> {
  const rows = await sql<{ name: string; scans: number }[]>`
    select relname as name, pg_stat_get_xact_numscans(oid)::int as scans from pg_class
    where relname like 'send_log_p0%' order by 1`;
  return new Map(rows.map(({ name, scans }) => [name, scans]));
}

it('COUNT-07 failed mail of a source is read by an index of what was not sent', async () => {
  const found = await transaction(opened.database, { rollback: true }, async (tx) => {
    const { sql } = tx;
    await sql`
      insert into send_log (id, email_id, source_kind, source_id, status, attempts, due_at, ended_at)
      select i, 1, 'broadcast', 1 + i % 4, case when i % 50 = 1 then 'failed' else 'sent' end, 1, now(),
        now() - i * interval '1 second' from generate_series(1, 4000) i`;
    await sql`analyze send_log`;
    const scans = () => scansOfLog(tx);
    const before = await scans();
    const rows = await listSends(tx, {
      ...{ personId: null, emailId: null, sourceKind: 'broadcast', sourceId: 2 },
      ...{ status: 'failed', since: null, until: null, after: null, descending: true, limit: 10 },
    });
    const read = [...(await scans())].filter(([name, count]) => count > (before.get(name) ?? 0));
    return { ids: rows.map(({ id }) => id), read: read.map(([name]) => name) };
  });
  expect(found).toEqual({
    ids: [1, 101, 201, 301, 401, 501, 601, 701, 801, 901],
    read: ['send_log_p0_source_kind_source_id_status_ended_at_id_idx'],
  });
});

it('COUNT-07 failed messages, which have no source, are not looked for among all failed mail', async () => {
  const found = await transaction(opened.database, { rollback: true }, async (tx) => {
    const { sql } = tx;
    await sql`
      insert into send_log (id, email_id, source_kind, source_id, status, attempts, due_at, ended_at)
      select i, 1, case when i > 2000 then 'message' else 'flow' end,
        case when i <= 2000 then 1 end,
        case when i <= 2000 or i > 3980 and i % 2 = 1 then 'failed' else 'sent' end, 1, now(),
        now() - i * interval '1 second' from generate_series(1, 4000) i`;
    await sql`analyze send_log`;
    const scans = () => scansOfLog(tx);
    const pages = [];
    for (const descending of [true, false]) {
      const before = await scans();
      const rows = await listSends(tx, {
        ...{ personId: null, emailId: null, sourceKind: 'message', sourceId: null },
        ...{ status: 'failed', since: null, until: null, after: null, descending, limit: 5 },
      });
      const read = [...(await scans())].filter(([name, count]) => count > (before.get(name) ?? 0));
      pages.push({ ids: rows.map(({ id }) => id), read: read.map(([name]) => name) });
    }
    return pages;
  });
  const read = ['send_log_p0_source_kind_source_id_status_ended_at_id_idx'];
  expect(found).toEqual([
    { ids: [3981, 3983, 3985, 3987, 3989], read },
    { ids: [3999, 3997, 3995, 3993, 3991], read },
  ]);
});

it('COUNT-10 the queue is vacuumed by the number of its dead rows, and the logs by what is new', async () => {
  const rows = await opened.database.pool<{ name: string; options: string[] }[]>`
    select relname as name, reloptions as options from pg_class
    where relname in ('sends', 'send_log_p0', 'events', 'run_steps_p0') order by 1`;
  const inserted = ['autovacuum_vacuum_insert_scale_factor=0.02'];
  expect(rows.map(({ name, options }) => [name, options])).toEqual([
    ['events', inserted],
    ['run_steps_p0', inserted],
    ['send_log_p0', inserted],
    [
      'sends',
      [
        ...['autovacuum_vacuum_scale_factor=0', 'autovacuum_vacuum_threshold=20000'],
        'autovacuum_vacuum_cost_delay=0',
      ],
    ],
  ]);
});
