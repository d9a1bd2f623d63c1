import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import { DatabaseAway } from './database-away.ts';
import { PortSocket } from './port-socket.ts';

export interface Embedded {
  /** The database serves one client at a time. Throws `DatabaseAway` after its thread has ended. */
  connect(): PortSocket;
  stop(): Promise<void>;
}

function spawn(files: string, task: 'create' | 'serve'): Worker {
  // The worker beside this file, with the same extension: built or source.
  const file = new URL(`./embedded-worker${extname(import.meta.url)}`, import.meta.url);
  return new Worker(file, {
    // Source maps in stack traces, as in the main process.
    env: { ...process.env, NODE_OPTIONS: '--enable-source-maps' },
    workerData: { files, task },
  });
}

/** Resolves with the thread's first message; rejects if the thread stops before. */
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
 * Creates an empty database in a thread that ends afterwards: creation takes half a gigabyte of
 * memory, which the running database would otherwise keep.
 */
async function createFiles(dataDir: string, files: string): Promise<void> {
  const worker = spawn(files, 'create');
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
 * Starts PGlite in its own thread, because it blocks its event loop. Clients speak PostgreSQL's
 * protocol to it over ports. The caller holds the lock of `dataDir`: opening it twice would lose
 * data.
 */
export async function startEmbedded(dataDir: string): Promise<Embedded> {
  const files = join(dataDir, 'pgdata');
  await mkdir(files, { recursive: true, mode: 0o700 });
  if (!existsSync(join(files, 'PG_VERSION'))) await createFiles(dataDir, files);
  const worker = spawn(files, 'serve');
  let hasEnded = false;
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      hasEnded = true;
      resolve();
    });
  });
  await ready(worker, dataDir);
  worker.unref();
  return {
    connect() {
      // An untaken port is never closed, so its client would wait forever.
      if (hasEnded) throw new DatabaseAway('The thread of the embedded database has ended.');
      const { port1, port2 } = new MessageChannel();
      worker.postMessage(port2, [port2]);
      return new PortSocket(port1);
    },
    async stop() {
      worker.ref();
      worker.postMessage('stop');
      await exited;
    },
  };
}
