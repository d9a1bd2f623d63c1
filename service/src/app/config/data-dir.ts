import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a file whole; answers false if one of that name exists already. */
async function putNewFile(path: string, text: string): Promise<boolean> {
  const fresh = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(fresh, text, { mode: 0o600, flag: 'wx' });
  try {
    await link(fresh, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await rm(fresh, { force: true });
  }
}

/**
 * The token that operators use: API_TOKEN, else one that is made once and kept in the data directory;
 * `isNew` where this call made it.
 */
export async function makeLocalToken(
  dataDir: string,
  apiToken: string | null,
): Promise<{ token: string; isNew: boolean }> {
  if (apiToken !== null) return { token: apiToken, isNew: false };
  const path = join(dataDir, 'api-token');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // Written whole, so that no process reads a partial token.
  const isNew = await putNewFile(path, `postroad_${randomBytes(24).toString('base64url')}\n`);
  return { token: (await readFile(path, 'utf8')).trim(), isNew };
}

/** The token that operators use. */
export async function localToken(dataDir: string, apiToken: string | null): Promise<string> {
  return (await makeLocalToken(dataDir, apiToken)).token;
}
