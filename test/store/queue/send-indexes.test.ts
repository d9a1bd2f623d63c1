import { listOfIds } from '@postroad/store/platform/list-of-ids';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { CollectedWork } from '@postroad/store/platform/unit-of-work';
import { openLease } from '@postroad/store/queue/lease';
import {
  beginAttempts,
  claimDueSends,
  deferSends,
  endSends,
  holdSends,
  holdUntil,
  markSendsUncertain,
  unclaimSends,
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

/** How often this transaction looked into the index by status, and how many rows of the queue it changed. */
async function work({ sql }: Tx): Promise<{ walks: number; updates: number }> {
  const [row] = await sql<[{ walks: number; updates: number }]>`
    select pg_stat_get_xact_numscans('sends_status_due_at_id_idx'::regclass)::int as walks,
      pg_stat_get_xact_tuples_updated('sends'::regclass)::int as updates`;
  return row;
}

/** Begins attempts before the rest of the transaction, which else go out with its end. */
async function attempt(tx: Tx, ids: number[]): Promise<Set<number>> {
  const work = new CollectedWork(opened.database);
  const begun = beginAttempts({ ...tx, work }, lease, ids);
  for (const statement of work.statements(tx)) await statement;
  work.committed();
  return await begun;
}

it('HAND-01 a claim, an attempt and an end change no row of the queue, and find theirs by id', async () => {
  await transaction(opened.database, {}, async (tx) => {
    const before = await work(tx);
    const claimed = await claimDueSends(tx, lease, 120);
    const ids = claimed.map(({ id }) => id);
    const [held = 0, put = 0, deferred = 0, doubted = 0, ...ended] = ids;
    await holdSends(tx, lease, [held], '');
    await holdUntil(tx, lease, [{ id: put, due_at: tx.now, reason: '' }]);
    const begun = await attempt(tx, [deferred, doubted, ...ended]);
    await deferSends(tx, lease, [{ id: deferred, due_at: tx.now, attempts: 1, last_error: '' }]);
    await markSendsUncertain(tx, lease, [{ id: doubted, last_error: '' }]);
    const sent = { status: 'sent' as const, provider: null, provider_id: null, reason: null };
    const over = await endSends(
      tx,
      lease,
      ended.map((id) => ({ id, ...sent })),
    );
    expect([claimed.length, begun.size, over.size]).toEqual([120, 118, 116]);
    const after = await work(tx);
    // Those that are held, put off, deferred and doubted.
    expect([after.walks - before.walks, after.updates - before.updates]).toEqual([0, 4]);
    expect(await tx.sql`select from in_hand`).toHaveLength(0);
  });
});

it('HAND-03 claims what is due by priority, then by due time, and passes over what is in hand', async () => {
  const other = '00000000-0000-4000-8000-000000000002';
  const rolledBack = { rollback: true };
  await transaction(opened.database, rolledBack, async (tx) => {
    const { sql } = tx;
    await openLease(tx, other, 'test');
    await sql`delete from in_hand`;
    await sql`delete from sends`;
    await sql`
      insert into sends (id, person_id, email_id, source_kind, source_id, status, due_at, created_at)
      overriding system value
      select i, i, 1, case when i % 3 = 0 then 'flow' else 'broadcast' end, 1,
        case when i % 10 = 0 then 'holding' else 'scheduled' end,
        ${tx.now}::timestamptz + (i * 7 % 60 - 50) * interval '1 minute', now()
      from generate_series(1, 200) i`;
    const order = await sql<{ id: number }[]>`
      select id from sends where status = 'scheduled' and due_at <= ${tx.now}
      order by source_kind = 'broadcast', due_at, id`;
    const due = order.map(({ id }) => id);
    const claimed: number[] = [];
    for (let turn = 0; claimed.length < due.length; turn += 1) {
      const by = turn % 2 === 0 ? lease : other;
      const ids = (await claimDueSends(tx, by, 7)).map(({ id }) => id);
      claimed.push(...ids);
      if (turn % 3 === 0) await attempt(tx, ids);
    }
    expect(claimed).toEqual(due);
    expect(await claimDueSends(tx, lease, 7)).toEqual([]);
    await unclaimSends(tx, lease, due);
    const back = await claimDueSends(tx, other, due.length);
    expect(back.map(({ id }) => id)).toEqual(
      due.filter((id) => back.some((send) => send.id === id)),
    );
    expect(back.length).toBeGreaterThan(0);
  });
});

it('HAND-01 reads the rows it claims and those in hand, however long the queue is', async () => {
  await transaction(opened.database, { rollback: true }, async (tx) => {
    const { sql } = tx;
    await sql`
      insert into sends (person_id, email_id, source_kind, source_id, due_at, created_at)
      select 1 + i % 500, 1, 'broadcast', 100 + i / 500, ${tx.now}::timestamptz - interval '1 day', now()
      from generate_series(1, 20000) i`;
    const read = async () => {
      const [row] = await sql<[{ rows: number }]>`
        select pg_stat_get_xact_tuples_fetched('sends'::regclass)::int
          + pg_stat_get_xact_tuples_returned('sends'::regclass)::int as rows`;
      return row.rows;
    };
    // Enough for the plan to be one that is kept.
    for (let turn = 0; turn < 8; turn += 1) await claimDueSends(tx, lease, 200);
    const before = await read();
    expect(await claimDueSends(tx, lease, 200)).toHaveLength(200);
    expect((await read()) - before).toBeLessThan(10_000);
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
      select p.id, e.id, 'broadcast', source.id, 'holding', now() - interval '1 day', now()
      from people p, emails e, generate_series(1, 4) source (id)`;
    await sql`set local enable_seqscan = off`;
    const read = async () => {
      const [row] = await sql<[{ rows: number }]>`
        select pg_stat_get_xact_tuples_fetched('sends'::regclass)::int as rows`;
      return row.rows;
    };
    const before = await read();
    expect(await claimDueSends(tx, lease, 20)).toHaveLength(20);
    // A plan may sort the few hundred rows of the tests before it, which are due.
    expect((await read()) - before).toBeLessThan(500);
  });
});
