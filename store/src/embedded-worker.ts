import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

/** The thread that holds the embedded database; started by `embedded.ts` and by nothing else. */
const { files, socketPath } = workerData as { files: string; socketPath: string };
const db = await PGlite.create(files);
const server = new PGLiteSocketServer({ db, path: socketPath, maxConnections: 1 });
await server.start();
parentPort?.once('message', async () => {
  await server.stop();
  await db.close();
  process.exit(0);
});
parentPort?.postMessage('ready');
