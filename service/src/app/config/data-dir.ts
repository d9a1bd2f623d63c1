import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { access, constants, link, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isBearerToken } from '@postroad/core/platform/bearer';
import { limits } from '@postroad/core/platform/limits';
import type { Config } from './config.ts';
import { ConfigError } from './environment.ts';

/** A file in the data directory while a restore fills it. */
export const restoringName = 'restoring';

/** Writes a file whole; answers false if one of that name exists already. */
async function putNewFile(path: string, text: string): Promise<boolean> {
  const fresh = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(fresh, text, { mode: 0o600, flag: 'wx' });
    await link(fresh, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await rm(fresh, { force: true });
  }
}

const noRoomCodes = ['ENOSPC', 'EDQUOT'];

/** Runs what makes files in the data directory. A full disk is a ConfigError that says so. */
export async function inRoomOf<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!noRoomCodes.includes(code)) throw error;
    throw new ConfigError(
      'DATA_DIR',
      `is on a full disk: there is no room in ${dataDir} (${code}). Make room on that disk, or move the folder to a larger one and set DATA_DIR to it.`,
    );
  }
}

/** Makes the data directory where there is none. Throws a ConfigError if this process may not write there. */
export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await inRoomOf(dataDir, () => mkdir(dataDir, { recursive: true, mode: 0o700 }));
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new ConfigError(
      'DATA_DIR',
      `must be a folder that this process may write to; ${dataDir} is none (${code}). Give it to the user of the service, or set DATA_DIR to another folder.`,
    );
  }
}

type TokenConfig = Pick<Config, 'dataDir' | 'apiToken' | 'apiTokenFile'>;

/** The file of the operator's token; null if API_TOKEN has it. */
export function tokenPath({ dataDir, apiToken, apiTokenFile }: TokenConfig): string | null {
  return apiToken === null ? (apiTokenFile ?? join(dataDir, 'api-token')) : null;
}

/** The token in a file. Throws a ConfigError that does not repeat it (TOK-11). */
export function tokenIn(path: string, variable = 'The token'): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(
      variable,
      `cannot be read from ${path}: ${(error as NodeJS.ErrnoException).code ?? 'it is no text file'}. Write a token into that file, as "openssl rand -hex 24" draws one.`,
    );
  }
  const token = text.trim();
  if (token.length >= limits.apiTokenChars && isBearerToken(token)) return token;
  throw new ConfigError(
    variable,
    `in ${path} must be one line of at least ${limits.apiTokenChars} plain characters (ASCII) without white space. Write one into that file, as "openssl rand -hex 24" draws it.`,
  );
}

/**
 * The token that operators use: API_TOKEN, else that of API_TOKEN_FILE, else one that is made once and
 * kept in the data directory; `isNew` where this call made it.
 */
export async function makeLocalToken(
  config: TokenConfig,
): Promise<{ token: string; isNew: boolean }> {
  const { apiToken, apiTokenFile, dataDir } = config;
  const path = tokenPath(config);
  if (apiToken !== null || path === null) return { token: apiToken ?? '', isNew: false };
  if (apiTokenFile !== null)
    return { token: tokenIn(path, 'The token of API_TOKEN_FILE'), isNew: false };
  await makeDataDir(dataDir);
  // Written whole, so that no process reads a partial token.
  const isNew =
    !existsSync(path) &&
    (await inRoomOf(dataDir, () =>
      putNewFile(path, `postroad_${randomBytes(24).toString('base64url')}\n`),
    ));
  return { token: tokenIn(path), isNew };
}

/** The token that operators use. */
export async function localToken(config: TokenConfig): Promise<string> {
  return (await makeLocalToken(config)).token;
}
