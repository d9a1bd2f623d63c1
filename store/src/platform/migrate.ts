import { readdir, readFile } from 'node:fs/promises';
import type { Database, Sql } from './connection/database.ts';
import { transaction } from './transaction.ts';

/** Serialises processes that start at the same time; any constant will do. */
const migrationLock = 7_012_026;

interface Migration {
  number: number;
  name: string;
}

/** The migrations this code brings, in order. */
async function migrationFiles(): Promise<Migration[]> {
  const names = await readdir(new URL('../../migrations/', import.meta.url));
  return names
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map((name) => ({ number: Number(name.slice(0, 4)), name }));
}

async function appliedNumber(sql: Sql): Promise<number> {
  const [exists] = await sql<{ found: boolean }[]>`
    select to_regclass('migrations') is not null as found`;
  if (!exists?.found) return 0;
  const [row] = await sql<{ number: number }[]>`
    select coalesce(max(number), 0) as number from migrations`;
  return row?.number ?? 0;
}

/** Thrown where the database was written by newer code; nothing has been touched. */
export class NewerSchema extends Error {
  constructor(found: number, known: number) {
    super(
      `The database has schema ${found}, this version knows ${known}. Start the newer version, or restore a backup.`,
    );
    this.name = 'NewerSchema';
  }
}

/**
 * Brings the schema up to date, each migration in one transaction, and answers how many ran.
 * Throws NewerSchema where the database is ahead of the code.
 */
export async function migrate(database: Database): Promise<number> {
  const files = await migrationFiles();
  const known = files.at(-1)?.number ?? 0;
  let ran = 0;
  for (;;) {
    const next = await transaction(database, {}, async ({ sql }) => {
      await sql`select pg_advisory_xact_lock(${migrationLock})`;
      await sql`create table if not exists migrations (
        number integer primary key, name text not null, applied_at timestamptz not null default now())`;
      const applied = await appliedNumber(sql);
      if (applied > known) throw new NewerSchema(applied, known);
      const file = files.find(({ number }) => number > applied);
      if (!file) return null;
      const text = await readFile(
        new URL(`../../migrations/${file.name}`, import.meta.url),
        'utf8',
      );
      await sql.unsafe(text);
      await sql`insert into migrations (number, name) values (${file.number}, ${file.name})`;
      return file;
    });
    if (!next) return ran;
    ran += 1;
  }
}

/** Whether the schema is the one this code knows; `/readyz` asks it. */
export async function isMigrated(sql: Sql): Promise<boolean> {
  const files = await migrationFiles();
  return (await appliedNumber(sql)) === (files.at(-1)?.number ?? 0);
}
