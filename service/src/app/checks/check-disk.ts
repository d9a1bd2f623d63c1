import { stat, statfs } from 'node:fs/promises';
import type { CheckResult } from '@postroad/core/account/checks/check-operations';
import { limits } from '@postroad/core/platform/limits';
import { resultsOf } from './check-result.ts';

const { ok, warning, problem } = resultsOf('disk');

interface Disk {
  folder: string;
  /** Bytes that the user of this process can still write. */
  free: number;
}

export function diskResult({ folder, free }: Disk): CheckResult {
  const values = { gibibytes: Math.round((free * 10) / 2 ** 30) / 10, folder };
  if (free >= limits.diskLowBytes) return ok('disk_free', values);
  return free >= limits.diskFullBytes ? warning('disk_low', values) : problem('disk_low', values);
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
