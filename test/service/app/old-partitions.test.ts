import { OldPartitions } from '@postroad/service/app/upkeep/old-partitions';
import { keepPartitions } from '@postroad/service/app/upkeep/partitions';
import { Retention } from '@postroad/service/app/upkeep/retention';
import { keepPartitionsAhead } from '@postroad/store/platform/partitions/ahead';
import {
  listPartitions,
  type Partitioned,
  partitionedTables,
} from '@postroad/store/platform/partitions/partition';
import { transaction } from '@postroad/store/platform/transaction';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from './calling.ts';

// @database both: the embedded one locks and drops in its only connection.

/** Where the partitions of these tests begin, which have this many ids each. */
const start = 30_000_000;
const width = 100;

let opened: TestService;
let call: Calling['call'];
let flow: number;
let email: number;
let person: number;

beforeEach(async () => {
  opened = await openTestService({ env: { LOG_LEVEL: 'silent' } });
  ({ call } = calling(opened));
  email = (await call('create_email', { subject: 'Old', body_markdown: 'Hello' })).email.id;
  const definition = { trigger: { event: 'went' }, nodes: [{ id: 1, type: 'exit_flow' }] };
  flow = (await call('create_flow', { key: 'old', definition })).flow.id;
  await call('record_event', { email: 'ada@example.com', name: 'went' });
  const [row] = await opened.database.pool<[{ id: number }]>`select min(id) as id from people`;
  person = row.id;
  await divide(0);
});

afterEach(() => opened.close());

/** Gives ids up to a number from the start, and divides what is ahead of them. */
async function divide(given: number): Promise<void> {
  const { pool } = opened.database;
  await pool`select setval('sends_id_seq', ${start + given}), setval('runs_id_seq', ${start + given})`;
  for (const table of partitionedTables) {
    const step = () =>
      transaction(opened.database, {}, (tx) => keepPartitionsAhead(tx, table, () => width));
    while (await step());
  }
}

/** The ranges that begin at the start or above it. */
async function ranges(table: Partitioned): Promise<(number | null)[][]> {
  const all = await transaction(opened.database, { readOnly: true }, (tx) =>
    listPartitions(tx, table),
  );
  return all.map(({ from, to }) => [from && from - start, to && to - start]);
}

const count = async (table: Partitioned | 'past_sends' | 'runs') => {
  const { pool } = opened.database;
  const [row] = await pool<[{ count: number }]>`select count(*)::int from ${pool(table)}`;
  return row.count;
};

async function addRuns(ids: number[], endedAt: string | null): Promise<void> {
  const { pool } = opened.database;
  await pool`
    insert into runs (id, flow_id, person_id, status, once, started_at, ended_at, due_at)
    overriding system value
    select ${start}::bigint + n, ${flow}, ${person}, ${endedAt === null ? 'active' : 'completed'}, false,
      '2020-01-01', ${endedAt}::timestamptz, case when ${endedAt}::timestamptz is null then timestamptz '2100-01-01' end
    from unnest(${ids}::bigint[]) n`;
  await pool`
    insert into run_steps (run_id, step_id, outcome, recorded_at)
    select ${start}::bigint + n, 1, 'ran', '2020-01-01'
    from unnest(${ids}::bigint[]) n, generate_series(1, 3)`;
}

async function addMail(ids: number[], endedAt: string): Promise<void> {
  const { pool } = opened.database;
  await pool`
    insert into send_log (id, person_id, email_id, source_kind, source_id, step_id, status, attempts,
      due_at, ended_at)
    select ${start}::bigint + n, ${person}, ${email}, 'flow', ${flow}, 1, 'sent', 1, ${endedAt}, ${endedAt}
    from unnest(${ids}::bigint[]) n`;
  await pool`
    insert into tracking_hits (send_id, number, kind, occurred_at, head, prefetch, verdict)
    select ${start}::bigint + n, 0, 'open', ${endedAt}, false, false, 'human' from unnest(${ids}::bigint[]) n`;
  await pool`
    insert into send_feedback (send_id, kind, provider, occurred_at)
    select ${start}::bigint + n, 'delivered', 'smtp', ${endedAt} from unnest(${ids}::bigint[]) n`;
  await pool`
    insert into email_engagements (person_id, email_id, kind, first_at, last_at)
    values (${person}, ${email}, 'open', '2020-01-01', now()) on conflict do nothing`;
}

const keep = (settings: Record<`retention.${string}`, number>) =>
  call('update_settings', { settings });

async function forget(): Promise<void> {
  const retention = new Retention();
  for (let looked = 1; looked > 0; ) looked = await retention.round(opened);
}

const upTo = (...ids: number[]) => ids.flatMap((id) => Array.from({ length: 5 }, (_, n) => id + n));

it('PART-05 a partition of steps goes whole once all its runs have ended before what is kept', async () => {
  await addRuns(upTo(1, 101), '2020-02-01');
  await divide(250);
  await addRuns(upTo(201), '2020-02-01');
  await addRuns([220], null);
  await divide(350);
  await addRuns(upTo(301), new Date().toISOString());
  await divide(450);
  const before = await ranges('run_steps');
  expect(before.length).toBeGreaterThan(5);
  const old = new OldPartitions();
  await old.drop(opened);
  expect(await count('run_steps')).toBe(63);

  await keep({ 'retention.runs_days': 365 });
  await old.drop(opened);
  // The first two partitions are one without rows; the one with a run that waits stays.
  expect((await ranges('run_steps')).slice(0, 3)).toEqual([
    [null, 200],
    [200, 300],
    [300, 400],
  ]);
  expect(await count('run_steps')).toBe(33);
  expect(await count('runs')).toBe(21);

  await opened.database.pool`
    update runs set status = 'completed', ended_at = '2020-02-01', due_at = null where ended_at is null`;
  await old.drop(opened);
  expect((await ranges('run_steps')).slice(0, 2)).toEqual([
    [null, 300],
    [300, 400],
  ]);
  expect(await count('run_steps')).toBe(15);
  await old.drop(opened);
  expect((await ranges('run_steps'))[0]).toEqual([null, 300]);
});

it('PART-05 steps of runs are not removed row by row where their partition goes', async () => {
  await addRuns(upTo(1, 50), '2020-02-01');
  await divide(150);
  await keep({ 'retention.runs_days': 365 });
  const { pool } = opened.database;
  await pool`create function refuse() returns trigger language plpgsql as $$
    begin raise 'A row was deleted.'; end $$`;
  await pool`create trigger refuses before delete on run_steps for each row execute function refuse()`;
  await forget();
  expect(await count('run_steps')).toBe(0);
  expect((await ranges('run_steps'))[0]).toEqual([null, 100]);
  // Of the runs, the last of the person in the flow stays.
  expect(await count('runs')).toBe(1);
});

it('PART-05 mail leaves what counts of it, and then its partition goes', async () => {
  await addMail(upTo(1, 101), '2020-02-01');
  await divide(250);
  await addMail(upTo(201), new Date().toISOString());
  await divide(350);
  await keep({ 'retention.sends_days': 365 });
  await forget();
  for (const table of ['send_log', 'send_feedback', 'tracking_hits'] as const) {
    expect((await ranges(table)).slice(0, 2)).toEqual([
      [null, 200],
      [200, 300],
    ]);
    expect(await count(table)).toBe(5);
  }
  expect(await count('past_sends')).toBe(10);
  const past = await opened.database.pool`
    select from past_sends where status = 'sent' and delivered_at = '2020-02-01'`;
  expect(past).toHaveLength(10);
  const [engagement] = await opened.database.pool`
    select kept_first_at, kept_last_at from email_engagements`;
  expect(engagement).toEqual({
    kept_first_at: new Date('2020-02-01T00:00:00Z'),
    kept_last_at: new Date('2020-02-01T00:00:00Z'),
  });
});

it('PART-05 hits that are no longer kept leave their partition, while their mail stays', async () => {
  await addMail(upTo(1), '2020-02-01');
  await divide(150);
  await addMail(upTo(101), new Date().toISOString());
  await divide(250);
  await keep({ 'retention.hits_days': 365 });
  await forget();
  expect((await ranges('tracking_hits')).slice(0, 2)).toEqual([
    [null, 100],
    [100, 200],
  ]);
  expect((await ranges('send_log'))[0]).toEqual([null, 20_000_000 - start]);
  expect(await count('tracking_hits')).toBe(5);
  expect(await count('send_log')).toBe(10);
});

it('PART-05 a partition stays while mail of its ids waits in the queue, and late mail has a place', async () => {
  const { pool } = opened.database;
  await addMail(upTo(1), '2020-02-01');
  await pool`
    insert into sends (id, person_id, email_id, source_kind, source_id, due_at, created_at)
    overriding system value values (${start + 50}, ${person}, ${email}, 'flow', ${flow}, '2100-01-01', now())`;
  await divide(150);
  await keep({ 'retention.sends_days': 365 });
  await forget();
  expect(await count('send_log')).toBe(0);
  expect((await ranges('send_log')).slice(0, 2)).toEqual([
    [null, 0],
    [0, 100],
  ]);
  await pool`delete from sends`;
  await forget();
  expect((await ranges('send_log'))[0]).toEqual([null, 100]);
  await addMail([50], new Date().toISOString());
  await forget();
  expect(await count('send_log')).toBe(1);
});

it('PART-06 where a partition holds what is kept, old rows go in small steps', async () => {
  await addMail(upTo(1), '2020-02-01');
  await addMail([60], new Date().toISOString());
  await addRuns(upTo(1), '2020-02-01');
  await addRuns([60], null);
  await divide(150);
  await keep({ 'retention.sends_days': 365, 'retention.runs_days': 365 });
  await forget();
  for (const table of ['send_log', 'run_steps'] as const)
    expect((await ranges(table)).slice(0, 2)).toEqual([
      [null, 0],
      [0, 100],
    ]);
  expect(await count('send_log')).toBe(1);
  expect(await count('run_steps')).toBe(3);
});

it('PART-05 nothing goes of an account that keeps everything', async () => {
  await addMail(upTo(1), '2020-02-01');
  await addRuns(upTo(1), '2020-02-01');
  await divide(150);
  await forget();
  expect(await count('send_log')).toBe(5);
  expect(await count('run_steps')).toBe(15);
});

it('PART-02 upkeep gives rows that jumped ahead a partition, and gathers statistics of the whole', async () => {
  const { pool } = opened.database;
  await addMail(
    Array.from({ length: 2_000 }, (_, n) => 5_000_000 + n),
    new Date().toISOString(),
  );
  await pool`analyze`;
  const [named] = await pool<{ name: string }[]>`
    select tableoid::regclass::text as name from send_log limit 1`;
  await pool`update pg_class set reltuples = -1 where oid = 'send_log'::regclass`;
  await pool`select setval('sends_id_seq', ${start + 5_002_000})`;
  await keepPartitions(opened);
  expect((await ranges('send_log')).slice(-3)).toEqual([
    [expect.any(Number), 20_000_000],
    [20_000_000, 30_000_000],
    [30_000_000, null],
  ]);
  const [row] = await pool<{ name: string; counted: number }[]>`
    select tableoid::regclass::text as name,
      (select reltuples from pg_class where oid = 'send_log'::regclass)::int as counted
    from send_log limit 1`;
  expect(row).toEqual({ name: named?.name, counted: 2_000 });
});
