import type postgres from 'postgres';
import type { ReservedConnection } from './database.ts';
import { DatabaseClosed, isSilent } from './database-away.ts';

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
 */
export class Connections {
  readonly #options: Required<ConnectionOptions>;
  readonly #free: Slot[];
  readonly #all: Set<Slot>;
  readonly #waiting: Waiting[] = [];
  #onFree = () => {};
  #isCutOff = false;

  constructor(count: number, options: ConnectionOptions) {
    this.#options = { prepare: async () => undefined, onLost: () => undefined, ...options };
    this.#free = Array.from({ length: count }, () => this.#slot());
    this.#all = new Set(this.#free);
  }

  /** Waits for a free connection and opens it if needed. Throws any error of opening. */
  async reserve(): Promise<ReservedConnection> {
    // The most recently used connection is warm and open.
    const slot =
      this.#free.pop() ??
      (await new Promise<Slot>((take, refuse) => this.#waiting.push({ take, refuse })));
    if (slot.closed) return await this.#reserve(this.#replace(slot));
    return await this.#reserve(slot);
  }

  async #reserve(slot: Slot): Promise<ReservedConnection> {
    try {
      if (this.#isCutOff) throw new DatabaseClosed();
      await this.#options.prepare(slot.client);
      const sql = await slot.client.reserve();
      slot.kept = true;
      return {
        sql,
        isLost: () => slot.closed,
        release: (broken) => {
          if (broken || slot.closed) {
            if (slot.kept && !slot.closed) this.#options.onLost();
            this.#giveBack(this.#replace(slot));
          } else {
            sql.release();
            this.#giveBack(slot);
          }
        },
      };
    } catch (error) {
      if (isSilent(error)) this.#refuseWaiting(error);
      this.#giveBack(this.#replace(slot));
      throw error;
    }
  }

  /** Otherwise each of them would wait as long for a connection that is not made, one after another. */
  #refuseWaiting(error: unknown): void {
    const isServed = [...this.#all].some(({ kept, closed }) => kept && !closed);
    if (isServed) return;
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
    if (this.#free.length === this.#all.size) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
      this.#onFree = () => {
        if (this.#free.length === this.#all.size) resolve();
      };
    });
    clearTimeout(timer);
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
}
