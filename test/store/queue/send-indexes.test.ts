import { listOfIds } from '@postroad/store/platform/list-of-ids';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { CollectedWork } from '@postroad/store/platform/unit-of-work';
import { openLease } from '@postroad/store/queue/lease';
import {
  beginAttempts,
  claimDueSends,
  deferSends,
  endSends,
  holdForWindows,
  holdSends,
  markSendsUncertain,
} from '@postroad/store/queue/send';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';

const lease = '00000000-0000-4000-8000-000000000001';

let opened: OpenTestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
  await transaction(opened.database, {}, async (tx) => {
    const { sql } = tx;
    await openLease(tx, lease, 'test');
    await sql`
      insert into emails (key, subject, pre_header, body_markdown, created_at, updated_at)
      values ('blank', '', '', '', now(), now())`;
    await sql`
      insert into people (email, subscribed_on, created_at, updated_at)
      select i || '@example.com', current_date, now(), now() from generate_series(1, 500) i`;
    await sql`
      insert into sends (person_id, email_id, source_kind, due_at, created_at)
      select p.id, e.id, 'test', now(), now() from people p, emails e`;
    await sql`analyze sends`;
  });
});

afterAll(() => opened.drop());

/** How often this transaction looked into the indexes by status and by lease. */
async function walks({ sql }: Tx): Promise<number> {
  const [row] = await sql<{ count: number; indexes: number }[]>`
    select sum(pg_stat_get_xact_numscans(oid))::int as count, count(*)::int as indexes
    from pg_class where relname in ('sends_status_due_at_id_idx', 'sends_lease_token_idx')`;
  expect(row?.indexes).toBe(2);
  return row?.count ?? 0;
}

/** Begins attempts before the rest of the transaction, which else go out with its end. */
async function attempt(tx: Tx, ids: number[]): Promise<Set<number>> {
  const work = new CollectedWork(opened.database);
  const begun = beginAttempts({ ...tx, work }, lease, ids);
  for (const statement of work.statements(tx)) await statement;
  work.committed();
  return await begun;
}

it('what is in hand is found by its ids, however much of it there is', async () => {
  await transaction(opened.database, {}, async (tx) => {
    const claimed = await claimDueSends(tx, lease, 120);
    const before = await walks(tx);
    const ids = claimed.map(({ id }) => id);
    const [held = 0, put = 0, deferred = 0, doubted = 0, ...ended] = ids;
    await holdSends(tx, lease, [held], '');
    await holdForWindows(tx, lease, [{ id: put, due_at: tx.now }], '');
    const begun = await attempt(tx, [deferred, doubted, ...ended]);
    await deferSends(tx, lease, [{ id: deferred, due_at: tx.now, attempts: 1, last_error: '' }]);
    await markSendsUncertain(tx, lease, [{ id: doubted, last_error: '' }]);
    const sent = { status: 'sent' as const, provider: null, provider_id: null, reason: null };
    const count = await endSends(
      tx,
      lease,
      ended.map((id) => ({ id, ...sent })),
    );
    expect([claimed.length, begun.size, count]).toEqual([120, 118, 116]);
    expect(await walks(tx)).toBe(before);
  });
});

it('a list of ids holds them as they are', async () => {
  const found = await transaction(opened.database, {}, async ({ sql }) => [
    ...(await sql<{ ids: number[] }[]>`select ${listOfIds(sql, [3, 1, 3])} as ids`),
    ...(await sql<{ ids: number[] }[]>`select ${listOfIds(sql, [])} as ids`),
  ]);
  expect(found.map(({ ids }) => ids)).toEqual([[3, 1, 3], []]);
});

it('BC-01 a claim reads nothing of the mail that a paused broadcast has in the queue', async () => {
  await transaction(opened.database, {}, async (tx) => {
    const { sql } = tx;
    await sql`
      insert into sends (person_id, email_id, source_kind, source_id, status, due_at, created_at)
      select p.id, e.id, 'broadcast', 1, 'holding', now() - interval '1 day', now()
      from people p, emails e`;
    await sql`set local enable_seqscan = off`;
    const read = async () => {
      const [row] = await sql<[{ rows: number }]>`
        select pg_stat_get_xact_tuples_fetched('sends'::regclass)::int as rows`;
      return row.rows;
    };
    const before = await read();
    expect(await claimDueSends(tx, lease, 20)).toHaveLength(20);
    expect((await read()) - before).toBeLessThan(100);
  });
});
