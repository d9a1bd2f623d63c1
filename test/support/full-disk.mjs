import { existsSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

// Preloaded into the process of the service and its threads: while the data directory has one of these
// files, the disk takes nothing more of the embedded database's log, of its tables, or of anything new.
const load = createRequire(import.meta.url);
const fs = load('node:fs');
const files = load('node:fs/promises');
const { openSync, writeSync } = fs;
const folder = process.env.DATA_DIR ?? '';
const flags = [
  ['/pg_wal/', join(folder, 'log-is-full')],
  ['/base/', join(folder, 'tables-are-full')],
];
const flagOf = new Map();

const full = () =>
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

const isFull = (path, flags) =>
  String(flags).startsWith('wx') &&
  String(path).startsWith(folder) &&
  existsSync(join(folder, 'disk-is-full'));
const { open, writeFile } = files;

// As on a real disk, the name is there and the bytes are not.
files.writeFile = async (path, text, options) => {
  if (!isFull(path, options?.flag)) return await writeFile(path, text, options);
  await writeFile(path, '', options);
  throw full();
};

files.open = async (path, flags, mode) => {
  const file = await open(path, flags, mode);
  if (!isFull(path, flags)) return file;
  file.write = () => Promise.reject(full());
  return file;
};

syncBuiltinESMExports();

fs.openSync = (path, ...rest) => {
  const file = openSync(path, ...rest);
  const found = flags.find(([part]) => String(path).includes(part));
  flagOf.set(file, found?.[1]);
  return file;
};

fs.writeSync = (file, ...rest) => {
  const flag = flagOf.get(file);
  if (flag !== undefined && existsSync(flag)) {
    throw full();
  }
  return writeSync(file, ...rest);
};
