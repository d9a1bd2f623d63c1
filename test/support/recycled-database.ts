import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@postroad/store/platform/connection/database';
import { transaction } from '@postroad/store/platform/transaction';

/** A test's database and its location. */
export interface RecycledDatabase {
  /** URL on the PostgreSQL server; null for the embedded database. */
  url: string | null;
  /** Its own data directory; the embedded database holds its data there. */
  dataDir: string;
  /** Environment for a process of the service on this database. */
  env: Record<string, string>;
  drop(): Promise<void>;
  database: Database;
}

/** The same before it is opened. */
type Created = Omit<RecycledDatabase, 'database'>;

type Open = (poolSize: number) => Promise<{ created: Created; database: Database }>;

/** The content of an empty, migrated database, to be restored. */
interface Beginning {
  schema: string;
  /** The tables with rows, each with all its rows as one JSON array. */
  rows: Map<string, string>;
}

interface Idle {
  poolSize: number;
  created: Created;
  database: Database;
  beginning: Beginning;
}

/** Opening a database costs more than most tests, so the tests of one process pass theirs on. */
const idle: Idle[] = [];

/**
 * Number of open databases kept for later files; each takes memory and connections of the server.
 */
const keptForFiles = 2;

/** Number of deleted rows above which a table is vacuumed, since later scans would visit them. */
const rowsLeftDead = 500;

async function tableNames(database: Database): Promise<string[]> {
  const rows = await database.pool<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by 1`;
  return rows.map(({ name }) => name);
}

async function tablesWithRows(database: Database): Promise<string[]> {
  const names = await tableNames(database);
  const { pool } = database;
  const asked = names
    .map((name) => pool`select ${name}::text as name where exists (select from ${pool(name)})`)
    .reduce((before, next) => pool`${before} union all ${next}`);
  const rows = await pool<{ name: string }[]>`${asked}`;
  return rows.map(({ name }) => name);
}

/** Changes whenever an object of the schema is created, altered or dropped. */
async function schemaMark(database: Database): Promise<string> {
  const [row] = await database.pool<{ mark: string }[]>`
    select md5(concat(
      (select string_agg(concat(oid, relname, relkind, relchecks, relnatts), ',' order by oid)
         from pg_class where relnamespace = 'public'::regnamespace),
      (select string_agg(concat(oid, tgname, tgenabled), ',' order by oid) from pg_trigger),
      (select string_agg(concat(oid, proname, md5(prosrc)), ',' order by oid)
         from pg_proc where pronamespace = 'public'::regnamespace),
      (select string_agg(concat(oid, conname), ',' order by oid)
         from pg_constraint where connamespace = 'public'::regnamespace))) as mark`;
  return row?.mark ?? '';
}

async function beginningOf(database: Database): Promise<Beginning> {
  const rows = new Map<string, string>();
  for (const name of await tablesWithRows(database)) {
    const [all] = await database.pool<{ rows: string }[]>`
      select jsonb_agg(to_jsonb(t))::text as rows from ${database.pool(name)} t`;
    if (all) rows.set(name, all.rows);
  }
  return { schema: await schemaMark(database), rows };
}

/** Deletes all written rows and restarts every sequence; false if the schema was changed. */
async function bringBack(database: Database, beginning: Beginning): Promise<boolean> {
  if ((await schemaMark(database)) !== beginning.schema) return false;
  const written = await tablesWithRows(database);
  const emptied: string[] = [];
  await transaction(database, {}, async ({ sql }) => {
    // Rows are deleted in any order: foreign keys are not checked meanwhile.
    await sql`set local session_replication_role = replica`;
    for (const name of written) {
      const { count } = await sql`delete from ${sql(name)}`;
      if (count > rowsLeftDead) emptied.push(name);
    }
    for (const [name, rows] of beginning.rows) {
      await sql`insert into ${sql(name)} overriding system value
        select * from jsonb_populate_recordset(null::${sql(name)}, ${rows}::text::jsonb)`;
    }
    await sql`select setval(format('%I', sequencename)::regclass, start_value, false)
      from pg_sequences where schemaname = 'public' and last_value is not null`;
  });
  for (const name of emptied) await database.pool`vacuum ${database.pool(name)}`;
  return true;
}

/** Files that a test left beside the database, such as its outbox. */
async function removeFiles(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name !== 'pgdata') await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

async function close(held: Idle): Promise<void> {
  await held.database.close();
  await held.created.drop();
}

async function opened(poolSize: number, open: Open): Promise<Idle> {
  const { created, database } = await open(poolSize);
  return { poolSize, created, database, beginning: await beginningOf(database) };
}

/** Reuses a database that another test of the process returned, or opens one; `drop` returns it. */
export async function recycledDatabase(poolSize: number, open: Open): Promise<RecycledDatabase> {
  const at = idle.findIndex((held) => held.poolSize === poolSize);
  const mine = idle.splice(at, at < 0 ? 0 : 1)[0] ?? (await opened(poolSize, open));
  return {
    ...mine.created,
    database: mine.database,
    async drop() {
      const isClean = await bringBack(mine.database, mine.beginning).catch(() => false);
      if (!isClean) return await close(mine);
      await removeFiles(mine.created.dataDir);
      idle.push(mine);
    },
  };
}

/**
 * Runs at the end of a test file: the last databases stay open for the next file of the process.
 */
export async function closeSpareDatabases(): Promise<void> {
  for (const held of idle.splice(0, Math.max(idle.length - keptForFiles, 0))) await close(held);
}
