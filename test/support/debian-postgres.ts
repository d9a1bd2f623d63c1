import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { unprivilegedUser } from './postgres-binaries.ts';
import { createRunDirectory, type RunDirectory } from './run-directory.ts';

/** Debian's, which can copy a running server; the one of the tests cannot. */
export const debianBin =
  ['18', '17', '16', '15']
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .find((folder) => existsSync(join(folder, 'pg_basebackup'))) ?? null;

/** Why tests of a failover are skipped. */
export const withoutDebian =
  "Debian's PostgreSQL, whose pg_basebackup makes a standby, is not installed here; it is the package postgresql.";

const user = unprivilegedUser();

async function run(name: string, args: string[], cwd: string): Promise<void> {
  await promisify(execFile)(join(debianBin ?? '', name), args, { ...user, cwd });
}

/** Nothing has to survive the machine; a server that is killed loses nothing. */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  lc_messages: 'C',
  wal_keep_size: '256MB',
  // Compiling a plan of a table without statistics takes longer than any query of a test.
  jit: 'off',
  // Reads on the standby are canceled as soon as they are in the way of its replay.
  max_standby_streaming_delay: '0',
};

export interface ClusterServer {
  address: string;
  /** Kills it as a crash does, with all connections. */
  crash(): Promise<void>;
}

interface Running extends ClusterServer {
  port: number;
  data: string;
  stop(): Promise<void>;
}

async function startServer(data: string, port: number, directory: RunDirectory): Promise<Running> {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(
    join(debianBin ?? '', 'postgres'),
    ['-D', data, '-p', String(port), ...options],
    { ...user, cwd: directory.path, detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  if (server.pid !== undefined) directory.guard(server.pid);
  const log: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface(server.stderr).on('line', (line) => {
      if (log.length < 50) log.push(line);
      if (/ready to accept (?:read-only )?connections/.test(line)) resolve();
    });
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log.join('\n')}`)));
  });
  const end = async (signal: NodeJS.Signals) => {
    server.kill(signal);
    await exited;
  };
  return {
    ...{ address: `127.0.0.1:${port}`, port, data },
    crash: () => end('SIGQUIT'),
    stop: () => end('SIGINT'),
  };
}

export interface Cluster {
  primary: ClusterServer;
  /** Follows the primary until it is promoted; its crash ends with `restartStandby`. */
  standby: ClusterServer;
  /** The URL of both, standby first. */
  url: string;
  /** The URL of the primary alone. */
  primaryUrl: string;
  /** The URL of the standby alone. */
  standbyUrl: string;
  restartStandby(): Promise<void>;
  /** From now on each commit waits for the standby. */
  makeSynchronous(): Promise<void>;
  /** Makes the standby the primary. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/** Two servers, of which the second follows the first. */
export async function startCluster(): Promise<Cluster> {
  if (debianBin === null) throw new Error(withoutDebian);
  const directory = createRunDirectory('cluster');
  const { path } = directory;
  await chmod(path, 0o711);
  const folder = async (name: string) => {
    const made = join(path, name);
    await mkdir(made, { mode: 0o700 });
    if (user.uid !== undefined && user.gid !== undefined) await chown(made, user.uid, user.gid);
    return made;
  };
  const [data, copy] = [await folder('primary'), await folder('standby')];
  const cluster = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'];
  await run('initdb', [`--pgdata=${data}`, ...cluster, '--locale=C.UTF-8'], path);
  const primary = await startServer(data, await freePort(), directory);
  const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`;
  const args = ['--write-recovery-conf', '--checkpoint=fast', '--no-sync', `--dbname=${source}`];
  await run('pg_basebackup', [`--pgdata=${copy}`, ...args], path);
  let standby = await startServer(copy, await freePort(), directory);
  const urlOf = (hosts: string) => `postgres://postgres@${hosts}/postgres`;
  return {
    primary,
    standby: { address: standby.address, crash: () => standby.crash() },
    ...{ primaryUrl: urlOf(primary.address), standbyUrl: urlOf(standby.address) },
    async restartStandby() {
      standby = await startServer(copy, standby.port, directory);
    },
    url: `${urlOf(`${standby.address},${primary.address}`)}?target_session_attrs=primary`,
    async makeSynchronous() {
      await writeFile(
        join(data, 'postgresql.auto.conf'),
        "synchronous_standby_names = 'standby'\n",
      );
      await run('pg_ctl', ['reload', `--pgdata=${data}`], path);
    },
    promote: () => run('pg_ctl', ['promote', `--pgdata=${copy}`, '--wait'], path),
    async stop() {
      await standby.crash();
      await primary.crash();
      await directory.remove();
    },
  };
}
