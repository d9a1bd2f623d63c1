import { readdir, readFile } from 'node:fs/promises';
import { advisoryLocks } from './advisory-locks.ts';
import type { Database, Sql } from './connection/database.ts';
import { codeOf } from './connection/database-away.ts';
import { sqlStates } from './connection/sql-states.ts';
import { retry } from './retry.ts';
import { type Tx, transaction } from './transaction.ts';

/** The migrations of this code; tests pass another directory. */
const ownDirectory = new URL('../../migrations/', import.meta.url);

export interface Migration {
  number: number;
  name: string;
}

/** In order of number. */
async function migrationFiles(directory: URL): Promise<Migration[]> {
  const names = await readdir(directory);
  return names
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map((name) => ({ number: Number(name.slice(0, 4)), name }));
}

/** The migrations of this code, in order. */
export function migrationsOf(): Promise<Migration[]> {
  return migrationFiles(ownDirectory);
}

const createTable = (sql: Sql) => sql`
  create table if not exists migrations (
    number integer primary key, name text not null, applied_at timestamptz not null default now())`;

async function apply({ sql }: Tx, { number, name }: Migration, directory: URL): Promise<void> {
  await sql.unsafe(await readFile(new URL(name, directory), 'utf8'));
  await sql`insert into migrations (number, name) values (${number}, ${name})`;
}

/** Applies migrations in one transaction, to a database that only this one uses. */
export async function applyMigrations(tx: Tx, migrations: readonly Migration[]): Promise<void> {
  await createTable(tx.sql);
  for (const migration of migrations) await apply(tx, migration, ownDirectory);
}

export async function appliedNumbers(sql: Sql): Promise<Set<number>> {
  const [exists] = await sql<{ found: boolean }[]>`
    select to_regclass('migrations') is not null as found`;
  if (!exists?.found) return new Set();
  const rows = await sql<{ number: number }[]>`select number from migrations`;
  return new Set(rows.map(({ number }) => number));
}

/** The highest applied number without a file; null if there is none. */
function unknownNumber(applied: ReadonlySet<number>, files: readonly Migration[]): number | null {
  const known = new Set(files.map(({ number }) => number));
  const unknown = [...applied].filter((number) => !known.has(number));
  return unknown.length === 0 ? null : Math.max(...unknown);
}

/** Thrown if newer code migrated the database; nothing was changed. */
export class NewerSchema extends Error {
  constructor(found: number, known: number) {
    super(
      `The database has schema ${found}, which this version does not know; its newest is ${known}. Start the newer version, or restore a backup.`,
    );
    this.name = 'NewerSchema';
  }
}

/**
 * A migration waits a short time only for a table that others use, since all who come later wait behind
 * it, and tries again until there is a moment without them.
 */
const whileHeld = {
  tries: 600,
  pauseMs: 500,
  after: (error: unknown) => codeOf(error) === sqlStates.held,
};

/**
 * Applies every missing migration in order of number, each in its own transaction, and returns how
 * many. This includes a number below the highest applied one: branches number their migrations side
 * by side and merge in any order. Throws NewerSchema if the database has a migration that this code
 * lacks.
 */
export async function migrate(database: Database, directory: URL = ownDirectory): Promise<number> {
  const files = await migrationFiles(directory);
  let ran = 0;
  for (;;) {
    const next = await retry(whileHeld, () => transaction(database, {}, applyNext));
    if (!next) return ran;
    ran += 1;
  }

  async function applyNext(tx: Tx): Promise<Migration | null> {
    const { sql } = tx;
    await sql`select pg_advisory_xact_lock(${advisoryLocks.migration})`;
    await createTable(sql);
    const applied = await appliedNumbers(sql);
    const unknown = unknownNumber(applied, files);
    if (unknown !== null) throw new NewerSchema(unknown, files.at(-1)?.number ?? 0);
    const file = files.find(({ number }) => !applied.has(number));
    if (!file) return null;
    await apply(tx, file, directory);
    return file;
  }
}

/** The schema of the database beside the migrations of this code; `newer` has one that this code lacks. */
export type SchemaState = 'empty' | 'older' | 'same' | 'newer';

/** `/readyz` reports it. */
export async function schemaState(sql: Sql, directory: URL = ownDirectory): Promise<SchemaState> {
  const files = await migrationFiles(directory);
  const applied = await appliedNumbers(sql);
  if (unknownNumber(applied, files) !== null) return 'newer';
  if (applied.size === 0) return 'empty';
  return files.every(({ number }) => applied.has(number)) ? 'same' : 'older';
}

/** Whether the database has exactly the migrations of this code. */
export async function isMigrated(sql: Sql, directory: URL = ownDirectory): Promise<boolean> {
  return (await schemaState(sql, directory)) === 'same';
}
