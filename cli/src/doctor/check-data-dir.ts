import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { DoctorCheck } from './doctor-check.ts';

const others = 0o077;

/**
 * Warns of a data directory that other users of the machine can open (SEC-19): it holds people, mail
 * and the operator's token. Windows has no such modes.
 */
export async function checkDataDir(dataDir: string): Promise<DoctorCheck[]> {
  const found = process.platform === 'win32' ? null : await stat(dataDir).catch(() => null);
  if (found === null || (found.mode & others) === 0) return [];
  const mode = (found.mode & 0o777).toString(8).padStart(4, '0');
  const summary = `Data directory ${resolve(dataDir)}: other users of this machine can open it (mode ${mode})`;
  return [{ ok: true, warns: true, summary, fix: `Run "chmod 700 ${resolve(dataDir)}".` }];
}
