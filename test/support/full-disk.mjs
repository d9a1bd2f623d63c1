import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

// Preloaded into the process of the service and its threads: while the data directory has the file
// disk-is-full, the disk takes nothing more of the embedded database, whose files this function writes.
const fs = createRequire(import.meta.url)('node:fs');
const write = fs.writeSync;
const flag = join(process.env.DATA_DIR ?? '', 'disk-is-full');

fs.writeSync = (file, ...rest) => {
  if (file > 2 && existsSync(flag)) {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  }
  return write(file, ...rest);
};
