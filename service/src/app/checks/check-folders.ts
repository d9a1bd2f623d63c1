import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CheckResult } from '@postroad/core/account/checks/check-operations';
import { resultsOf } from './check-result.ts';

const { warning } = resultsOf('folders');

const others = 0o077;

async function checkFolder(variable: string, folder: string): Promise<CheckResult[]> {
  const found = process.platform === 'win32' ? null : await stat(folder).catch(() => null);
  if (found === null || (found.mode & others) === 0) return [];
  const mode = (found.mode & 0o777).toString(8).padStart(4, '0');
  return [warning('folder_open', { variable, folder: resolve(folder), mode })];
}

/**
 * Warns of folders that other users of the machine can open (SEC-19): they hold people, mail and the
 * operator's token. Windows has no such modes.
 */
export async function checkFolders(config: {
  dataDir: string;
  outboxDir: string;
}): Promise<CheckResult[]> {
  return [
    ...(await checkFolder('DATA_DIR', config.dataDir)),
    ...(await checkFolder('OUTBOX_DIR', config.outboxDir)),
  ];
}
