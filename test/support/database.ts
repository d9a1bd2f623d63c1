import { randomBytes } from 'node:crypto';
import { constants, cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { connect } from '@postroad/store/platform/connection/connect';
import type { Database } from '@postroad/store/platform/connection/database';
import postgres from 'postgres';
import { expect, inject } from 'vitest';
import { onNotice } from './notices.ts';
import { databaseUrl } from './postgres-server.ts';
import { type RecycledDatabase, recycledDatabase } from './recycled-database.ts';

/** The kind of database of this run. */
export type DatabaseKind = 'embedded' | 'postgres';

/** An open database; `drop` passes it on to the next test of this process. */
export type OpenTestDatabase = RecycledDatabase;

export type TestDatabase = Omit<RecycledDatabase, 'database'>;

export function databaseKind(): DatabaseKind {
  return process.env.POSTROAD_TEST_DATABASE === 'postgres' ? 'postgres' : 'embedded';
}

/** The test file as a part of the database's name, to recognise it in the server's log. */
function fileLabel(): string {
  const file = basename(expect.getState().testPath ?? 'unknown', '.test.ts');
  return file.replace(/[^a-z0-9]+/g, '_').slice(0, 24);
}

async function createOnServer(template = inject('postgres').template): Promise<TestDatabase> {
  const run = inject('postgres');
  const dataDir = await mkdtemp(join(run.directory, 'data-'));
  const name = `${run.prefix}${fileLabel()}_${randomBytes(3).toString('hex')}`;
  const admin = () => postgres(run.adminUrl, { max: 1, onnotice: () => undefined });
  const creating = admin();
  try {
    // Without the pages in the log: half the time, and a third when it is dropped.
    await creating`
      create database ${creating(name)} template ${creating(template)} strategy file_copy`;
  } finally {
    await creating.end();
  }
  const url = databaseUrl(run.adminUrl, name);
  return {
    url,
    dataDir,
    env: { DATABASE_URL: url, DATA_DIR: dataDir },
    async drop() {
      const dropping = admin();
      try {
        await dropping`drop database if exists ${dropping(name)} with (force)`;
      } finally {
        await dropping.end();
        await rm(dataDir, { recursive: true, force: true });
      }
    },
  };
}

async function createEmbedded(template = inject('embedded').template): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(inject('embedded').directory, 'data-'));
  // Synchronous, since promises would take five times as long for a thousand small files.
  cpSync(template, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return {
    url: null,
    dataDir,
    env: { DATA_DIR: dataDir },
    drop: () => rm(dataDir, { recursive: true, force: true }),
  };
}

/** A migrated, empty database that nobody else uses. Close its users before `drop`. */
export function createTestDatabase(): Promise<TestDatabase> {
  return databaseKind() === 'postgres' ? createOnServer() : createEmbedded();
}

/** The same, opened in this process; `drop` empties it and passes it on. */
export function openTestDatabase(poolSize = 4): Promise<OpenTestDatabase> {
  return recycledDatabase(databaseKind() === 'embedded' ? 1 : poolSize, openCreated);
}

/** A database without a schema that nobody has open. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return databaseKind() === 'postgres'
    ? createOnServer('template0')
    : createEmbedded(inject('embedded').empty);
}

/** A database without a schema, opened in this process; `drop` closes and removes it. */
export async function openEmptyDatabase(): Promise<OpenTestDatabase> {
  const created = await createEmptyDatabase();
  const database = await open(created, 1);
  return {
    ...created,
    database,
    async drop() {
      await database.close();
      await created.drop();
    },
  };
}

/**
 * The same database by the Unix socket of the server, if it is ours: a statement takes less there than
 * over TCP, by which processes connect.
 */
function bySocket(url: string): string {
  const { socketFolder } = inject('postgres');
  if (socketFolder === null) return url;
  const near = new URL(url);
  near.searchParams.set('host', socketFolder);
  near.searchParams.set('port', near.port);
  return near.href;
}

function open({ url, dataDir }: TestDatabase, poolSize: number): Promise<Database> {
  const databaseUrl = url === null ? undefined : bySocket(url);
  return connect({ databaseUrl, dataDir, poolSize, onNotice });
}

async function openCreated(
  poolSize: number,
): Promise<{ created: TestDatabase; database: Database }> {
  const created = await createTestDatabase();
  return { created, database: await open(created, poolSize) };
}
