import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Who holds a data directory: its process, and where it answers once it listens. */
export interface Holder {
  pid: number;
  address: string | null;
}

/** The data directory is in use; two openings of the embedded database lose data. */
export class DataDirInUse extends Error {
  constructor(dataDir: string, holder: Holder) {
    const where = holder.address ? ` and answers at ${holder.address}` : '';
    super(
      `${dataDir} is in use by process ${holder.pid}, which is running${where}. Stop that process, or set DATA_DIR to another directory.`,
    );
    this.name = 'DataDirInUse';
  }
}

export interface DataDirLock {
  setAddress(address: string): Promise<void>;
  release(): Promise<void>;
}

function lockPath(dataDir: string): string {
  return join(dataDir, 'lock.json');
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs under another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The process that holds the directory and is running, or null. */
export async function holderOf(dataDir: string): Promise<Holder | null> {
  const holder = await readHolder(dataDir);
  return holder !== null && isRunning(holder.pid) ? holder : null;
}

async function readHolder(dataDir: string): Promise<Holder | null> {
  try {
    const { pid, address } = JSON.parse(await readFile(lockPath(dataDir), 'utf8')) as Holder;
    return Number.isSafeInteger(pid) && pid > 0 ? { pid, address: address ?? null } : null;
  } catch {
    return null;
  }
}

/**
 * Takes the directory for this process. Throws DataDirInUse where a running process holds it; the
 * lock of one that is gone is taken over.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = lockPath(dataDir);
  const mine = (address: string | null) => `${JSON.stringify({ pid: process.pid, address })}\n`;
  for (;;) {
    try {
      const file = await open(path, 'wx', 0o600);
      await file.writeFile(mine(null));
      await file.close();
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = await holderOf(dataDir);
      if (holder) throw new DataDirInUse(dataDir, holder);
      await takeOver(path);
    }
  }
  return {
    async setAddress(address) {
      const fresh = `${path}.${process.pid}`;
      await writeFile(fresh, mine(address), { mode: 0o600 });
      await rename(fresh, path);
    },
    release: () => rm(path, { force: true }),
  };
}

/** Removes a dead process's lock under a name of our own, so that of two takers one wins. */
async function takeOver(path: string): Promise<void> {
  const aside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await rename(path, aside).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rm(aside, { force: true });
}

/** The token operators use: API_TOKEN, else one made once and kept in the data directory. */
export async function localToken(dataDir: string, apiToken: string | null): Promise<string> {
  if (apiToken !== null) return apiToken;
  const path = join(dataDir, 'api-token');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(`postroad_${randomBytes(24).toString('base64url')}\n`);
    await file.close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readFile(path, 'utf8')).trim();
}
