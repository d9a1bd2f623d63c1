import { randomBytes } from 'node:crypto';
import { connect } from '@postroad/store/platform/connection/connect';
import { migrate } from '@postroad/store/platform/migrate';
import postgres from 'postgres';
import { startPostgres } from './postgres-process.ts';

export interface BenchDatabase {
  url: string;
  /** For seeding and limits; a pool of four connections. */
  sql: postgres.Sql<{ bigint: number }>;
  drop(): Promise<void>;
}

export interface BenchServer {
  version: string;
  createDatabase(): Promise<BenchDatabase>;
  stop(): Promise<void>;
}

const quiet = { onnotice: () => undefined };

/** Reads ids as numbers, as the service does. */
const bigint = {
  to: 20,
  from: [20],
  serialize: (value: number) => String(value),
  parse: (text: string) => Number(text),
};

async function createDatabase(adminUrl: string): Promise<BenchDatabase> {
  const name = `postroad_bench_${randomBytes(4).toString('hex')}`;
  const admin = postgres(adminUrl, { ...quiet, max: 1 });
  await admin`create database ${admin(name)}`;
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const database = await connect({ databaseUrl: url.href, dataDir: '', poolSize: 1 });
  await migrate(database);
  await database.close();
  const sql = postgres(url.href, { ...quiet, max: 4, types: { bigint } });
  return {
    url: url.href,
    sql,
    async drop() {
      await sql.end();
      await admin`drop database ${admin(name)} with (force)`;
      await admin.end();
    },
  };
}

/** The server of BENCH_DATABASE_URL, otherwise our own with these settings for this run. */
export async function openBenchServer(
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  const given = process.env.BENCH_DATABASE_URL;
  const own = given ? null : await startPostgres(settings);
  const adminUrl = given ?? own?.url ?? '';
  const admin = postgres(adminUrl, { ...quiet, max: 1 });
  const [row] = await admin<
    { version: string }[]
  >`select current_setting('server_version') as version`;
  await admin.end();
  return {
    version: row?.version ?? '',
    createDatabase: () => createDatabase(adminUrl),
    stop: async () => own?.stop(),
  };
}
