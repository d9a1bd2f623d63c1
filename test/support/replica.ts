import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReplicaFault } from '@postroad/core/account/checks/replica-faults';
import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import type { Service } from '@postroad/service/app/service';
import { createLog } from '@postroad/service/platform/log';
import { connect } from '@postroad/store/platform/connection/connect';
import type { Database } from '@postroad/store/platform/connection/database';
import { migrate } from '@postroad/store/platform/migrate';
import postgres from 'postgres';
import { type Cluster, debianBin, startCluster } from './debian-postgres.ts';
import { type FakeProvider, fakeProvider } from './fake-provider.ts';
import { renderer } from './service.ts';

/** A service whose database has a standby that it reads from. */
export interface Replicated {
  cluster: Cluster;
  service: Service;
  database: Database;
  provider: FakeProvider;
  dataDir: string;
  /** Why the replica was not used, since it was opened. */
  faults: (ReplicaFault | null)[];
  /** The standby receives the log, and replays no more of it. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Resolves once the standby has all that was committed before. */
  caughtUp(): Promise<void>;
  /** Lets time pass, as far as the replica is concerned. */
  pass(ms: number): Promise<void>;
  stop(): Promise<void>;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Null where Debian's PostgreSQL is not installed. */
export async function startReplicated(
  env: Record<string, string> = {},
  clockStartsAt?: Date,
): Promise<Replicated | null> {
  if (debianBin === null) return null;
  const cluster = await startCluster();
  const template = await connect({ databaseUrl: cluster.primaryUrl, dataDir: '' });
  await migrate(template);
  await template.close();
  const opened = await openReplicated(await withDatabase(cluster, 'first'), env, clockStartsAt);
  return {
    ...opened,
    async stop() {
      await opened.stop();
      await cluster.stop();
    },
  };
}

/**
 * The same cluster with the URLs of another database, which is a copy of the one that `startReplicated`
 * migrated; there may have been one before.
 */
export async function withDatabase(cluster: Cluster, name: string): Promise<Cluster> {
  const options = { max: 1, onnotice: () => undefined };
  const migrated = (url: string) => url.replace(/\/\w+$/, '/postgres');
  const primary = postgres(migrated(cluster.primaryUrl), options);
  await primary`drop database if exists ${primary(name)} with (force)`;
  await primary`create database ${primary(name)} template postgres`;
  await primary.end();
  const standby = postgres(cluster.standbyUrl, options);
  await until(async () => {
    const [there] = await standby`select from pg_database where datname = ${name}`;
    return there !== undefined;
  });
  await standby.end();
  const at = (url: string) => url.replace(/\/\w+(?=$|\?)/, `/${name}`);
  const { url, primaryUrl, standbyUrl } = cluster;
  return { ...cluster, url: at(url), primaryUrl: at(primaryUrl), standbyUrl: at(standbyUrl) };
}

/** A service on a database of the cluster, which stays when the service stops. */
export async function openReplicated(
  cluster: Cluster,
  env: Record<string, string> = {},
  clockStartsAt?: Date,
): Promise<Replicated> {
  const dataDir = await mkdtemp(join(tmpdir(), 'postroad-replica-'));
  const { primaryUrl, standbyUrl } = cluster;
  const options = { max: 1, onnotice: () => undefined };
  const [primary, standby] = [postgres(primaryUrl, options), postgres(standbyUrl, options)];
  const faults: (ReplicaFault | null)[] = [];
  let clock = 0;
  const database = await connect({
    ...{ databaseUrl: primaryUrl, replicaUrl: standbyUrl, dataDir },
    onReplica: (fault) => faults.push(fault),
    now: () => clock,
  });
  const config = readConfig({
    ...{ DATABASE_URL: primaryUrl, REPLICA_URL: standbyUrl, DATA_DIR: dataDir },
    ...{ TEST_CLOCK: '1', STARTER: '0', MAIL_FROM: 'hello@example.com', ...env },
  });
  const provider = fakeProvider();
  const log = createLog('silent');
  const start = clockStartsAt === undefined ? {} : { clockStartsAt };
  const service = await openService(config, { database, provider, renderer, log, ...start });
  const paused = async () => {
    const [row] = await standby<{ state: string }[]>`
      select pg_get_wal_replay_pause_state() as state`;
    return row?.state === 'paused';
  };
  return {
    ...{ cluster, service, database, provider, dataDir, faults },
    async pause() {
      await standby`select pg_wal_replay_pause()`;
      await until(paused);
    },
    async resume() {
      await standby`select pg_wal_replay_resume()`;
    },
    async caughtUp() {
      const [row] = await primary<{ at: string }[]>`select pg_current_wal_lsn()::text as at`;
      await until(async () => {
        const [there] = await standby<{ is: boolean }[]>`
          select pg_last_wal_replay_lsn() >= ${row?.at ?? ''}::pg_lsn as is`;
        return there?.is === true;
      });
    },
    async pass(ms) {
      clock += ms;
      await database.replica?.look();
    },
    async stop() {
      await service.close();
      await database.close();
      await Promise.all([primary.end(), standby.end({ timeout: 0 })]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
