import { readFileSync } from 'node:fs';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { brotliDecompressSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { Fence } from './fence.ts';
import { GuardedFiles } from './guarded-files.ts';
import { unpackCluster } from './unpack-cluster.ts';
import { WireBatches } from './wire-batches.ts';

/** What the thread is started with. */
export interface ThreadTask {
  /** The folder of the files; null for a database in memory. */
  files: string | null;
  /** 'create' only creates the files. */
  task: 'create' | 'serve';
  /** The path of the prepared files of a new database; null for one that exists, or without them. */
  prepared: string | null;
  /** The memory of the fence; null for a directory that needs no lock. */
  fence: SharedArrayBuffer | null;
  /** A number that grows while the thread answers or works on files. */
  steps: SharedArrayBuffer;
}

/** What the thread reports, besides the answers at its ports. */
export type ThreadReport = 'ready' | { refused: string } | { fault: string };

/**
 * The thread of the embedded database; only `embedded.ts` starts it. It serves the client at each
 * port it receives, one client at a time.
 */
const { files, task, prepared, ...shared } = workerData as ThreadTask;
const steps = new Int32Array(shared.steps);

/** Answers up to this size are sent in one piece. */
const pieceBytes = 65_536;
const stepEveryMs = 1_000;

const report = (what: ThreadReport) => parentPort?.postMessage(what);
const step = () => {
  Atomics.add(steps, 0, 1);
};

/** The start of the fields of an error (PostgreSQL, Error and Notice Message Fields). */
const severities = ['\0VPANIC\0C', '\0VFATAL\0C'];

/**
 * The message of an error after which PostgreSQL answers nothing more, or null. No value of a row has
 * zero bytes on both sides, so none is taken for an error.
 */
function faultIn(piece: Buffer): string | null {
  const at = severities.map((text) => piece.indexOf(text, 0, 'latin1')).find((found) => found >= 0);
  if (at === undefined) return null;
  const fields = piece
    .subarray(at + 1)
    .toString('utf8')
    .split('\0');
  return fields.find((field) => field.startsWith('M'))?.slice(1) ?? 'It reports no reason.';
}

/** Ends the thread, which serves nobody any more. */
function end(fault: string): never {
  report({ fault });
  process.exit(1);
}

/** Processes one batch of messages and passes its answer on in few pieces. */
async function answer(db: PGlite, batch: Uint8Array, hand: (bytes: Uint8Array) => void) {
  let pieces: Buffer[] = [];
  let bytes = 0;
  let fault: string | null = null;
  const flush = () => {
    if (bytes > 0) hand(new Uint8Array(Buffer.concat(pieces)));
    pieces = [];
    bytes = 0;
  };
  await db.execProtocolRawStream(batch, {
    onRawData: (data) => {
      // Copied, because the database reuses the memory for its next answer.
      const piece = Buffer.from(data);
      fault ??= faultIn(piece);
      pieces.push(piece);
      bytes += data.length;
      if (bytes >= pieceBytes) flush();
    },
  });
  // A client whose startup is refused harms no other.
  if (fault !== null && batch[0] !== 0) end(fault);
  flush();
}

const rollback = Buffer.from('Q\0\0\0\x0drollback\0', 'latin1');

/** Rolls back a transaction that its client left open. */
async function leave(db: PGlite): Promise<void> {
  if (db.isInTransaction()) await answer(db, rollback, () => {});
}

/** Serializes the work of all clients. */
let turn: Promise<void> = Promise.resolve();

/** After an error that is no answer, the database cannot continue. */
function ended(error: unknown): never {
  return end(error instanceof Error ? error.message : String(error));
}

function serve(db: PGlite, port: MessagePort): void {
  const batches = new WireBatches();
  const hand = (bytes: Uint8Array) => port.postMessage(bytes, [bytes.buffer as ArrayBuffer]);
  const close = () => port.close();
  port.on('message', (arrived: Uint8Array | null) => {
    const next = arrived === null ? [] : [...batches.take(arrived)];
    for (const batch of next) turn = turn.then(() => answer(db, batch, hand)).catch(ended);
    if (arrived === null) turn = turn.then(close);
  });
  port.once('close', () => {
    turn = turn.then(() => leave(db)).catch(ended);
  });
}

/**
 * A full disk refuses many writes; the first of each reason is reported. Without its log PostgreSQL
 * panics, after which the WebAssembly may never return.
 */
let refusal = '';
function refused(reason: string, isLog: boolean): void {
  if (isLog) end(`its write-ahead log cannot be written (${reason})`);
  if (reason === refusal) return;
  refusal = reason;
  report({ refused: reason });
}

const fence = shared.fence === null ? null : new Fence(shared.fence);

function guardedFiles(folder: string): GuardedFiles {
  return new GuardedFiles(folder, fence, { onStep: step, onRefused: refused });
}

if (task === 'create' && files !== null && prepared !== null) {
  unpackCluster(prepared, files, fence);
  process.exit(0);
}

/**
 * PGlite takes 128 MB for buffers, beside the cache of the system, which holds the same pages. It is a
 * start parameter and not in the files, so that existing directories have it too.
 */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];
const where = files === null ? { dataDir: 'memory://' } : { fs: guardedFiles(files) };
const begin =
  prepared === null
    ? {}
    : { loadDataDir: new Blob([brotliDecompressSync(readFileSync(prepared))]) };
const db = await PGlite.create({ ...where, ...begin, startParams });
if (task === 'create') {
  await db.close();
  process.exit(0);
}
setInterval(step, stepEveryMs);
parentPort?.on('message', async (message: MessagePort | 'stop') => {
  if (message !== 'stop') return serve(db, message);
  await turn;
  await db.close();
  process.exit(0);
});
report('ready');
