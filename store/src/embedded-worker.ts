import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { inBatches } from './message-batches.ts';

/**
 * The thread that holds the embedded database; started by `embedded.ts` and by nothing else. Without
 * a socket path it only creates the files.
 */
const { files, socketPath } = workerData as { files: string; socketPath: string | null };
const db = await PGlite.create(files);
if (socketPath === null) {
  await db.close();
  process.exit(0);
} else {
  const server = new PGLiteSocketServer({
    db: inBatches(db),
    path: socketPath,
    maxConnections: 1,
  });
  await server.start();
  parentPort?.once('message', async () => {
    await server.stop();
    await db.close();
    process.exit(0);
  });
  parentPort?.postMessage('ready');
}
