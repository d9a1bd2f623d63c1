import { access, constants, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { CheckResult } from '@postroad/core/account/checks/check-operations';
import { reasonOf, resultsOf } from './check-result.ts';

const { warning } = resultsOf('folders');

const others = 0o077;

async function checkFolder(variable: string, folder: string): Promise<CheckResult[]> {
  const found = process.platform === 'win32' ? null : await stat(folder).catch(() => null);
  if (found === null || (found.mode & others) === 0) return [];
  const mode = (found.mode & 0o777).toString(8).padStart(4, '0');
  return [warning('folder_open', { variable, folder: resolve(folder), mode })];
}

/** Warns of a list of erasures that cannot be written (BACK-06); before the first erasure there is none. */
async function checkErasures(file: string): Promise<CheckResult[]> {
  const needed = constants.R_OK | constants.W_OK;
  try {
    await access(file, needed).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      await access(dirname(file), constants.W_OK | constants.X_OK);
    });
    return [];
  } catch (error) {
    return [warning('erasures_unwritable', { file: resolve(file) }, reasonOf(error))];
  }
}

/**
 * Warns of folders that other users of the machine can open (SEC-19): they hold people, mail and the
 * operator's token. Windows has no such modes.
 */
export async function checkFolders(config: {
  dataDir: string;
  outboxDir: string;
  erasuresFile: string;
}): Promise<CheckResult[]> {
  return [
    ...(await checkFolder('DATA_DIR', config.dataDir)),
    ...(await checkFolder('OUTBOX_DIR', config.outboxDir)),
    ...(await checkErasures(config.erasuresFile)),
  ];
}
