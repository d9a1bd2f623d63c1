import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

// Preloaded into the process of the service and its threads: while the data directory has the file
// disk-hangs, a write of the embedded database never returns. What is done each second is done often,
// so that the minute after which a silent thread is ended takes seconds.
const fs = createRequire(import.meta.url)('node:fs');
const write = fs.writeSync;
const flag = join(process.env.DATA_DIR ?? '', 'disk-hangs');

fs.writeSync = (file, ...rest) => {
  if (file > 2 && existsSync(flag)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  return write(file, ...rest);
};

const every = globalThis.setInterval;
globalThis.setInterval = (work, ms, ...values) => every(work, ms === 1_000 ? 50 : ms, ...values);
