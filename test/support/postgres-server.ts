import { randomBytes } from 'node:crypto';
import { connect } from '@postroad/store/platform/connection/connect';
import { migrate } from '@postroad/store/platform/migrate';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-process.ts';
import { createRunDirectory } from './run-directory.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: PostgresRun;
  }
}

/** The server as the tests see it, through `database.ts`. */
export interface PostgresRun {
  /** URL of a connection that can create databases. */
  adminUrl: string;
  /** The folder of the Unix socket of our own server. */
  socketFolder: string | null;
  /** Prefix of every database of this run. */
  prefix: string;
  /** A migrated database without connections, to be copied. */
  template: string;
  directory: string;
}

/** The URL of another database on the same server. */
export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function withServer<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

async function dropAll(adminUrl: string, prefix: string): Promise<void> {
  await withServer(adminUrl, async (sql) => {
    const rows = await sql<{ datname: string }[]>`
      select datname from pg_database where starts_with(datname, ${prefix})`;
    for (const { datname } of rows) await sql`drop database ${sql(datname)} with (force)`;
  });
}

async function makeTemplate(adminUrl: string, template: string, dataDir: string): Promise<void> {
  await withServer(adminUrl, (sql) => sql`create database ${sql(template)}`);
  const database = await connect({ databaseUrl: databaseUrl(adminUrl, template), dataDir });
  try {
    await migrate(database);
  } finally {
    await database.close();
  }
  if (isStrided()) await spreadIds(databaseUrl(adminUrl, template));
}

/** Ids as in one of 16 cells (decision 0062): nothing may rely on their being dense (CELL-01). */
function isStrided(): boolean {
  return process.env.POSTROAD_TEST_STRIDE === '16';
}

/** Lets every id of an empty database be 3 modulo 16. */
export async function spreadIds(url: string): Promise<void> {
  await withServer(url, async (sql) => {
    for (const name of await sequencesOf(sql)) {
      await sql`alter sequence ${sql(name)} increment by 16 start with 19 restart`;
    }
  });
}

/**
 * Undoes it in an empty database, for pages that show the ids of a first one; what it returns spreads
 * them again.
 */
export async function denseIds(url: string): Promise<() => Promise<void>> {
  if (!isStrided()) return async () => undefined;
  await withServer(url, async (sql) => {
    for (const name of await sequencesOf(sql)) {
      await sql`alter sequence ${sql(name)} increment by 1 start with 1 restart`;
    }
  });
  return () => spreadIds(url);
}

async function sequencesOf(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select sequencename as name from pg_sequences where schemaname = 'public'`;
  return rows.map(({ name }) => name);
}

/** Once per run: a server (TEST_DATABASE_URL, or our own) with a migrated template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = createRunDirectory('postgres');
  const given = process.env.TEST_DATABASE_URL;
  const own = given ? undefined : await startPostgres(directory);
  const adminUrl = given ?? own?.url ?? '';
  const prefix = `postroad_test_${randomBytes(4).toString('hex')}_`;
  const template = `${prefix}template`;
  const teardown = async () => {
    if (own) await own.stop();
    else await dropAll(adminUrl, prefix);
    await directory.remove();
    for (const line of own?.mixUps ?? []) {
      process.exitCode = 1;
      console.error(
        `Two callers shared a transaction (the database is named after the file): ${line}`,
      );
    }
  };
  try {
    await makeTemplate(adminUrl, template, directory.path);
  } catch (error) {
    await teardown();
    throw error;
  }
  const socketFolder = own?.socketFolder ?? null;
  const { path } = directory;
  project.provide('postgres', { adminUrl, socketFolder, prefix, template, directory: path });
  return teardown;
}
