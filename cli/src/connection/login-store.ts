import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { ConfigError, type Environment } from '@postroad/service/app/config/environment';

/** Servers somebody has logged in to; `current` is asked where nothing else says which. */
export interface Logins {
  current: string | null;
  tokens: Record<string, string>;
}

/** The file of logins (XDG Base Directory Specification), or null where there is no home. */
export function loginPath(env: Environment): string | null {
  const { XDG_CONFIG_HOME: xdg, HOME: home } = env;
  // The specification has relative paths ignored.
  if (xdg && isAbsolute(xdg)) return join(xdg, 'postroad', 'logins.json');
  return home && isAbsolute(home) ? join(home, '.config', 'postroad', 'logins.json') : null;
}

/** Addresses are compared without what does not part servers. */
export function serverAddress(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/+$/, '');
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

/** Throws ConfigError where the file is not what `writeLogins` writes. */
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
    // Said below.
  }
  throw new ConfigError(path, 'cannot be read. Remove it, and run "postroad login" again.');
}

/** Only its owner may read the file; it is replaced as a whole. */
export async function writeLogins(env: Environment, logins: Logins): Promise<string> {
  const path = loginPath(env);
  if (path === null) {
    throw new ConfigError('HOME', 'is not set, so there is no place to keep a login.');
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(fresh, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(fresh, path);
  } finally {
    await rm(fresh, { force: true });
  }
  return path;
}
