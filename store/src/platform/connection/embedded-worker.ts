import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { WireBatches } from './wire-batches.ts';

/**
 * The thread that holds the embedded database; started by `embedded.ts` and by nothing else. It
 * answers the client at the other end of each port it is sent, one client at a time; 'create' only
 * makes the files.
 */
const { files, task } = workerData as { files: string; task: 'create' | 'serve' };

/** What is answered goes out in one piece up to this size. */
const pieceBytes = 65_536;

/** Works at one batch of messages, and hands its answer on in few pieces. */
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
      // The database writes its next answer into the same memory.
      pieces.push(new Uint8Array(data));
      bytes += data.length;
      if (bytes >= pieceBytes) flush();
    },
  });
  flush();
}

const rollback = Buffer.from('Q\0\0\0\x0drollback\0', 'latin1');

/** A client that goes in the middle of a transaction leaves it undone. */
async function leave(db: PGlite): Promise<void> {
  if (db.isInTransaction()) await answer(db, rollback, () => {});
}

/** What was begun ends before the next thing begins, whoever asked for it. */
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
