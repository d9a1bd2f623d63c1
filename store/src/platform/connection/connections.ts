import { limits } from '@postroad/core/platform/limits';
import type postgres from 'postgres';
import type { ReservedConnection } from './database.ts';
import { DatabaseClosed } from './database-away.ts';

type Client = postgres.Sql<{ bigint: number }>;

/** A client with one connection, and whether that connection closed. */
interface Slot {
  client: Client;
  closed: boolean;
  /** Whether it is open and to stay, so that its closing is a loss. */
  kept: boolean;
}

/** Somebody who waits for a connection to be free. */
interface Waiting {
  take(slot: Slot): void;
  refuse(error: unknown): void;
}

export interface ConnectionOptions {
  /** Opens a client, and calls back when its connection closes. */
  open: (onclose: () => void) => Client;
  /** Connects a client if needed; it runs before each use. */
  prepare?: (client: Client) => Promise<void>;
  /** Called when a connection closed that was to stay, or turned out to be of no use. */
  onLost?: () => void;
}

/**
 * The connections for transactions, each a postgres.js client of its own. A pool of that library
 * does not report which connection closed, hands out a reserved one that closed between two
 * statements, and fails the next transaction on it with the previous error. A client whose
 * connection closed is therefore never reused.
 *
 * Connections are opened one at a time, and only while somebody waits that no open one came free for:
 * a process that does little needs two or three, and each costs the server a process.
 */
export class Connections {
  readonly #options: Required<ConnectionOptions>;
  /** Open ones; the last was used last. */
  readonly #free: Slot[] = [];
  readonly #unopened: Slot[];
  readonly #all: Set<Slot>;
  readonly #waiting: Waiting[] = [];
  #opening: Slot | null = null;
  #isPatient = false;
  #onFree = () => {};
  #isCutOff = false;

  constructor(count: number, options: ConnectionOptions) {
    this.#options = { prepare: async () => undefined, onLost: () => undefined, ...options };
    this.#unopened = Array.from({ length: count }, () => this.#slot());
    this.#all = new Set(this.#unopened);
  }

  /** Waits for a free connection and opens it if needed. Throws any error of opening. */
  async reserve(): Promise<ReservedConnection> {
    // The most recently used connection is warm.
    const slot = this.#free.pop() ?? (await this.#wait());
    if (slot.closed) return await this.#reserve(this.#replace(slot));
    return await this.#reserve(slot);
  }

  #wait(): Promise<Slot> {
    return new Promise((take, refuse) => {
      this.#waiting.push({ take, refuse });
      this.#grow();
    });
  }

  /** Opens a connection for the first who waits, after a wait for an open one in vain. */
  #grow(): void {
    const [first] = this.#waiting;
    if (!first || this.#unopened.length === 0 || this.#opening || this.#isPatient) return;
    if (!this.#isServed()) {
      this.#open();
      return;
    }
    this.#isPatient = true;
    const goOn = () => {
      this.#isPatient = false;
      if (this.#waiting[0] === first) this.#open();
      else this.#grow();
    };
    // Where the processor was busy elsewhere, answers that have come are read first.
    setTimeout(() => setImmediate(goOn), limits.databaseConnectionWaitMs);
  }

  #open(): void {
    const slot = this.#unopened.pop();
    if (!slot) return;
    this.#opening = slot;
    this.#waiting.shift()?.take(slot);
  }

  #isServed(): boolean {
    return [...this.#all].some(({ kept, closed }) => kept && !closed);
  }

  async #reserve(slot: Slot): Promise<ReservedConnection> {
    try {
      if (this.#isCutOff) throw new DatabaseClosed();
      await this.#options.prepare(slot.client);
      const sql = await slot.client.reserve();
      slot.kept = true;
      this.#opened(slot);
      return {
        sql,
        isLost: () => slot.closed,
        release: (broken) => {
          if (broken || slot.closed) {
            if (slot.kept && !slot.closed) this.#options.onLost();
            this.#giveUp(slot);
          } else {
            sql.release();
            this.#giveBack(slot);
          }
        },
      };
    } catch (error) {
      this.#refuseWaiting(error);
      this.#giveUp(slot);
      this.#opened(slot);
      throw error;
    }
  }

  /** An opening has ended, in success or failure. */
  #opened(slot: Slot): void {
    if (this.#opening !== slot) return;
    this.#opening = null;
    this.#grow();
  }

  /** Otherwise each of them would wait as long for a connection that is not made, one after another. */
  #refuseWaiting(error: unknown): void {
    if (this.#isServed()) return;
    for (const { refuse } of this.#waiting.splice(0)) refuse(error);
  }

  /** Reserves nothing any more; those who wait get an error once a connection is free. */
  cutOff(): void {
    this.#isCutOff = true;
    for (const slot of this.#all) slot.kept = false;
  }

  /** The client of one connection, for single statements. */
  client(): Client {
    const [slot] = this.#all;
    if (!slot) throw new Error('There are no connections.');
    return slot.client;
  }

  /**
   * Closes each connection once it is free, or after `seconds`. If a reserved connection of
   * postgres.js is ended during a commit, it does not notice that it became free.
   */
  async end(seconds: number): Promise<void> {
    const deadline = Date.now() + seconds * 1000;
    for (const slot of this.#all) slot.kept = false;
    await this.#allFree(seconds * 1000);
    const left = Math.max(0, (deadline - Date.now()) / 1000);
    await Promise.all([...this.#all].map(({ client }) => client.end({ timeout: left })));
  }

  async #allFree(ms: number): Promise<void> {
    if (this.#areAllFree()) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
      this.#onFree = () => {
        if (this.#areAllFree()) resolve();
      };
    });
    clearTimeout(timer);
  }

  #areAllFree(): boolean {
    return this.#free.length + this.#unopened.length === this.#all.size;
  }

  #slot(): Slot {
    const slot: Slot = {
      closed: false,
      kept: false,
      client: this.#options.open(() => {
        // First, since a listener to losses may reserve a connection at once.
        slot.closed = true;
        if (slot.kept) this.#options.onLost();
      }),
    };
    return slot;
  }

  #replace(slot: Slot): Slot {
    slot.kept = false;
    void slot.client.end({ timeout: 0 }).catch(() => {});
    const fresh = this.#slot();
    this.#all.delete(slot);
    this.#all.add(fresh);
    return fresh;
  }

  #giveBack(slot: Slot): void {
    const next = this.#waiting.shift();
    if (next) next.take(slot);
    else this.#free.push(slot);
    this.#onFree();
  }

  #giveUp(slot: Slot): void {
    this.#unopened.push(this.#replace(slot));
    this.#grow();
    this.#onFree();
  }
}
