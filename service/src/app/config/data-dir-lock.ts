import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, open, readdir, readFile, rm } from 'node:fs/promises';
import { createConnection, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@postroad/core/platform/limits';
import { Fence, type Moment, presentMoment } from '@postroad/store/platform/connection/fence';
import { inRoomOf, makeDataDir } from './data-dir.ts';
import { readUnbeatingLock } from './unbeating-lock.ts';

/** The process that holds a data directory, and its address once it listens. */
export interface Holder {
  pid: number;
  host: string;
  address: string | null;
}

/** Another process holds the data directory; opening the embedded database twice loses data. */
export class DataDirInUse extends Error {
  readonly holder: Holder | null;

  constructor(dataDir: string, holder: Holder | null) {
    const who = holder ? `process ${holder.pid} on ${holder.host}` : 'another process';
    const where = holder?.address ? ` and answers at ${holder.address}` : '';
    super(
      `${dataDir} is in use by ${who}, which is running${where}. Stop that process, or name another directory in DATA_DIR, or in --data-dir if the command had it.`,
    );
    this.name = 'DataDirInUse';
    this.holder = holder;
  }
}

export interface DataDirLock {
  /** Until when this process may write to the directory. */
  fence: Fence;
  setAddress(address: string): Promise<void>;
  release(): Promise<void>;
}

/** The clock by which a lock is watched; tests have their own. */
export interface Time {
  /** Milliseconds of a clock that is never set. */
  now(): number;
  pause(ms: number): Promise<void>;
}

const realTime: Time = { now: () => performance.now(), pause: (ms) => pause(ms) };

export interface LockOptions {
  time?: Time;
  /** Called once, with a sentence, if it has to wait whether a holder still lives. */
  onWait?(text: string): void;
  /** Called once, with a sentence, when the lock is lost for good. The process must end. */
  onLost?(reason: string): void;
}

/** The content of a lock file. */
interface LockText extends Holder {
  /** Random for each process; pids mean nothing in another container. */
  id: string;
  /** The boot of the kernel that the process runs on; null where the system has no such id. */
  boot: string | null;
  beat: number;
  released: boolean;
}

interface LockFile {
  number: number;
  /** The raw text; compared to see a beat. */
  raw: string;
  /** Null if it cannot be read, as after a power cut. */
  text: LockText | null;
}

/**
 * Locks are numbered and only the highest counts. A process takes over a dead lock by creating the
 * next number, which only one process can do. With a single file name, the second of two processes
 * could remove the lock that the first has just created.
 */
const lockName = /^lock\.(\d{1,15})\.json$/;

/** Each beat overwrites the file in its place, which a full disk allows. */
const lockBytes = 1_024;

/** The longest address of a Unix socket that every system takes (unix(7)). */
const socketPathBytes = 100;

const lockPath = (dataDir: string, number: number) => join(dataDir, `lock.${number}.json`);
const socketPath = (dataDir: string, id: string) => join(dataDir, `lock.${id}.sock`);

function bootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}

async function numbersIn(dataDir: string): Promise<number[]> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .flatMap((name) => lockName.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a);
}

function parsed(raw: string): LockText | null {
  try {
    const text = JSON.parse(raw) as Partial<LockText> | null;
    if (typeof text?.id !== 'string' || !/^[0-9a-f]{16}$/.test(text.id)) return null;
    return text as LockText;
  } catch {
    return null;
  }
}

/** The newest lock; null if there is none. */
async function newestLock(dataDir: string): Promise<LockFile | null> {
  for (;;) {
    const [number] = await numbersIn(dataDir);
    if (number === undefined) return null;
    try {
      const raw = await readFile(lockPath(dataDir, number), 'utf8');
      return { number, raw, text: parsed(raw) };
    } catch (error) {
      // Removed since the directory was listed, so there is a newer lock.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/**
 * Whether a process listens at the socket of a lock. The kernel closes it with the process, and keeps
 * it while the process is stopped; other containers of the machine see it. No answer proves nothing:
 * the holder may be on another machine.
 */
function answers(dataDir: string, id: string): Promise<boolean> {
  const path = socketPath(dataDir, id);
  if (Buffer.byteLength(path) > socketPathBytes) return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = createConnection(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    // EAGAIN: nobody took the connections of many who looked, as while the process is stopped.
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'EAGAIN'));
  });
}

/** Listens for those who look; null where the folder can have no socket. */
function listen(dataDir: string, id: string): Promise<Server | null> {
  const path = socketPath(dataDir, id);
  if (Buffer.byteLength(path) > socketPathBytes) return Promise.resolve(null);
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(null));
    server.listen(path, () => {
      server.on('error', () => {});
      resolve(server.unref());
    });
  });
}

function holderIn(text: LockText | null): Holder | null {
  return text && { pid: text.pid, host: text.host, address: text.address };
}

/**
 * The running process of this machine that holds the directory, or null. A holder on another machine
 * is found only by `lockDataDir`, which takes longer.
 */
export async function holderOf(dataDir: string): Promise<Holder | null> {
  const text = (await newestLock(dataDir))?.text ?? null;
  if (text === null || text.released) return null;
  return (await answers(dataDir, text.id)) ? holderIn(text) : null;
}

function waitFor(text: LockText | null): { ms: number; why: string } {
  if (text !== null && text.boot === bootId() && (text.boot !== null || text.host === hostname())) {
    return { ms: limits.lockWaitMs, why: `process ${text.pid} did not release it` };
  }
  const where = text === null ? '' : ` on ${text.host}`;
  return {
    ms: limits.lockWaitElsewhereMs,
    why: `it was left by a process on another machine, or from before this one was restarted${where}`,
  };
}

/**
 * Waits until the newest lock is free, and returns its number, 0 if there is none. It is free once it
 * was released, or has not changed for the time of `waitFor` while nobody listens at its socket. Only
 * the clock of this process counts, since those of two machines may differ.
 */
async function untilFree(
  dataDir: string,
  { onWait, time = realTime }: LockOptions,
): Promise<number> {
  let seen: LockFile | null = null;
  let watched = 0;
  let looked = time.now();
  for (;;) {
    const newest = await newestLock(dataDir);
    if (newest === null) return 0;
    const { number, raw, text } = newest;
    if (text?.released) return number;
    if (text === null) {
      const earlier = await readUnbeatingLock(raw);
      if (earlier === 'released') return number;
      if (earlier) throw new DataDirInUse(dataDir, { ...earlier, host: hostname() });
    }
    if (seen && (seen.number !== number || seen.raw !== raw)) {
      throw new DataDirInUse(dataDir, holderIn(text ?? seen.text));
    }
    const now = time.now();
    // What a process does not see while it is stopped itself proves nothing.
    watched += seen ? Math.min(now - looked, limits.lockBeatMs) : 0;
    looked = now;
    if (text && (await answers(dataDir, text.id))) {
      throw new DataDirInUse(dataDir, holderIn(text));
    }
    const { ms, why } = waitFor(text);
    if (watched >= ms) return number;
    if (seen === null) {
      onWait?.(
        `Waiting ${ms / 1_000} seconds to see whether the lock of ${dataDir} is still held: ${why}.`,
      );
    }
    seen = newest;
    await time.pause(limits.lockBeatMs / 2);
  }
}

async function writeLock(path: string, text: LockText, flag: 'wx' | 'r+'): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(text).padEnd(lockBytes - 1)}\n`);
  const file = await open(path, flag, 0o600);
  try {
    await file.write(bytes, 0, bytes.length, 0);
  } finally {
    await file.close();
  }
}

/**
 * Creates the lock of a number, and returns a moment from before; null if another process has it, or
 * a newer one.
 */
async function create(dataDir: string, number: number, text: LockText): Promise<Moment | null> {
  const path = lockPath(dataDir, number);
  const fresh = `${path}.${text.id}`;
  let begun: Moment;
  try {
    await writeLock(fresh, text, 'wx');
    begun = presentMoment();
    await link(fresh, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  } finally {
    await rm(fresh, { force: true });
  }
  const [newest, ...older] = await numbersIn(dataDir);
  if (newest !== number) {
    // This process listed the directory too long ago: its number has been used and removed since.
    await rm(path, { force: true });
    return null;
  }
  for (const old of older) {
    const left = parsed(await readFile(lockPath(dataDir, old), 'utf8').catch(() => ''));
    if (left && left.id !== text.id) await rm(socketPath(dataDir, left.id), { force: true });
    await rm(lockPath(dataDir, old), { force: true });
  }
  return begun;
}

/** Another process has created a newer lock. */
class Overtaken extends Error {}

/** A lock that this process holds, and its heart. */
class HeldLock implements DataDirLock {
  readonly fence = new Fence();
  readonly #dataDir: string;
  #text: LockText;
  #number: number;
  #server: Server | null = null;
  #onLost: (reason: string) => void = () => {};
  #timer: NodeJS.Timeout | null = null;
  #beating: Promise<void> | null = null;
  /** Beats in a row at which the term was over. */
  #late = 0;

  /** The lock of this number was created after `begun`. */
  constructor(dataDir: string, text: LockText, number: number, begun: Moment) {
    this.#dataDir = dataDir;
    this.#text = text;
    this.#number = number;
    this.fence.extend(begun);
  }

  /** Throws Overtaken if it took so long that another process was first. */
  async start({ onLost }: LockOptions): Promise<void> {
    this.#server = await listen(this.#dataDir, this.#text.id);
    try {
      await this.#beat();
    } catch (error) {
      this.#server?.close();
      throw error;
    }
    this.#onLost = onLost ?? (() => {});
    this.#timer = setInterval(() => this.#tick(), limits.lockBeatMs).unref();
  }

  async setAddress(address: string): Promise<void> {
    this.#text = { ...this.#text, address };
    while (this.#beating) await this.#beating;
    this.#beatNow();
    await this.#beating;
  }

  async release(): Promise<void> {
    this.#end();
    const released = async () => {
      await this.#beating;
      await this.#write({ released: true });
    };
    const late = pause(limits.lockReleaseMs, undefined, { ref: false });
    // A lock that cannot be released is free once others have watched it for long enough.
    await Promise.race([released().catch(() => {}), late]);
    this.#server?.close();
    await rm(socketPath(this.#dataDir, this.#text.id), { force: true }).catch(() => {});
  }

  #end(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.fence.close();
  }

  #lose(reason: string): void {
    if (this.#timer === null) return;
    this.#end();
    this.#onLost(`${reason} It was ${this.#dataDir}.`);
  }

  #tick(): void {
    this.#late = this.fence.isOpen() ? 0 : this.#late + 1;
    if (this.#late * limits.lockBeatMs >= limits.lockLostMs) {
      this.#lose(
        `The lock of the data directory could not be renewed for ${limits.lockLostMs / 1_000} seconds.`,
      );
    } else if (!this.#beating) this.#beatNow();
  }

  /** One beat at a time. One that fails is followed by the next; the fence closes meanwhile. */
  #beatNow(): void {
    this.#beating = this.#beat()
      .catch((error: unknown) => {
        if (!(error instanceof Overtaken)) return;
        this.#lose(
          'Another process has taken over the data directory, because this one had not renewed its lock in time.',
        );
      })
      .finally(() => {
        this.#beating = null;
      });
  }

  /**
   * Renews the term. Once it is over, another process may be taking the lock, so this one takes it
   * again, as any would. Throws Overtaken if another one was first.
   */
  async #beat(): Promise<void> {
    const begun = presentMoment();
    if (this.fence.isOpen()) {
      await this.#write({});
      // Asked again after the write: later than the term, others need not have seen it.
      if (this.fence.isOpen()) {
        const [newest] = await numbersIn(this.#dataDir);
        if (newest !== this.#number) throw new Overtaken();
        return this.fence.extend(begun);
      }
    }
    const text = { ...this.#text, beat: this.#text.beat + 1 };
    const taken = await create(this.#dataDir, this.#number + 1, text);
    if (taken === null) throw new Overtaken();
    this.#number += 1;
    this.#text = { ...this.#text, beat: text.beat };
    this.fence.extend(taken);
  }

  async #write(change: Partial<LockText>): Promise<void> {
    const text = { ...this.#text, ...change, beat: this.#text.beat + 1 };
    await writeLock(lockPath(this.#dataDir, this.#number), text, 'r+');
    this.#text = { ...this.#text, beat: text.beat };
  }
}

/**
 * Locks the directory for this process, and takes over the lock of a dead one. Throws DataDirInUse if
 * a living process holds it, in whatever container or machine that sees the directory.
 */
export async function lockDataDir(
  dataDir: string,
  options: LockOptions = {},
): Promise<DataDirLock> {
  await makeDataDir(dataDir);
  for (;;) {
    const number = (await untilFree(dataDir, options)) + 1;
    const text: LockText = {
      id: randomBytes(8).toString('hex'),
      ...{ pid: process.pid, host: hostname(), boot: bootId() },
      ...{ address: null, beat: 0, released: false },
    };
    const begun = await inRoomOf(dataDir, () => create(dataDir, number, text));
    if (begun === null) continue;
    const lock = new HeldLock(dataDir, text, number, begun);
    try {
      await lock.start(options);
      return lock;
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
}
