import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { claimOptOuts, countOptOuts, settleOptOuts } from '@postroad/store/sending/opt-out';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';

let opened: OpenTestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
});

afterAll(() => opened.drop());

/** As after an import of people who unsubscribed elsewhere, of whom the provider refused some. */
async function waiting({ sql }: Tx): Promise<void> {
  await sql`
    insert into people (email, subscribed_on, created_at, updated_at)
    select 'p' || n || '@example.com', current_date, now(), now() from generate_series(1, 5000) n`;
  await sql`
    insert into opt_outs (person_id, suppressed, status, due_at, created_at)
    select id, true, case when id % 1000 = 1 then 'given_up' else 'waiting' end,
      now() - id * interval '1 second', now() from people`;
  await sql`analyze opt_outs`;
}

/** The table and the indexes that were read in this transaction, with how often. */
async function scans({ sql }: Tx): Promise<Map<string, number>> {
  const rows = await sql<{ name: string; scans: number }[]>`
    select relname as name, pg_stat_get_xact_numscans(oid)::int as scans from pg_class
    where relname like 'opt_outs%' order by 1`;
  return new Map(rows.map(({ name, scans }) => [name, scans]));
}

async function readBy(tx: Tx, act: () => Promise<unknown>): Promise<string[]> {
  const before = await scans(tx);
  await act();
  return [...(await scans(tx))]
    .filter(([name, count]) => count > (before.get(name) ?? 0))
    .map(([name]) => name);
}

it('reports that the provider answered are not looked for among all that wait', async () => {
  const found = await transaction(opened.database, { rollback: true }, async (tx) => {
    await waiting(tx);
    const now = new Date();
    const claimed = await claimOptOuts(tx, { until: now, limit: 4 });
    const [first, second, third, fourth] = claimed.sort((a, b) => a.person_id - b.person_id);
    if (!first || !second || !third || !fourth) throw new Error('Four reports are due.');
    const changed = { ...fourth, change_id: first.change_id };
    const read = await readBy(tx, () =>
      settleOptOuts(tx, {
        done: [first, changed],
        deferred: [{ ...second, due_at: now, last_error: 'Later.' }],
        givenUp: [{ ...third, last_error: 'No.' }],
      }),
    );
    const left = await tx.sql<{ person_id: number; status: string; last_error: string | null }[]>`
      select person_id, status, last_error from opt_outs
      where person_id = any(${[first, second, third, fourth].map((one) => one.person_id)}::bigint[])
      order by person_id`;
    return {
      read,
      left: left.map(({ status, last_error }) => [status, last_error]),
    };
  });
  expect(found).toEqual({
    read: ['opt_outs_pkey'],
    left: [
      ['waiting', 'Later.'],
      ['given_up', 'No.'],
      ['waiting', null],
    ],
  });
});

it('reports are counted to a bound, and refused ones not among all that wait', async () => {
  const found = await transaction(opened.database, { rollback: true }, async (tx) => {
    await waiting(tx);
    let counted = {};
    const read = await readBy(tx, async () => {
      counted = await countOptOuts(tx, 100);
    });
    return { counted, reads: read.includes('opt_outs_person_id_idx') };
  });
  expect(found).toEqual({ counted: { waiting: 100, givenUp: 5 }, reads: true });
});
