import { stat, statfs } from 'node:fs/promises';
import type { CheckResult } from '@postroad/core/account/check-operations';
import { limits } from '@postroad/core/platform/limits';
import { resultsOf } from './check-result.ts';

const { ok, warning, problem } = resultsOf('disk');

interface Disk {
  folder: string;
  /** Bytes that the user of this process can still write. */
  free: number;
}

export function diskResult({ folder, free }: Disk): CheckResult {
  const gibibytes = (free / 2 ** 30).toFixed(1);
  const message = `${gibibytes} GiB are free on the disk of ${folder}`;
  if (free >= limits.diskLowBytes) return ok(message);
  const fix = 'Make room, or move DATA_DIR to a larger disk; writes fail once it is full.';
  return free >= limits.diskFullBytes ? warning(message, fix) : problem(message, fix);
}

/** The disks that these folders are on; a folder that does not exist is on none. */
async function disksOf(folders: readonly string[]): Promise<Disk[]> {
  const disks = new Map<number, Disk>();
  for (const folder of folders) {
    const found = await stat(folder).catch(() => null);
    if (found === null || disks.has(found.dev)) continue;
    const { bavail, bsize } = await statfs(folder);
    disks.set(found.dev, { folder, free: bavail * bsize });
  }
  return [...disks.values()];
}

/** Whether there is room where the service writes. The disk of a database server is not seen here. */
export async function checkDisk(config: {
  dataDir: string;
  outboxDir: string;
}): Promise<CheckResult[]> {
  return (await disksOf([config.dataDir, config.outboxDir])).map(diskResult);
}
