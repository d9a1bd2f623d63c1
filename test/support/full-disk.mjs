import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

// Preloaded into the process of the service and its threads: while the data directory has one of these
// files, the disk takes nothing more of the embedded database's log, or of its tables.
const fs = createRequire(import.meta.url)('node:fs');
const { openSync, writeSync } = fs;
const folder = process.env.DATA_DIR ?? '';
const flags = [
  ['/pg_wal/', join(folder, 'log-is-full')],
  ['/base/', join(folder, 'tables-are-full')],
];
const flagOf = new Map();

fs.openSync = (path, ...rest) => {
  const file = openSync(path, ...rest);
  const found = flags.find(([part]) => String(path).includes(part));
  flagOf.set(file, found?.[1]);
  return file;
};

fs.writeSync = (file, ...rest) => {
  const flag = flagOf.get(file);
  if (flag !== undefined && existsSync(flag)) {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  }
  return writeSync(file, ...rest);
};
