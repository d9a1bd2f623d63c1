import { readFile } from 'node:fs/promises';

/** The content of a lock file from before locks had beats. */
interface UnbeatingLock {
  /** 0 once it was released. */
  pid: number;
  address: string | null;
  /** When the process started, in the kernel's ticks (proc(5), stat); tells a reused pid apart. */
  started: string | null;
}

function parsed(raw: string): UnbeatingLock | null {
  try {
    const text = JSON.parse(raw) as Partial<UnbeatingLock & { id: string }> | null;
    const { pid, address = null, started = null, id } = text ?? {};
    return id === undefined && Number.isSafeInteger(pid)
      ? { pid: pid ?? 0, address, started }
      : null;
  } catch {
    return null;
  }
}

async function startOf(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

async function isRunning({ pid, started }: UnbeatingLock): Promise<boolean> {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs under another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const present = await startOf(pid);
  return started === null || present === null || started === present;
}

/**
 * What a lock says that a process of an older version wrote. Such a lock is silent while its process
 * lives, so no wait tells them apart: the process is looked for on this machine. Null where it is no
 * such lock, or its process is not found here.
 */
export async function readUnbeatingLock(
  raw: string,
): Promise<'released' | { pid: number; address: string | null } | null> {
  const lock = parsed(raw);
  if (lock?.pid === 0) return 'released';
  if (lock === null || lock.pid < 0 || !(await isRunning(lock))) return null;
  return { pid: lock.pid, address: lock.address };
}
