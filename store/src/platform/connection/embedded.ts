import { existsSync } from 'node:fs';
import { mkdir, rename, rm, statfs } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MessageChannel, Worker } from 'node:worker_threads';
import { limits } from '@postroad/core/platform/limits';
import { DatabaseAway } from './database-away.ts';
import type { ThreadReport, ThreadTask } from './embedded-worker.ts';
import type { Fence } from './fence.ts';
import { PortSocket } from './port-socket.ts';
import { preparedCluster } from './prepared-cluster.ts';

export interface Embedded {
  /** The folder of its files; null where it is in memory. */
  files: string | null;
  /** The database serves one client at a time. Throws `DatabaseAway` while it is stopped. */
  connect(): PortSocket;
  /** Why it is stopped, as a sentence for people; null while it runs. */
  fault(): string | null;
  stop(): Promise<void>;
}

/** What becomes of the database, for the log. */
export interface EmbeddedHooks {
  /** It stopped by itself, and is opened again once that is possible. */
  onFault?(fault: string): void;
  onReopened?(): void;
  /** The disk refused a write; the database continues. */
  onRefused?(reason: string): void;
  /** A line that its thread wrote for people. */
  onText?(line: string): void;
}

export interface EmbeddedOptions extends EmbeddedHooks {
  /** Null for a database in memory, which is gone once it stops. */
  dataDir: string | null;
  /** The fence of the lock of the directory; null for a directory that nobody else knows. */
  fence: Fence | null;
}

const lookEveryMs = 1_000;

/** The folder of the database in a data directory. */
export function filesIn(dataDir: string): string {
  return join(dataDir, 'pgdata');
}

/** Whether the database in a data directory was made. */
export function hasFiles(dataDir: string): boolean {
  return existsSync(join(filesIn(dataDir), 'PG_VERSION'));
}

/**
 * Whether a thread shows signs of life. Looks are counted, not time: a process that was stopped looked
 * as little as its thread worked.
 */
export class SignsOfLife {
  readonly #steps: Int32Array;
  #seen: number;
  #silent = 0;

  constructor(steps: SharedArrayBuffer) {
    this.#steps = new Int32Array(steps);
    this.#seen = Atomics.load(this.#steps, 0);
  }

  /** Called each second; true once there has been no sign for too long. */
  look(): boolean {
    const now = Atomics.load(this.#steps, 0);
    this.#silent = now === this.#seen ? this.#silent + 1 : 0;
    this.#seen = now;
    return this.#silent * lookEveryMs >= limits.embeddedAnswerMs;
  }
}

/** One run of the thread, from its start to its end. */
class Thread {
  readonly #worker: Worker;
  readonly #exited: Promise<number>;
  readonly #steps = new SharedArrayBuffer(4);
  readonly #ready: Promise<void>;
  #fault: string | null = null;
  #refused = '';
  #askedToStop = (): void => {};
  /** Who is asked to stop has no reason of its own, which a call would wait for. */
  readonly #stopping = new Promise<void>((resolve) => {
    this.#askedToStop = resolve;
  });
  hasEnded = false;

  /** Why it ends, from when it says so; it has ended a moment later. */
  get fault(): string | null {
    return this.#fault;
  }

  constructor(
    { fence, onText, onRefused }: EmbeddedOptions,
    work: Pick<ThreadTask, 'task' | 'files' | 'prepared'>,
  ) {
    // The worker beside this file, with the same extension: built or source.
    const file = new URL(`./embedded-worker${extname(import.meta.url)}`, import.meta.url);
    const data: ThreadTask = { ...work, fence: fence?.memory ?? null, steps: this.#steps };
    this.#worker = new Worker(file, {
      // Source maps in stack traces, as in the main process.
      env: { ...process.env, NODE_OPTIONS: '--enable-source-maps' },
      workerData: data,
      stdout: true,
      stderr: true,
    });
    for (const input of [this.#worker.stdout, this.#worker.stderr]) {
      createInterface({ input }).on('line', (line) => onText?.(line));
    }
    this.#ready = new Promise((resolve) => {
      this.#worker.on('message', (report: ThreadReport) => {
        if (report === 'ready') resolve();
        else if ('fault' in report) this.#fault ??= report.fault;
        else {
          this.#refused = ` after the disk had refused a write (${report.refused})`;
          onRefused?.(report.refused);
        }
      });
    });
    this.#worker.once('error', (error) => {
      this.#fault ??= error.message;
    });
    this.#exited = new Promise((resolve) => {
      this.#worker.once('exit', (code) => {
        this.hasEnded = true;
        resolve(code);
      });
    });
  }

  /** Resolves with why it ended. */
  async ended(): Promise<string> {
    const code = await this.#exited;
    return this.#fault ?? `its thread ended with code ${code}`;
  }

  /** Resolves once the database is open; rejects if the thread ends before. */
  async opened(): Promise<void> {
    await Promise.race([this.#ready, this.#exited]);
    if (this.hasEnded || this.#fault !== null) throw new Error(await this.ended());
    this.#worker.unref();
    const signs = new SignsOfLife(this.#steps);
    const looks = setInterval(() => {
      if (!signs.look()) return;
      this.#fault ??= `it did not answer for ${limits.embeddedAnswerMs / 1_000} seconds${this.#refused}`;
      void this.#worker.terminate();
    }, lookEveryMs).unref();
    this.#worker.once('exit', () => clearInterval(looks));
  }

  /** Resolves once a thread that was started to create the files has done so. */
  async created(): Promise<void> {
    const code = await this.#exited;
    if (code !== 0) throw new Error(await this.ended());
  }

  connect(): PortSocket {
    const { port1, port2 } = new MessageChannel();
    this.#worker.postMessage(port2, [port2]);
    return new PortSocket(port1, Promise.race([this.#exited, this.#stopping]));
  }

  /** Closes the database, or ends the thread if that takes too long. */
  async stop(): Promise<void> {
    if (this.hasEnded) return;
    this.#askedToStop();
    this.#worker.ref();
    this.#worker.postMessage('stop');
    const late = new AbortController();
    const deadline = pause(limits.embeddedStopMs, 'late', { signal: late.signal });
    deadline.catch(() => {});
    if ((await Promise.race([this.#exited, deadline])) === 'late') await this.#worker.terminate();
    late.abort();
  }
}

function faultMessage(why: string): string {
  return `The embedded database has stopped: ${why.replace(/\.$/, '')}. It is opened again once that is possible.`;
}

class EmbeddedDatabase implements Embedded {
  readonly files: string | null;
  readonly #options: EmbeddedOptions;
  #thread: Thread;
  #fault: string | null = null;
  readonly #stopping = new AbortController();

  constructor(options: EmbeddedOptions, thread: Thread) {
    this.files = options.dataDir === null ? null : filesIn(options.dataDir);
    this.#options = options;
    this.#thread = thread;
    void this.#keepOpen();
  }

  connect(): PortSocket {
    // An untaken port is never closed, so its client would wait forever.
    if (this.#fault !== null || this.#thread.hasEnded) {
      throw new DatabaseAway('The thread of the embedded database has ended.');
    }
    return this.#thread.connect();
  }

  fault(): string | null {
    if (this.#fault !== null) return this.#fault;
    // A call that was in hand fails before the thread has ended, and has the reason too.
    return this.#thread.fault === null ? null : faultMessage(this.#thread.fault);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#thread.stop();
  }

  /** Opens the database again whenever it stopped by itself (SEC-35). */
  async #keepOpen(): Promise<void> {
    for (;;) {
      const why = await this.#thread.ended();
      if (this.#stopping.signal.aborted) return;
      this.#stopped(why);
      const { dataDir } = this.#options;
      if (dataDir === null || !(await this.#reopened(dataDir))) return;
      this.#fault = null;
      this.#options.onReopened?.();
    }
  }

  #stopped(why: string): void {
    this.#fault = faultMessage(why);
    this.#options.onFault?.(this.#fault);
  }

  /** Tries until it is open; false if it is to stop. */
  async #reopened(dataDir: string): Promise<boolean> {
    const { signal } = this.#stopping;
    for (;;) {
      await pause(limits.embeddedReopenMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return false;
      if (!(await hasRoom(dataDir))) continue;
      this.#thread = serving(this.#options);
      try {
        await this.#thread.opened();
        return true;
      } catch {
        // The first reason counts; the next attempt follows.
      }
    }
  }
}

/** Whether the disk has the room that opening needs, as far as the system tells. */
async function hasRoom(dataDir: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    return bavail * bsize >= limits.embeddedRoomBytes;
  } catch {
    return false;
  }
}

/** PGlite says of every such end that it aborted. */
const stopped =
  'PostgreSQL stopped, as it does where its files are damaged. Restore a backup into another DATA_DIR';

const full =
  'its disk is full. Make room on it, or move the folder to a larger one and set DATA_DIR to it';

function reasonOf(message: string): string {
  if (message.startsWith('Aborted(')) return stopped;
  return /\b(?:ENOSPC|EDQUOT)\b/.test(message) ? full : message.replace(/\.$/, '');
}

/** Fails with a sentence that says where. */
async function within(where: string, what: string, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const why = reasonOf((error as Error).message);
    throw new Error(`The embedded database ${what} ${where}: ${why}.`);
  }
}

/** The prepared files of a new database, if the build made them. */
function preparedFiles(): string | null {
  const path = fileURLToPath(preparedCluster);
  return existsSync(path) ? path : null;
}

/** A thread that opens the database; one in memory is new each time. */
function serving(options: EmbeddedOptions): Thread {
  const { dataDir } = options;
  return dataDir === null
    ? new Thread(options, { task: 'serve', files: null, prepared: preparedFiles() })
    : new Thread(options, { task: 'serve', files: filesIn(dataDir), prepared: null });
}

/**
 * Makes the files of a new database beside their place, so that a process that is killed leaves none
 * that are not whole. A folder that somebody made there, such as a volume, cannot be replaced.
 */
async function create(options: EmbeddedOptions, dataDir: string): Promise<void> {
  const folder = filesIn(dataDir);
  if (hasFiles(dataDir)) return;
  const files = existsSync(folder) ? folder : `${folder}.new`;
  if (files !== folder) await rm(files, { recursive: true, force: true });
  await mkdir(files, { recursive: true, mode: 0o700 });
  // Creation takes half a gigabyte of memory, which a running database would otherwise keep.
  const thread = new Thread(options, { task: 'create', files, prepared: preparedFiles() });
  try {
    await within(dataDir, 'could not be made in', thread.created());
    if (files !== folder) await rename(files, folder);
  } catch (error) {
    // On a full disk it would take the room that is made.
    if (files !== folder) await rm(files, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Starts PGlite in its own thread, because it blocks its event loop. Clients speak PostgreSQL's
 * protocol to it over ports. The caller holds the lock of the directory: opening it twice would lose
 * data. A thread that stops answering is ended, and the database opened again.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir } = options;
  if (dataDir !== null) await create(options, dataDir);
  const thread = serving(options);
  await within(dataDir ?? 'memory', 'could not be opened in', thread.opened());
  return new EmbeddedDatabase(options, thread);
}
