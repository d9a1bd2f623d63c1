import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The process that uses a data directory, and its address once it listens. */
export interface Holder {
  pid: number;
  address: string | null;
}

/** Another process uses the data directory; opening the embedded database twice loses data. */
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

/** The content of a lock file; a released lock has no process. */
interface LockText extends Holder {
  /**
   * Start time of the process in kernel ticks, which tells a reused pid from the old one (proc(5),
   * stat).
   */
  started: string | null;
}

/**
 * Locks are numbered and only the highest counts. A process takes over a dead lock by creating the
 * next number, which only one process can do. With a single file name, the second of two processes
 * could remove the lock that the first has just created.
 */
const lockName = /^lock\.(\d{1,15})\.json$/;

function lockPath(dataDir: string, number: number): string {
  return join(dataDir, `lock.${number}.json`);
}

async function startOf(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

async function isRunning({ pid, started }: LockText): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process runs under another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = await startOf(pid);
  return started === null || now === null || now === started;
}

async function numbersIn(dataDir: string): Promise<number[]> {
  const names = await readdir(dataDir).catch(() => []);
  return names
    .flatMap((name) => lockName.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a);
}

/** The number of the newest lock, 0 if there is none, and its holder if that is still running. */
async function newestLock(dataDir: string): Promise<{ number: number; holder: Holder | null }> {
  for (;;) {
    const [number = 0] = await numbersIn(dataDir);
    if (number === 0) return { number, holder: null };
    try {
      const text = JSON.parse(await readFile(lockPath(dataDir, number), 'utf8')) as LockText;
      const valid = Number.isSafeInteger(text.pid) && text.pid > 0;
      const held = valid && (await isRunning({ ...text, started: text.started ?? null }));
      return { number, holder: held ? { pid: text.pid, address: text.address ?? null } : null };
    } catch (error) {
      // Removed since the directory was listed, so there is a newer lock.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue;
      if (error instanceof SyntaxError) return { number, holder: null };
      throw error;
    }
  }
}

/** The running process that holds the directory, or null. */
export async function holderOf(dataDir: string): Promise<Holder | null> {
  return (await newestLock(dataDir)).holder;
}

/** Writes a file under a temporary name, then puts it in its place with `move`. */
async function putFile(
  path: string,
  text: string,
  move: (fresh: string, path: string) => Promise<void>,
): Promise<void> {
  const fresh = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(fresh, text, { mode: 0o600, flag: 'wx' });
  try {
    await move(fresh, path);
  } finally {
    await rm(fresh, { force: true });
  }
}

/** False if a file of that name exists already. */
async function putNewFile(path: string, text: string): Promise<boolean> {
  try {
    await putFile(path, text, link);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function lockFileText(lock: LockText): string {
  return `${JSON.stringify(lock)}\n`;
}

/**
 * Locks the directory for this process and takes over the lock of a dead one. Throws DataDirInUse
 * if a running process holds it.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const mine = { pid: process.pid, address: null, started: await startOf(process.pid) };
  for (;;) {
    const { number, holder } = await newestLock(dataDir);
    if (holder) throw new DataDirInUse(dataDir, holder);
    const path = lockPath(dataDir, number + 1);
    if (!(await putNewFile(path, lockFileText(mine)))) continue;
    const [newest, ...older] = await numbersIn(dataDir);
    if (newest !== number + 1) {
      // This process listed the directory too long ago: its number has been used and removed since.
      await rm(path, { force: true });
      continue;
    }
    for (const old of older) await rm(lockPath(dataDir, old), { force: true });
    return {
      setAddress: (address) => putFile(path, lockFileText({ ...mine, address }), rename),
      release: () => putFile(path, lockFileText({ pid: 0, address: null, started: null }), rename),
    };
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
