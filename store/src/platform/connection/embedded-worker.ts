import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { WireBatches } from './wire-batches.ts';

/**
 * The thread of the embedded database; only `embedded.ts` starts it. It serves the client at each
 * port it receives, one client at a time. The task 'create' only creates the files.
 */
const { files, task } = workerData as { files: string; task: 'create' | 'serve' };

/** Answers up to this size are sent in one piece. */
const pieceBytes = 65_536;

/** Processes one batch of messages and passes its answer on in few pieces. */
async function answer(db: PGlite, batch: Uint8Array, hand: (bytes: Uint8Array) => void) {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  const flush = () => {
    if (bytes > 0) hand(new Uint8Array(Buffer.concat(pieces)));
    pieces = [];
    bytes = 0;
  };
  await db.execProtocolRawStream(batch, {
    onRawData: (data) => {
      // Copied, because the database reuses the memory for its next answer.
      pieces.push(new Uint8Array(data));
      bytes += data.length;
      if (bytes >= pieceBytes) flush();
    },
  });
  flush();
}

const rollback = Buffer.from('Q\0\0\0\x0drollback\0', 'latin1');

/** Rolls back a transaction that its client left open. */
async function leave(db: PGlite): Promise<void> {
  if (db.isInTransaction()) await answer(db, rollback, () => {});
}

/** Serializes the work of all clients. */
let turn: Promise<void> = Promise.resolve();

function serve(db: PGlite, port: MessagePort): void {
  const batches = new WireBatches();
  const hand = (bytes: Uint8Array) => port.postMessage(bytes, [bytes.buffer as ArrayBuffer]);
  const close = () => port.close();
  port.on('message', (arrived: Uint8Array | null) => {
    const next = arrived === null ? [] : [...batches.take(arrived)];
    for (const batch of next) turn = turn.then(() => answer(db, batch, hand)).catch(close);
    if (arrived === null) turn = turn.then(close);
  });
  port.once('close', () => {
    turn = turn.then(() => leave(db)).catch(close);
  });
}

const db = await PGlite.create(files);
if (task === 'create') {
  await db.close();
  process.exit(0);
}
parentPort?.on('message', async (message: MessagePort | 'stop') => {
  if (message !== 'stop') return serve(db, message);
  await turn;
  await db.close();
  process.exit(0);
});
parentPort?.postMessage('ready');
