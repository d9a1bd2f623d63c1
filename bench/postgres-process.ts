import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from '@postroad/test/support/free-port';
import {
  postgresBinaries,
  type Unprivileged,
  unprivilegedUser,
} from '@postroad/test/support/postgres-binaries';

export interface PostgresProcess {
  /** URL of the superuser's own database. */
  url: string;
  stop(): Promise<void>;
}

/** Durable as in production, with enough WAL that no row waits for a checkpoint. */
const settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  shared_buffers: '1GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  max_connections: '100',
  random_page_cost: '1.1',
  jit: 'off',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  lc_messages: 'C',
  log_min_messages: 'warning',
};

/** Survives a killed bench: when its input ends it stops the server and removes the directory. */
const guardian = `
read -r pid
cat >/dev/null
kill -QUIT "$pid" 2>/dev/null
while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
rm -rf "$1"`;

async function makeCluster(initdb: string, folder: string, user: Unprivileged, password: string) {
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user.uid !== undefined && user.gid !== undefined) {
    chmodSync(folder, 0o711);
    chownSync(data, user.uid, user.gid);
    chownSync(passwordFile, user.uid, user.gid);
  }
  await promisify(execFile)(
    initdb,
    [
      `--pgdata=${data}`,
      `--pwfile=${passwordFile}`,
      ...['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--no-locale'],
    ],
    { ...user, cwd: folder },
  );
  return data;
}

/** Starts a PostgreSQL from npm on a free port, with its data in a temporary directory. */
export async function startPostgres(
  more: Readonly<Record<string, string>> = {},
): Promise<PostgresProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'postroad-bench-'));
  const user = unprivilegedUser();
  const binaries = postgresBinaries(user, folder);
  const password = randomBytes(12).toString('hex');
  const data = await makeCluster(binaries.initdb, folder, user, password);
  const port = await freePort();
  const options = Object.entries({ ...settings, ...more }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const server = spawn(binaries.postgres, ['-D', data, '-p', String(port), ...options], {
    ...user,
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const guard = spawn('sh', ['-c', guardian, 'guardian', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.stdin.write(`${server.pid}\n`);
  guard.unref();
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const log: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface(server.stderr).on('line', (line) => {
      if (log.length < 50) log.push(line);
      if (line.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log.join('\n')}`)));
  });
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async stop() {
      server.kill('SIGINT');
      await exited;
      guard.stdin.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
