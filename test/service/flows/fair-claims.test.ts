import { workGateCheck } from '@postroad/store/flows/gate-check';
import { wakeForChanges, wakeForEvents } from '@postroad/store/flows/gate-wakeups';
import { claimDueRuns, claimShares } from '@postroad/store/flows/run';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type FlowMoves, flowMoves, gate } from './flow-moves.ts';

let opened: TestService;
let moves: FlowMoves;
const flowIds = new Map<string, number>();
const many = 3_000;

beforeAll(async () => {
  opened = await openTestService();
  moves = flowMoves(opened);
  const condition = { type: 'has_tag', tag: 'go' };
  await moves.live('crowd', [{ id: 1, type: 'exit_flow' }]);
  await moves.live('few', [{ id: 1, type: 'exit_flow' }]);
  await moves.live('waiting', [gate(1, { condition })]);
  for (const key of ['crowd', 'few', 'waiting']) {
    const { flow } = await moves.call('get_flow', { flow_key: key });
    flowIds.set(key, flow.id);
  }
  await opened.database.pool`
    insert into people (email, subscribed_on, created_at, updated_at)
    select 'p' || i || '@example.com', '2026-01-01', now(), now()
    from generate_series(1, ${many}::int) i`;
});

afterAll(async () => {
  await opened.close();
});

const idOf = (key: string) => flowIds.get(key) ?? 0;

async function within<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
  return await transaction(opened.database, { testClock: true, rollback: true }, body);
}

describe('a backlog of one flow', () => {
  it('holds up no other, and is taken in order of its time', async () => {
    const { pool } = opened.database;
    // The last people are due first.
    await pool`
      insert into runs (flow_id, person_id, once, started_at, due_at)
      select ${idOf('crowd')}::bigint, p.id, true, i.test_clock_at,
        i.test_clock_at - interval '1 hour' - p.id * interval '1 second'
      from people p, engine_state i`;
    await pool`
      insert into runs (flow_id, person_id, once, started_at, due_at)
      select ${idOf('few')}::bigint, p.id, true, i.test_clock_at, i.test_clock_at
      from people p, engine_state i order by p.id limit 5`;
    const shared = await within((tx) =>
      claimShares(tx, { flowIds: [...flowIds.values()], share: 20, limit: 100 }),
    );
    const of = (key: string) => shared.filter((run) => run.flow_id === idOf(key)).length;
    expect([of('crowd'), of('few'), of('waiting')]).toEqual([20, 5, 0]);
    await moves.pass();
    const steps = await pool<{ flow_id: number; due_at: Date; person_id: number }[]>`
      select r.flow_id, r.person_id from run_steps s join runs r on r.id = s.run_id order by s.id`;
    expect(steps).toHaveLength(many + 5);
    const places = steps.flatMap((step, place) => (step.flow_id === idOf('few') ? place : []));
    // Two claims of five hundred each, and the second one shares.
    expect(Math.max(...places)).toBeLessThan(1_000);
    const crowd = steps.filter((step) => step.flow_id === idOf('crowd'));
    const batches = new Map<number, number[]>();
    for (const [place, { person_id }] of crowd.entries()) {
      const batch = Math.floor(place / 500);
      batches.set(batch, [...(batches.get(batch) ?? []), person_id]);
    }
    // A person in a later batch was due later, apart from the few places that others took.
    const first = batches.get(0) ?? [];
    const last = batches.get(5) ?? [];
    expect(Math.min(...first)).toBeGreaterThan(Math.max(...last));
  });
});

describe('people who wait and are not due', () => {
  /** What the statements of `body` read of runs. */
  async function readsOf(
    body: (tx: Tx) => Promise<unknown>,
  ): Promise<{ scans: number; rows: number }> {
    return await within(async (tx) => {
      const look = async () => {
        const [row] = await tx.sql<{ scans: number; rows: number }[]>`
          select seq_scan::int as scans, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
          from pg_stat_xact_user_tables where relname = 'runs'`;
        return row ?? { scans: 0, rows: 0 };
      };
      const before = await look();
      await body(tx);
      const after = await look();
      return { scans: after.scans - before.scans, rows: after.rows - before.rows };
    });
  }

  beforeAll(async () => {
    const { pool } = opened.database;
    await pool`
      insert into runs (flow_id, person_id, step_id, waiting, once, started_at, arrived_at,
        after_event, wait_condition, due_at)
      select ${idOf('waiting')}::bigint, p.id, 1, true, true, i.test_clock_at, i.test_clock_at, 0, true,
        case when p.id % 2 = 0 then i.test_clock_at + interval '30 days' end
      from people p, engine_state i`;
    await pool`analyze runs`;
  });

  const statements: [string, (tx: Tx) => Promise<unknown>][] = [
    ['a claim', (tx) => claimDueRuns(tx, 500)],
    [
      'a claim of shares',
      (tx) => claimShares(tx, { flowIds: [...flowIds.values()], share: 20, limit: 100 }),
    ],
    [
      'an event that nobody else waits for',
      async (tx) =>
        await wakeForEvents(tx, [
          { person_id: 1, event_id: 1, flow_id: idOf('crowd'), step_id: 1, run_id: null, chain: 0 },
        ]),
    ],
    [
      'a change of one person',
      async (tx) => await wakeForChanges(tx, [{ person_id: 1, run_id: null, chain: 0 }]),
    ],
    ['a look for checks of gates', (tx) => workGateCheck(tx, 100)],
  ];

  it.each(statements)('cost %s nothing', async (_name, body) => {
    const { scans, rows } = await readsOf(body);
    expect(scans).toBe(0);
    expect(rows).toBeLessThan(10);
  });
});
