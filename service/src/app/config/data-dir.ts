import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a file whole; does nothing if one of that name exists already. */
async function putNewFile(path: string, text: string): Promise<void> {
  const fresh = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(fresh, text, { mode: 0o600, flag: 'wx' });
  try {
    await link(fresh, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(fresh, { force: true });
  }
}

/**
 * The token that operators use: API_TOKEN, else one that is generated once and kept in the data
 * directory.
 */
export async function localToken(dataDir: string, apiToken: string | null): Promise<string> {
  if (apiToken !== null) return apiToken;
  const path = join(dataDir, 'api-token');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // Written whole, so that no process reads a partial token.
  await putNewFile(path, `postroad_${randomBytes(24).toString('base64url')}\n`);
  return (await readFile(path, 'utf8')).trim();
}
