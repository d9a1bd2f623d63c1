import { workGateCheck } from '@postroad/store/flows/gate-check';
import { listRuns, type RunQuery } from '@postroad/store/flows/run-view';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';

let opened: OpenTestDatabase;

/** A flow with 8,000 people: each thousandth at a first step, the newest 2,000 at a gate, others between. */
beforeAll(async () => {
  opened = await openTestDatabase();
  const { pool } = opened.database;
  await pool`
    insert into people (email, subscribed_on, created_at, updated_at)
    select 'p' || n || '@example.com', current_date, now(), now() from generate_series(1, 8000) n`;
  await pool`
    insert into flows (key, name, run_policy, status, definition, created_at, updated_at)
    values ('one', 'One', 'repeat', 'live', '{"trigger":{"event":"paid"},"nodes":[]}', now(), now())`;
  await pool`
    insert into runs (flow_id, person_id, step_id, waiting, status, due_at, once, started_at)
    select f.id, p.id, case when p.id % 1000 = 0 then 1 when p.id > 6000 then 3 else 2 end, true, 'active',
      now() + interval '3 days', false, now()
    from flows f, people p order by p.id`;
  await pool`analyze runs`;
});

afterAll(() => opened.drop());

/** What was read, of the table of runs and its indexes, and how many rows of an index. */
async function readBy<Done>(tx: Tx, act: () => Promise<Done>) {
  const fetched = async () => {
    const rows = await tx.sql<{ name: string; scans: number; rows: number }[]>`
      select relname as name, pg_stat_get_xact_numscans(oid)::int as scans,
        pg_stat_get_xact_tuples_returned(oid)::int as rows
      from pg_class where relname like 'runs_%' or relname = 'runs' order by 1`;
    return new Map(rows.map((row) => [row.name, row]));
  };
  const before = await fetched();
  const done = await act();
  const read = [...(await fetched()).values()].filter(
    ({ name, scans }) => scans > (before.get(name)?.scans ?? 0),
  );
  const rows = read.reduce((sum, { name, rows }) => sum + rows - (before.get(name)?.rows ?? 0), 0);
  return { done, rows };
}

const query = { statuses: ['active', 'parked', 'frozen'], stepId: 1, personId: null } as const;

it.each([
  [query.statuses, 8],
  [['active'], 8],
  [['frozen'], 0],
] as const)(
  'people on a step who are %j are not looked for among all in the flow',
  async (statuses, count) => {
    const { done, rows } = await transaction(opened.database, { readOnly: true }, async (tx) => {
      const [flow] = await tx.sql<[{ id: number }]>`select id from flows`;
      const page: RunQuery = { ...query, statuses, flowId: flow.id, before: null, limit: 20 };
      return await readBy(tx, () => listRuns(tx, page));
    });
    expect(done.map(({ step_id }) => step_id)).toEqual(Array.from({ length: count }, () => 1));
    expect(done.map(({ id }) => id)).toEqual(done.map(({ id }) => id).toSorted((a, b) => b - a));
    expect(rows).toBeLessThan(100);
  },
);

it('a part of the people at a gate that changed reads that part alone', async () => {
  const found = await transaction(opened.database, { rollback: true }, async (tx) => {
    const { sql } = tx;
    await sql`
      insert into gate_checks (flow_id, step_id, created_at) select id, 3, now() from flows`;
    const first = await readBy(tx, () => workGateCheck(tx, 10));
    const second = await readBy(tx, () => workGateCheck(tx, 10));
    const due = await sql<{ id: number }[]>`
      select id from runs where due_at <= ${tx.now} order by id`;
    return { parts: [first, second], due: due.length };
  });
  expect(found.parts.map(({ done }) => done)).toEqual([10, 10]);
  expect(found.due).toBe(20);
  for (const { rows } of found.parts) expect(rows).toBeLessThan(100);
});
