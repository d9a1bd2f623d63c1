import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.ts';
import { unprivilegedUser } from './postgres-binaries.ts';
import { createRunDirectory } from './run-directory.ts';

/** Debian's is outside of the path of most users. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];

/** The program; null where it is not installed. */
export const pgbouncer =
  folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path)) ?? null;

/** Why its tests are skipped. */
export const withoutPgbouncer =
  'PgBouncer is not installed here; Debian has it as the package pgbouncer.';

export type PoolMode = 'transaction' | 'session';

export interface Pooler {
  /** The URL of the database through the pooler. */
  url(mode: PoolMode): string;
  close(): Promise<void>;
}

/** A PgBouncer in front of the database, in both modes and otherwise as it comes. */
export async function startPgbouncer(databaseUrl: string): Promise<Pooler> {
  if (pgbouncer === null) throw new Error(withoutPgbouncer);
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const server = `host=${hostname} port=${port} user=${username} password=${password} dbname=${pathname.slice(1)}`;
  const directory = createRunDirectory('pgbouncer');
  const listening = await freePort();
  const file = join(directory.path, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
transaction = ${server} pool_mode=transaction
session = ${server} pool_mode=session
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listening}
unix_socket_dir =
auth_type = any
`,
  );
  const user = unprivilegedUser();
  if (user.uid !== undefined && user.gid !== undefined) {
    // It refuses to run as root, and its user reads the folder.
    await chown(directory.path, user.uid, user.gid);
    await chown(file, user.uid, user.gid);
  }
  const child = spawn(pgbouncer, [file], { ...user, stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  if (child.pid !== undefined) directory.guard(child.pid);
  const log: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stderr).on('line', (line) => {
      if (log.length < 20) log.push(line);
      if (line.includes('process up')) resolve();
    });
    child.once('exit', () => reject(new Error(`PgBouncer did not start:\n${log.join('\n')}`)));
  });
  return {
    url: (mode) => `postgres://anybody@127.0.0.1:${listening}/${mode}`,
    async close() {
      child.kill('SIGKILL');
      await exited;
      await directory.remove();
    },
  };
}
