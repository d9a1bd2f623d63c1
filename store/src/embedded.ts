import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

export interface Embedded {
  socketPath: string;
  stop(): Promise<void>;
}

function spawn(files: string, socketPath: string | null): Worker {
  return new Worker(new URL('./embedded-worker.js', import.meta.url), {
    workerData: { files, socketPath },
  });
}

/** Resolves with the thread's first message; rejects where it stops before. */
function ready(worker: Worker, dataDir: string): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', reject);
    worker.once('exit', (code) =>
      reject(new Error(`The embedded database stopped while opening ${dataDir} (code ${code}).`)),
    );
  });
}

/**
 * Creates an empty database in a thread that then ends: creating takes half a gigabyte, which the
 * running database would otherwise hold for as long as it lives.
 */
async function createFiles(dataDir: string, files: string): Promise<void> {
  const worker = spawn(files, null);
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', (code) => {
      if (code === 0) resolve();
      else
        reject(new Error(`The embedded database could not be made in ${dataDir} (code ${code}).`));
    });
  });
}

/**
 * Starts PGlite in a thread of its own, since it blocks the event loop it runs on, behind a Unix
 * socket in a private directory (socket paths are limited to about 100 bytes, a data directory's
 * is not). The caller holds the lock of `dataDir`: two openings would lose data.
 */
export async function startEmbedded(dataDir: string): Promise<Embedded> {
  const files = join(dataDir, 'pgdata');
  await mkdir(files, { recursive: true, mode: 0o700 });
  if (!existsSync(join(files, 'PG_VERSION'))) await createFiles(dataDir, files);
  const socketDir = mkdtempSync(join(tmpdir(), 'postroad-'));
  const socketPath = join(socketDir, '.s.PGSQL.5432');
  const removeSocket = () => rmSync(socketDir, { recursive: true, force: true });
  const worker = spawn(files, socketPath);
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  try {
    await ready(worker, dataDir);
  } catch (error) {
    removeSocket();
    throw error;
  }
  worker.unref();
  return {
    socketPath,
    async stop() {
      worker.ref();
      worker.postMessage('stop');
      await exited;
      removeSocket();
    },
  };
}
