import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { withoutEndSlashes } from '@postroad/core/platform/url';
import { ConfigError, type Environment } from '@postroad/service/app/config/environment';

/** Stored logins; `current` is the server to use if nothing else chooses one. */
export interface Logins {
  current: string | null;
  tokens: Record<string, string>;
}

/** The file of logins (XDG Base Directory Specification); null if there is no home directory. */
export function loginPath(env: Environment): string | null {
  const { XDG_CONFIG_HOME: xdg, HOME: home } = env;
  // The specification requires relative paths to be ignored.
  if (xdg && isAbsolute(xdg)) return join(xdg, 'postroad', 'logins.json');
  return home && isAbsolute(home) ? join(home, '.config', 'postroad', 'logins.json') : null;
}

/** Normalises a server's URL, so that spellings of the same server compare equal. */
export function serverAddress(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + withoutEndSlashes(pathname);
}

function isLogins(value: unknown): value is Logins {
  if (typeof value !== 'object' || value === null) return false;
  const { current, tokens } = value as Partial<Logins>;
  return (
    (current === null || typeof current === 'string') &&
    typeof tokens === 'object' &&
    tokens !== null &&
    Object.values(tokens).every((token) => typeof token === 'string')
  );
}

/** Reads the logins. Throws ConfigError if the file is malformed. */
export async function readLogins(env: Environment): Promise<Logins> {
  const none: Logins = { current: null, tokens: {} };
  const path = loginPath(env);
  if (path === null) return none;
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return none;
    throw error;
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isLogins(value)) return value;
  } catch {
    // The error below reports it.
  }
  throw new ConfigError(path, 'cannot be read. Remove it, and run "postroad login" again.');
}

/** Replaces the file atomically; only its owner can read it. Returns its path. */
export async function writeLogins(env: Environment, logins: Logins): Promise<string> {
  const path = loginPath(env);
  if (path === null) {
    throw new ConfigError('HOME', 'is not set, so a login cannot be stored.');
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(temporary, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
  return path;
}
