import { setTimeout as pause } from 'node:timers/promises';
import { OldPartitions } from '@postroad/service/app/upkeep/old-partitions';
import { changePartitions } from '@postroad/service/app/upkeep/partitions';
import { migrate } from '@postroad/store/platform/migrate';
import { keepPartitionsAhead } from '@postroad/store/platform/partitions/ahead';
import { listPartitions } from '@postroad/store/platform/partitions/partition';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import postgres from 'postgres';
import { afterEach, expect, it } from 'vitest';
import {
  type OpenTestDatabase,
  openEmptyDatabase,
  openTestDatabase,
} from '../../support/database.ts';
import { migrationsUpTo, withMigrations } from '../../support/migration-part.ts';

// @database postgres: others write meanwhile, over connections of their own.

/** `npm run soak -- partitions` sets it: rows that are taken over, and rows that go with a partition. */
const soak = Number(process.env.POSTROAD_SOAK ?? 0);
const rows = soak > 0 ? soak : 4_000;
const insertsEachSecond = soak > 0 ? 1_000 : 200;
const timeLimit = soak > 0 ? 3_600_000 : 60_000;

let opened: OpenTestDatabase;

afterEach(() => opened.drop());

/** The last migration before tables had partitions. */
const lastUndivided = 64;

async function openBefore(): Promise<void> {
  opened = await openEmptyDatabase();
  await withMigrations(migrationsUpTo(lastUndivided), (directory) =>
    migrate(opened.database, directory),
  );
}

async function addMail(count: number): Promise<void> {
  const { pool } = opened.database;
  await pool`select setval('sends_id_seq', ${count})`;
  await pool`
    insert into send_log (id, person_id, email_id, source_kind, source_id, step_id, status, attempts,
      due_at, ended_at)
    select i, i % 100000, 1 + i % 50, 'flow', 1 + i % 7, 1, 'sent', 1, at, at
    from generate_series(1, ${count}::int) i
    cross join lateral (select timestamptz '2020-01-01' + i * interval '1 second' as at) t`;
  await pool`
    insert into send_feedback (send_id, kind, provider, occurred_at)
    select id, 'delivered', 'smtp', ended_at from send_log where id % 5 = 0`;
  await pool`
    insert into tracking_hits (send_id, number, kind, occurred_at, head, prefetch, verdict)
    select id, 0, 'open', ended_at, false, false, 'human' from send_log where id % 5 = 0`;
}

/** Of runs from a number on that ended long ago, five steps each. */
async function addSteps(count: number, from: number): Promise<void> {
  await opened.database.pool`
    insert into run_steps (run_id, step_id, outcome, recorded_at)
    select ${from}::bigint + i / 5, 1 + i % 5, 'ran', '2020-01-01' from generate_series(0, ${count}::int - 1) i`;
}

interface Written {
  inserts: number;
  failed: string[];
  longestMs: number;
  /** The longest that an insert was seen to wait for a lock; the rest is the load of the machine. */
  lockedMs: number;
}

/** Looks every few milliseconds how long inserts have waited for locks. */
async function watchLocks(written: Written, isDone: () => boolean): Promise<void> {
  const sql = postgres(opened.url ?? '', { max: 1, onnotice: () => undefined });
  while (!isDone()) {
    const [row] = await sql<[{ ms: number }]>`
      select coalesce(max(extract(epoch from clock_timestamp() - query_start)), 0)::float8 * 1000 as ms
      from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()
        and application_name = ${writer}`;
    written.lockedMs = Math.max(written.lockedMs, row.ms);
    await pause(5);
  }
  await sql.end();
}

const writer = 'partition-load';

/**
 * Inserts at a steady rate, however long those before take, until `during` has ended. Each is a
 * transaction: mail with its feedback and a hit, or a step.
 */
async function insertDuring(during: Promise<unknown>): Promise<Written> {
  const connection = { application_name: writer };
  const sql = postgres(opened.url ?? '', { max: 32, onnotice: () => undefined, connection });
  const written: Written = { inserts: 0, failed: [], longestMs: 0, lockedMs: 0 };
  const insert = (turn: number) =>
    turn % 2
      ? sql`
          with next as (select nextval('sends_id_seq') as id), feedback as (
            insert into send_feedback (send_id, kind, provider, occurred_at)
            select id, 'delivered', 'smtp', now() from next), hits as (
            insert into tracking_hits (send_id, number, kind, occurred_at, head, prefetch, verdict)
            select id, 0, 'open', now(), false, false, 'human' from next)
          insert into send_log (id, email_id, source_kind, source_id, status, attempts, due_at, ended_at)
          select id, 1, 'flow', 1, 'sent', 1, now(), now() from next`
      : sql`
          insert into run_steps (run_id, step_id, outcome, recorded_at)
          select nextval('runs_id_seq'), 1, 'ran', now()`;
  const write = async (turn: number) => {
    const at = performance.now();
    await insert(turn).then(
      () => undefined,
      (error: Error) => written.failed.push(error.message),
    );
    written.longestMs = Math.max(written.longestMs, performance.now() - at);
  };
  let isDone = false;
  const ended = during.finally(() => {
    isDone = true;
  });
  const watched = watchLocks(written, () => isDone);
  const pending: Promise<void>[] = [];
  const begin = performance.now();
  while (!isDone) {
    const due = ((performance.now() - begin) / 1000) * insertsEachSecond;
    for (; written.inserts < due; written.inserts += 1) pending.push(write(written.inserts));
    await pause(2);
  }
  await Promise.all(pending);
  await watched;
  await sql.end();
  await ended;
  return written;
}

async function counts() {
  const { pool } = opened.database;
  const [row] = await pool<[{ log: number; feedback: number; hits: number; steps: number }]>`
    select (select count(*)::int from send_log) as log,
      (select count(*)::int from send_feedback) as feedback,
      (select count(*)::int from tracking_hits) as hits,
      (select count(*)::int from run_steps) as steps`;
  return row;
}

const say = (what: object) => soak > 0 && process.stdout.write(`${JSON.stringify(what)}\n`);

/** The machine alone, the work, and the machine alone again. */
const between = async (work: () => Promise<void>) => {
  await pause(soak > 0 ? 10_000 : 200);
  await work();
  await pause(soak > 0 ? 5_000 : 200);
};

it(
  'PART-03 tables are taken over while others write, and no insert fails',
  async () => {
    await openBefore();
    await addMail(rows);
    await addSteps(rows, 1);
    await opened.database.pool`select setval('runs_id_seq', ${rows})`;
    await opened.database.pool`analyze`;
    const before = await counts();
    let took = 0;
    const { inserts, failed, longestMs, lockedMs } = await insertDuring(
      between(async () => {
        const at = performance.now();
        await migrate(opened.database);
        took = performance.now() - at;
      }),
    );
    say({ rows, inserts, failed: failed.length, longestMs, lockedMs, migrationMs: took });
    expect(failed).toEqual([]);
    const mail = Math.floor(inserts / 2);
    expect(await counts()).toEqual({
      log: before.log + mail,
      feedback: before.feedback + mail,
      hits: before.hits + mail,
      steps: before.steps + inserts - mail,
    });
    if (soak > 0) expect(longestMs).toBeLessThan(500);
  },
  timeLimit,
);

it(
  'PART-05 a partition of steps is dropped while others write, and no insert fails',
  async () => {
    opened = await openTestDatabase();
    const { pool } = opened.database;
    const from = 30_000_000;
    await pool`select setval('runs_id_seq', ${from})`;
    const width = Math.ceil(rows / 1_000) * 1_000;
    const deps = { database: opened.database, config: { testClock: false } };
    // Tries again while a vacuum has the table, as upkeep does.
    const divide = async () => {
      const ahead = (tx: Tx) => keepPartitionsAhead(tx, 'run_steps', () => width);
      while ((await changePartitions(deps, ahead)) !== false);
    };
    await divide();
    await addSteps(rows, from);
    await transaction(opened.database, {}, async ({ sql }) => {
      // Neither the person nor the flow of these runs is of interest.
      await sql`set local session_replication_role = replica`;
      await sql`
        insert into runs (id, flow_id, person_id, status, once, started_at, ended_at)
        overriding system value
        select ${from}::bigint + i, 1, i, 'completed', false, '2020-01-01', '2020-01-01'
        from generate_series(0, ${rows}::int / 5 - 1) i`;
      await sql`
        insert into settings (key, value, updated_at) values ('retention.runs_days', '30', now())`;
    });
    await pool`select setval('runs_id_seq', ${from + 2 * width})`;
    await divide();
    await pool`analyze`;
    const old = new OldPartitions();
    let took = 0;
    const isDropped = async () => {
      const [first] = await transaction(opened.database, { readOnly: true }, (tx) =>
        listPartitions(tx, 'run_steps'),
      );
      return (first?.to ?? 0) >= from + width;
    };
    let rounds = 0;
    const drop = async () => {
      for (; !(await isDropped()); rounds += 1) {
        const at = performance.now();
        await old.drop(deps);
        took = performance.now() - at;
      }
    };
    const { inserts, failed, longestMs, lockedMs } = await insertDuring(between(drop));
    say({
      dropped: rows,
      inserts,
      failed: failed.length,
      longestMs,
      lockedMs,
      rounds,
      dropMs: took,
    });
    expect(failed).toEqual([]);
    const [left] = await pool<[{ old: number; fresh: number }]>`
      select count(*) filter (where run_id < ${from + width})::int as old,
        count(*) filter (where run_id > ${from + 2 * width})::int as fresh from run_steps`;
    expect(left).toEqual({ old: 0, fresh: Math.ceil(inserts / 2) });
    if (soak > 0) {
      expect(took).toBeLessThan(1_000);
      expect(lockedMs).toBeLessThan(100);
    }
  },
  timeLimit,
);
