import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { postgresBinaries, type Unprivileged, unprivilegedUser } from './postgres-binaries.ts';
import type { RunDirectory } from './run-directory.ts';

export interface PostgresProcess {
  /** URL of the superuser's own database. */
  url: string;
  /** The folder of its Unix socket. */
  socketFolder: string;
  pid: number;
  /** Lines of the server's log about two callers that shared a transaction. */
  mixUps: string[];
  /** Kills the server as a crash would, with all connections, and restarts it on its data. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Nothing has to survive the run, so nothing is forced to disk; everything else is as in
 * production.
 */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '128MB',
  listen_addresses: '127.0.0.1',
  lc_messages: 'C',
  log_min_messages: 'warning',
  log_line_prefix: '%e %d ',
};

/** SQLSTATE 25001 as a warning: a `begin` inside another caller's transaction. */
export function isMixUp(logLine: string): boolean {
  return /^25001 \S* ?WARNING:/.test(logLine);
}

async function makeCluster(initdb: string, folder: string, user: Unprivileged, password: string) {
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  await mkdir(data, { mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user.uid !== undefined && user.gid !== undefined) {
    // The server's user must be able to enter the folder, which mkdtemp made for its owner alone.
    await chmod(folder, 0o711);
    await chown(data, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  const cluster = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--no-sync'];
  const collation = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  await promisify(execFile)(
    initdb,
    [`--pgdata=${data}`, `--pwfile=${passwordFile}`, ...cluster, ...collation],
    { ...user, cwd: folder },
  );
  return data;
}

/** Starts our own PostgreSQL on a free port; it ends with `directory`. */
export async function startPostgres(directory: RunDirectory): Promise<PostgresProcess> {
  const user = unprivilegedUser();
  const binaries = postgresBinaries(user, directory.path);
  const password = randomBytes(12).toString('hex');
  const data = await makeCluster(binaries.initdb, directory.path, user, password);
  const port = await freePort();
  const all = { ...settings, unix_socket_directories: data };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const mixUps: string[] = [];
  const start = async () => {
    const server = spawn(binaries.postgres, ['-D', data, '-p', String(port), ...options], {
      ...user,
      cwd: directory.path,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
    const { pid } = server;
    if (pid === undefined) {
      throw new Error(`PostgreSQL could not be started from ${binaries.postgres}.`);
    }
    directory.guard(pid);
    const log: string[] = [];
    await new Promise<void>((resolve, reject) => {
      createInterface(server.stderr).on('line', (line) => {
        if (log.length < 50) log.push(line);
        if (line.includes('ready to accept connections')) resolve();
        if (isMixUp(line)) mixUps.push(line);
      });
      server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log.join('\n')}`)));
    });
    const end = async (signal: NodeJS.Signals) => {
      server.kill(signal);
      await exited;
    };
    return { pid, end };
  };
  let running = await start();
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    socketFolder: data,
    pid: running.pid,
    mixUps,
    async crash() {
      await running.end('SIGQUIT');
      running = await start();
    },
    stop: () => running.end('SIGINT'),
  };
}
