import { migrate } from '@postroad/store/platform/migrate';
import { keepPartitionsAhead } from '@postroad/store/platform/partitions/ahead';
import {
  lastId,
  listPartitions,
  partitioned,
  partitionedTables,
  partitionWidth,
} from '@postroad/store/platform/partitions/partition';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type OpenTestDatabase,
  openEmptyDatabase,
  openTestDatabase,
} from '../../support/database.ts';
import { migrationsUpTo, runStatements, withMigrations } from '../../support/migration-part.ts';

// @database both: the embedded one has other ways to lock, and the same migrations (PART-04).

let opened: OpenTestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
});

afterAll(() => opened.drop());

const kept = <T>(work: (tx: Tx) => Promise<T>) => transaction(opened.database, {}, work);
const undone = <T>(work: (tx: Tx) => Promise<T>) =>
  transaction(opened.database, { rollback: true }, work);

const ranges = async (tx: Tx, table: (typeof partitionedTables)[number]) =>
  (await listPartitions(tx, table)).map(({ from, to }) => [from, to]);

const insertLog = ({ sql }: Tx, ids: number[]) => sql`
  insert into send_log (id, email_id, source_kind, source_id, status, attempts, due_at, ended_at)
  select id, 1, 'flow', 1, 'sent', 1, now(), now() from unnest(${ids}::bigint[]) id`;

describe('partitions', () => {
  it('PART-01 hold ranges of ids of mail and of runs', async () => {
    const keys = await undone(
      ({ sql }) => sql<{ name: string; key: string }[]>`
        select relname as name, pg_get_partkeydef(oid) as key from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'p' order by 1`,
    );
    expect(Object.fromEntries(keys.map(({ name, key }) => [name, key]))).toEqual(
      Object.fromEntries(
        partitionedTables.map((table) => [table, `RANGE (${partitioned[table].key})`]),
      ),
    );
  });

  it.each(partitionedTables)(
    'PART-02 of %s have a place for every id and no default',
    async (table) => {
      const found = await undone((tx) => ranges(tx, table));
      expect(found).toEqual([
        [null, 20_000_000],
        [20_000_000, 30_000_000],
        [30_000_000, null],
      ]);
      const [row] = await opened.database.pool<[{ count: number }]>`
      select count(*)::int from pg_class
      where relispartition and pg_get_expr(relpartbound, oid) = 'DEFAULT'`;
      expect(row.count).toBe(0);
    },
  );

  it('PART-02 take any id', async () => {
    const ids = [-5, 0, 1, 19_999_999, 20_000_000, 29_999_999, 30_000_000, Number.MAX_SAFE_INTEGER];
    const found = await undone(async (tx) => {
      await insertLog(tx, ids);
      return await tx.sql<{ id: number }[]>`select id from send_log order by id`;
    });
    expect(found.map(({ id }) => id)).toEqual(ids);
  });

  it('PART-02 become longer once an account has many ids', () => {
    expect([0, 99_999_999, 100_000_000, 9e9].map(partitionWidth)).toEqual([1e7, 1e7, 1e8, 1e8]);
  });
});

/** Steps of one table, each in a transaction of its own, until there is nothing more to do. */
async function keepAhead(
  table: (typeof partitionedTables)[number],
  width: number,
): Promise<number> {
  let steps = 0;
  while (await kept((tx) => keepPartitionsAhead(tx, table, () => width))) {
    steps += 1;
    expect(steps).toBeLessThan(10);
  }
  return steps;
}

/** Two partitions begin above the last id, and every id between the first and the last has one. */
async function expectAhead(table: (typeof partitionedTables)[number]): Promise<void> {
  const [found, last] = await undone(
    async (tx) => [await ranges(tx, table), await lastId(tx, table)] as const,
  );
  expect(found.filter(([from]) => (from ?? 0) > last).length).toBeGreaterThanOrEqual(2);
  expect(found[0]?.[0]).toBeNull();
  expect(found.at(-1)?.[1]).toBeNull();
  for (const [index, [from]] of found.slice(1).entries()) expect(from).toBe(found[index]?.[1]);
}

describe('upkeep', () => {
  const width = 1_000;
  const give = (id: number) => kept(({ sql }) => sql`select setval('sends_id_seq', ${id})`);

  it('PART-02 has nothing to do while two partitions are ahead', async () => {
    for (const table of partitionedTables) expect(await keepAhead(table, 10_000_000)).toBe(0);
  });

  it('PART-02 keeps two partitions ahead as ids are given one after the other', async () => {
    for (let id = 29_999_000; id < 30_012_000; id += 700) {
      await give(id);
      await kept((tx) => insertLog(tx, [id]));
      expect(await keepAhead('send_log', width)).toBeLessThanOrEqual(1);
      await expectAhead('send_log');
    }
    const names = await undone((tx) => listPartitions(tx, 'send_log'));
    expect(names.map(({ name }) => name)).toContain('send_log_p30005000');
  });

  it('PART-02 gives rows that jumped far ahead a partition, reading them while others write', async () => {
    await kept((tx) => insertLog(tx, [40_000_003, 40_000_001]));
    await give(40_000_005);
    expect(await kept((tx) => keepPartitionsAhead(tx, 'send_log', () => width))).toBe(true);
    // Rows are held to the bound and not looked at yet; others write.
    await kept((tx) => insertLog(tx, [40_000_004]));
    expect(await keepAhead('send_log', width)).toBeGreaterThanOrEqual(2);
    await expectAhead('send_log');
    const checks = await opened.database.pool`
      select conname from pg_constraint where conname like '%bound_check'`;
    expect(checks).toHaveLength(0);
  });

  it('PART-02 begins again where ids went past the bound that it had set', async () => {
    await kept((tx) => insertLog(tx, [50_000_003]));
    await give(50_000_003);
    expect(await kept((tx) => keepPartitionsAhead(tx, 'send_log', () => width))).toBe(true);
    await give(50_009_000);
    await keepAhead('send_log', width);
    await expectAhead('send_log');
    await kept((tx) => insertLog(tx, [50_009_000]));
  });

  it('PART-02 keeps two partitions ahead of ids that step by 16', async () => {
    await kept(({ sql }) => sql`alter sequence sends_id_seq increment by 16 restart with 60000003`);
    for (let turn = 0; turn < 5; turn += 1) {
      const ids = await kept(
        ({ sql }) => sql<{ id: number }[]>`
          select nextval('sends_id_seq') as id from generate_series(1, 50)`,
      );
      await kept((tx) =>
        insertLog(
          tx,
          ids.map(({ id }) => id),
        ),
      );
      await keepAhead('send_log', width);
      await expectAhead('send_log');
    }
    await kept(({ sql }) => sql`alter sequence sends_id_seq increment by 1 restart with 70000001`);
  });

  it('PART-02 divides each table, and new partitions have the options of the others', async () => {
    await give(80_000_000);
    await kept(({ sql }) => sql`select setval('runs_id_seq', 90000000)`);
    for (const table of partitionedTables) {
      await keepAhead(table, width);
      await expectAhead(table);
    }
    const options = await opened.database.pool<{ table: string; options: string[] | null }[]>`
      select distinct i.inhparent::regclass::text as table, c.reloptions as options
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where c.relkind = 'r' order by 1`;
    expect(options.map(({ table, options }) => [table, options])).toEqual([
      ['run_steps', ['autovacuum_vacuum_insert_scale_factor=0.02']],
      ['send_feedback', null],
      ['send_log', ['autovacuum_vacuum_insert_scale_factor=0.02']],
      ['tracking_hits', null],
    ]);
  });

  it('writes each table by its keys, wherever the row is', async () => {
    await kept(async ({ sql }) => {
      for (const id of [7, 25_000_000, 80_000_001]) {
        await sql`insert into send_feedback (send_id, kind, provider, occurred_at)
          values (${id}, 'delivered', 'smtp', now())`;
        await sql`insert into send_feedback (send_id, kind, provider, occurred_at)
          values (${id}, 'delivered', 'smtp', now()) on conflict do nothing`;
        await sql`insert into run_steps (run_id, outcome, recorded_at) values (${id}, 'ran', now())`;
      }
    });
    const feedback = await opened.database.pool`select from send_feedback`;
    expect(feedback).toHaveLength(3);
    const steps = await opened.database.pool<{ id: number }[]>`
      select id from run_steps order by run_id`;
    expect(new Set(steps.map(({ id }) => id)).size).toBe(3);
  });
});

describe('tables that are taken over', () => {
  const first = `
    insert into send_log (id, email_id, source_kind, source_id, status, attempts, due_at, ended_at)
    select i * 30001, 1, 'flow', 1, 'sent', 1, now(), now() from generate_series(1, 1000) i;
    insert into send_feedback (send_id, kind, provider, occurred_at)
    select id, 'delivered', 'smtp', now() from send_log;
    insert into tracking_hits (send_id, number, kind, occurred_at, head, prefetch, verdict)
    select id, 0, 'open', now(), false, false, 'human' from send_log;
    alter table run_steps alter column id set increment by 16;
    select setval('run_steps_id_seq', 35);
    insert into run_steps (run_id, outcome, recorded_at)
    select i, 'ran', now() from generate_series(1, 50) i;
    select setval('sends_id_seq', 41000000);`;
  let used: OpenTestDatabase;

  const all = async () => {
    const { pool } = used.database;
    return {
      log: [...(await pool`select * from send_log order by id`)],
      feedback: [...(await pool`select * from send_feedback order by 1`)],
      hits: [...(await pool`select * from tracking_hits order by send_id`)],
      steps: [...(await pool`select * from run_steps order by id`)],
    };
  };

  beforeAll(async () => {
    used = await openEmptyDatabase();
    await withMigrations(migrationsUpTo(64), (directory) => migrate(used.database, directory));
    await transaction(used.database, {}, (tx) => runStatements(tx, first));
  });

  afterAll(() => used.drop());

  it('PART-03, PART-04 keep their rows and files, and have two partitions ahead', async () => {
    const { pool } = used.database;
    const before = await all();
    const files = (suffix: string) => pool<{ file: number }[]>`
      select pg_relation_filenode(i.indexrelid) as file from pg_index i
      where i.indrelid = ${`send_log${suffix}`}::text::regclass
      union all select pg_relation_filenode(${`send_log${suffix}`}::text::regclass) order by 1`;
    const lying = [...(await files(''))];
    expect(await migrate(used.database)).toBeGreaterThanOrEqual(4);
    expect(await all()).toEqual(before);
    expect([...(await files('_p0'))]).toEqual(lying);
    const [sends, runs] = await transaction(used.database, { readOnly: true }, async (tx) => [
      await ranges(tx, 'send_log'),
      await ranges(tx, 'run_steps'),
    ]);
    expect(sends).toEqual([
      [null, 60_000_000],
      [60_000_000, 70_000_000],
      [70_000_000, null],
    ]);
    expect(runs?.[0]).toEqual([null, 20_000_000]);
  });

  it('PART-03 count the numbers of steps further', async () => {
    const { pool } = used.database;
    const rows = await pool<{ id: number }[]>`
      insert into run_steps (run_id, outcome, recorded_at)
      values (1, 'ran', now()), (25000000, 'ran', now()) returning id`;
    expect(rows.map(({ id }) => id)).toEqual([851, 867]);
  });

  it('PART-03 refuse the same mail twice, as before', async () => {
    const { pool } = used.database;
    await expect(pool`
      insert into send_log (id, email_id, source_kind, source_id, status, attempts, due_at, ended_at)
      values (30001, 1, 'flow', 1, 'sent', 1, now(), now())`).rejects.toMatchObject({
      code: '23505',
    });
    await expect(pool`
      insert into send_log (id, email_id, source_kind, source_id, status, attempts, due_at, ended_at)
      values (99000000, 1, 'flow', 1, 'lost', 1, now(), now())`).rejects.toMatchObject({
      code: '23514',
    });
  });
});
