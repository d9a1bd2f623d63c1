import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

export interface Embedded {
  socketPath: string;
  stop(): Promise<void>;
}

/**
 * Starts PGlite in a thread of its own, since it blocks the event loop it runs on, behind a Unix
 * socket in a private directory (socket paths are limited to about 100 bytes, a data directory's
 * is not). The caller holds the lock of `dataDir`: two openings would lose data.
 */
export async function startEmbedded(dataDir: string): Promise<Embedded> {
  const files = join(dataDir, 'pgdata');
  await mkdir(files, { recursive: true, mode: 0o700 });
  const socketDir = mkdtempSync(join(tmpdir(), 'postroad-'));
  const socketPath = join(socketDir, '.s.PGSQL.5432');
  const removeSocket = () => rmSync(socketDir, { recursive: true, force: true });
  const worker = new Worker(new URL('./embedded-worker.js', import.meta.url), {
    workerData: { files, socketPath },
  });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once('message', () => resolve());
      worker.once('error', reject);
      worker.once('exit', (code) =>
        reject(new Error(`The embedded database stopped while opening ${dataDir} (code ${code}).`)),
      );
    });
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
