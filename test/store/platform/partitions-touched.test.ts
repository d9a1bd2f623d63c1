import { forgetRuns } from '@postroad/store/flows/forget-runs';
import { findDoneSteps, insertRunSteps } from '@postroad/store/flows/run';
import { lastSteps } from '@postroad/store/flows/run-control';
import { traceOf } from '@postroad/store/flows/run-view';
import { erasePerson } from '@postroad/store/people/erase';
import { keepPartitionsAhead, keepStatistics } from '@postroad/store/platform/partitions/ahead';
import { partitionedTables } from '@postroad/store/platform/partitions/partition';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { countFacts, countWaiting, uncountFailed } from '@postroad/store/queue/figures';
import { forgetSends, listOldSends } from '@postroad/store/queue/forget-sends';
import { requeueFailed } from '@postroad/store/queue/resend';
import { findSend, listSends } from '@postroad/store/queue/send-view';
import { stepsOfRuns } from '@postroad/store/sending/explain';
import {
  acceptUncertain,
  addFeedback,
  addRefusedAddresses,
  findSentTo,
} from '@postroad/store/sending/send-feedback';
import { timelineSends, timelineSteps } from '@postroad/store/sending/timeline';
import {
  findTrackedSends,
  forgetHits,
  listHitSends,
  readHits,
  recountEngagements,
  writeHits,
} from '@postroad/store/sending/tracking-hit';
import { endsOf } from '@postroad/store/sequences/sequence-run';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';

// @database postgres: what a plan touches, which both plan alike.

let opened: OpenTestDatabase;

const width = 10_000;
const first = 30_000_000;
/** Mail and runs of the last of three partitions with rows. */
const ids = [first + width + 1, first + width + 2, first + width + 77];
const [id = 0] = ids;
const person = 42;

beforeAll(async () => {
  opened = await openTestDatabase();
  const { database } = opened;
  const { pool } = database;
  for (const last of [first, first + 2 * width]) {
    await pool`select setval('sends_id_seq', ${last}), setval('runs_id_seq', ${last})`;
    await transaction(database, {}, async (tx) => {
      for (const table of partitionedTables)
        while (await keepPartitionsAhead(tx, table, () => width));
    });
  }
  await transaction(database, {}, async (tx) => {
    const { sql } = tx;
    await sql`
      insert into emails (id, key, subject, created_at, updated_at)
      overriding system value select n, 'email-' || n, 'News', now(), now() from generate_series(1, 20) n`;
    await sql`
      insert into flows (id, key, name, run_policy, status, definition, created_at, updated_at)
      overriding system value values (1, 'flow', 'Flow', 'repeat', 'live', '{}', now(), now())`;
    // No counts of these rows are of interest.
    await sql`set local session_replication_role = replica`;
    await sql`
      insert into people (id, email, subscribed_on, created_at, updated_at) overriding system value
      select n, n || '@example.com', '2026-01-01', now(), now() from generate_series(1, 3000) n`;
    await sql`
      insert into send_log (id, person_id, email_id, source_kind, source_id, step_id, status, attempts, due_at, ended_at)
      select id, 1 + id % 3000, 1 + id % 20, 'flow', 1, 1, case id % 11 when 0 then 'failed' else 'sent' end, 1, at, at
      from generate_series(${first - width + 1}::bigint, ${first + 2 * width}::bigint) id
      cross join lateral (select now() - (${first + 3 * width} - id) * interval '1 minute' as at) t`;
    await sql`
      insert into send_feedback (send_id, kind, provider, occurred_at)
      select id, 'delivered', 'smtp', ended_at from send_log`;
    await sql`
      insert into tracking_hits (send_id, number, kind, occurred_at, head, prefetch, verdict)
      select id, 0, 'open', ended_at, false, false, 'human' from send_log`;
    await sql`
      insert into runs (id, flow_id, person_id, status, once, started_at, ended_at)
      overriding system value select id, 1, person_id, 'completed', false, ended_at, ended_at from send_log`;
    await sql`
      insert into run_steps (run_id, step_id, outcome, recorded_at)
      select id, 1 + n % 3, 'ran', ended_at from send_log, generate_series(1, 3) n`;
  });
  await pool`analyze`;
  await transaction(database, {}, async (tx) => {
    for (const table of partitionedTables) await keepStatistics(tx, table);
  });
});

afterAll(() => opened.drop());

/** Of each partition, how often it or an index of it was read, and how many rows it got. */
async function uses({ sql }: Tx): Promise<Map<string, number>> {
  const rows = await sql<{ partition: string; uses: number }[]>`
    select p.relname as partition, (pg_stat_get_xact_numscans(p.oid) + pg_stat_get_xact_tuples_inserted(p.oid)
      + coalesce((select sum(pg_stat_get_xact_numscans(indexrelid)) from pg_index where indrelid = p.oid), 0))::int as uses
    from pg_class p where p.relispartition and p.relkind = 'r' order by 1`;
  return new Map(rows.map(({ partition, uses }) => [partition, uses]));
}

/**
 * Letters for the partitions that a call touches, of each table: P, A and B have rows, C has one, and
 * N are the two ahead.
 */
async function touched(call: (tx: Tx) => Promise<unknown>): Promise<string> {
  const letters = new Map(
    Object.entries({ _p0: '', _p20000000: 'P', _p30000000: 'A', _p30010000: 'B', _p30020000: 'C' }),
  );
  return await transaction(opened.database, { rollback: true }, async (tx) => {
    const before = await uses(tx);
    await call(tx);
    const after = await uses(tx);
    const found = new Map<string, string>();
    for (const [name, count] of after) {
      if (count === before.get(name)) continue;
      const [, table = '', suffix = ''] = /^(\w+)(_p\d+)$/.exec(name) ?? [];
      const letter = letters.get(suffix) ?? 'N';
      found.set(table, `${found.get(table) ?? ''}${letter}`);
    }
    return [...found].map(([table, which]) => `${table} ${which}`).join(', ');
  });
}

const hit = {
  ...{
    send_id: id,
    number: 1,
    kind: 'open' as const,
    link: null,
    link_set: null,
    link_number: null,
  },
  ...{ occurred_at: new Date(), head: false, prefetch: false, provider: null, user_agent: null },
  verdict: 'human' as const,
};
const feedback = { send_id: id, provider: 'smtp', occurred_at: new Date(), details: {} };
const page = {
  ...{ personId: null, emailId: null, sourceKind: null, sourceId: null, status: null },
  ...{ since: null, until: null, after: null, descending: true, limit: 10 },
};
const bound = { personId: person, us: 4_000_000_000_000_000, id: 0, limit: 10 };
const soon = new Date(Date.now() + 60_000);
/** Failed mail of that partition. */
const failed = ids.map((_, n) => Math.ceil((first + width) / 11) * 11 + 11 * n);

const golden: [string, (tx: Tx) => Promise<unknown>, string][] = [
  ['findSentTo', (tx) => findSentTo(tx, ids), 'send_log B'],
  ['findTrackedSends', (tx) => findTrackedSends(tx, ids), 'send_log B'],
  ['readHits', (tx) => readHits(tx, ids), 'tracking_hits B'],
  ['writeHits', (tx) => writeHits(tx, [hit]), 'tracking_hits B'],
  ['forgetHits', (tx) => forgetHits(tx, ids), 'tracking_hits B'],
  ['listHitSends', (tx) => listHitSends(tx, { after: id, limit: 50 }), 'tracking_hits B'],
  [
    'addFeedback',
    (tx) => addFeedback(tx, { ...feedback, kind: 'complained' }),
    'send_feedback B, send_log B',
  ],
  ['addRefusedAddresses', (tx) => addRefusedAddresses(tx, failed), 'send_feedback B, send_log B'],
  ['acceptUncertain', (tx) => acceptUncertain(tx, id, 'smtp', null), ''],
  [
    'countFacts',
    (tx) =>
      countFacts(tx, [{ send_id: id, figure: 'opened', at: new Date(), link: null, count: 1 }]),
    'send_log B',
  ],
  ['countWaiting', (tx) => countWaiting(tx), ''],
  [
    'uncountFailed',
    (tx) => uncountFailed(tx, failed),
    'send_feedback B, send_log B, tracking_hits B',
  ],
  [
    'requeueFailed',
    (tx) => requeueFailed(tx, failed),
    'send_feedback B, send_log B, tracking_hits B',
  ],
  ['findSend', (tx) => findSend(tx, id), 'send_log B'],
  ['endsOf', (tx) => endsOf(tx, ids), 'send_log B'],
  ['forgetSends', (tx) => forgetSends(tx, ids), 'send_feedback B, send_log B'],
  [
    'insertRunSteps',
    (tx) =>
      insertRunSteps(tx, [{ run_id: id, step_id: 1, outcome: 'ran', arm: null, reason: null }]),
    'run_steps B',
  ],
  ['findDoneSteps', (tx) => findDoneSteps(tx, ids), 'run_steps B'],
  [
    'lastSteps',
    (tx) => lastSteps(tx, { runIds: ids, stepIds: [1], outcomes: ['ran'] }),
    'run_steps B',
  ],
  ['traceOf', (tx) => traceOf(tx, id, 50), 'run_steps B'],
  ['stepsOfRuns', (tx) => stepsOfRuns(tx, ids), 'run_steps B'],
  // The oldest runs, whose steps are where they are.
  ['forgetRuns', (tx) => forgetRuns(tx, { before: soon, after: null, limit: 10 }), 'run_steps P'],
  // Of one person: mail anywhere, and what belongs to it where it is.
  [
    'recountEngagements',
    (tx) => recountEngagements(tx, [{ person_id: person, email_id: 2 }]),
    'send_log PABCNN, tracking_hits PAB',
  ],
  ['timelineSends', (tx) => timelineSends(tx, bound), 'send_log PABCNN'],
  ['timelineSteps', (tx) => timelineSteps(tx, bound), 'run_steps PAB'],
  [
    'erasePerson',
    (tx) => erasePerson(tx, { id: person, address_hash: '00' }),
    'run_steps PAB, send_feedback PAB, send_log PABCNN, tracking_hits PAB',
  ],
  // Pages and steps through all mail, in an order of time: the first row of each partition.
  ['listSends', (tx) => listSends(tx, page), 'send_log PABCNN'],
  [
    'listSends of a source',
    (tx) => listSends(tx, { ...page, sourceKind: 'flow', sourceId: 1, status: 'failed' }),
    'send_log PABCNN',
  ],
  [
    'listOldSends',
    (tx) => listOldSends(tx, 'sent', { before: soon, after: null, limit: 10 }),
    'send_log PABCNN',
  ],
];

it.each(golden)('PART-09 %s touches the partitions of its ids', async (_, call, expected) => {
  expect(await touched(call)).toBe(expected);
});
