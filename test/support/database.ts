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

/** Which database this run of the file is about. */
export type DatabaseKind = 'embedded' | 'postgres';

/** An open one; `drop` hands it on to the next test of this process. */
export type OpenTestDatabase = RecycledDatabase;

export type TestDatabase = Omit<RecycledDatabase, 'database'>;

export function databaseKind(): DatabaseKind {
  return process.env.POSTROAD_TEST_DATABASE === 'postgres' ? 'postgres' : 'embedded';
}

/** Tells, in the server's log, which test file a database belongs to. */
function fileLabel(): string {
  const file = basename(expect.getState().testPath ?? 'unknown', '.test.ts');
  return file.replace(/[^a-z0-9]+/g, '_').slice(0, 24);
}

async function createOnServer(): Promise<TestDatabase> {
  const run = inject('postgres');
  const dataDir = await mkdtemp(join(run.directory, 'data-'));
  const name = `${run.prefix}${fileLabel()}_${randomBytes(3).toString('hex')}`;
  const admin = () => postgres(run.adminUrl, { max: 1, onnotice: () => undefined });
  const creating = admin();
  try {
    await creating`create database ${creating(name)} template ${creating(run.template)}`;
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

async function createEmbedded(): Promise<TestDatabase> {
  const run = inject('embedded');
  const dataDir = await mkdtemp(join(run.directory, 'data-'));
  // A thousand small files: with a promise for each it takes five times as long.
  cpSync(run.template, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return {
    url: null,
    dataDir,
    env: { DATA_DIR: dataDir },
    drop: () => rm(dataDir, { recursive: true, force: true }),
  };
}

/** A migrated, empty database nobody else uses. Close what is open on it before `drop`. */
export function createTestDatabase(): Promise<TestDatabase> {
  return databaseKind() === 'postgres' ? createOnServer() : createEmbedded();
}

/** The same, opened in this process and handed on by `drop`, which gives it back empty. */
export function openTestDatabase(poolSize = 4): Promise<OpenTestDatabase> {
  return recycledDatabase(databaseKind() === 'embedded' ? 1 : poolSize, openCreated);
}

async function openCreated(
  poolSize: number,
): Promise<{ created: TestDatabase; database: Database }> {
  const created = await createTestDatabase();
  const database = await connect({
    databaseUrl: created.url ?? undefined,
    dataDir: created.dataDir,
    poolSize,
    onNotice,
  });
  return { created, database };
}
