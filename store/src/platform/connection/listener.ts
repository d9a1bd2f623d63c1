import type postgres from 'postgres';

type Client = postgres.Sql<{ bigint: number }>;

/** The connection hooks that the types of postgres.js lack. */
export interface ListenHooks {
  onnotify: (channel: string, payload: string) => void;
  onclose: () => void;
}

/** The callbacks of one listener on a channel. */
export interface Ear {
  heard: (payload: string) => void;
  /** The connection was lost and restored; notifications in between are lost. */
  missed: () => void;
}

/** Pause between two attempts to listen again. */
const retryMs = 1_000;

/**
 * Receives notifications on one connection, which opens with the first ear and reopens when it
 * closes. postgres.js's own `listen` gives up permanently if the server is still away at its next
 * attempt.
 */
export class Listener {
  readonly #open: (hooks: ListenHooks) => Client;
  readonly #onLost: () => void;
  readonly #ears = new Map<string, Set<Ear>>();
  #client: Client | null = null;
  #listening: Promise<void> | null = null;
  #retry: ReturnType<typeof setTimeout> | null = null;
  #ended = false;

  /** `onLost` is called when the connection closes by itself. */
  constructor(open: (hooks: ListenHooks) => Client, onLost: () => void) {
    this.#open = open;
    this.#onLost = onLost;
  }

  /**
   * Resolves once every later notification will arrive, with a function that stops listening.
   * Throws any error of opening.
   */
  async hear(channel: string, ear: Ear): Promise<() => void> {
    const ears = this.#ears.get(channel) ?? new Set();
    this.#ears.set(channel, ears.add(ear));
    try {
      // Channels are listened to on first use, and stay.
      if (ears.size === 1 || this.#client === null) this.#listening = this.#listen();
      await this.#listening;
    } catch (error) {
      ears.delete(ear);
      throw error;
    }
    return () => ears.delete(ear);
  }

  /**
   * Resolves once all has been heard that was announced before: PostgreSQL sends notifications before its
   * next answer. Throws any error of the connection.
   */
  async caughtUp(): Promise<void> {
    await this.#listening;
    const client = this.#client;
    if (client !== null) await client`select`;
  }

  async end(seconds: number): Promise<void> {
    this.#ended = true;
    if (this.#retry) clearTimeout(this.#retry);
    await this.#client?.end({ timeout: seconds });
  }

  /** Listens to every channel with an ear; repeating it is harmless. */
  async #listen(): Promise<void> {
    const client = this.#client ?? this.#connect();
    this.#client = client;
    try {
      for (const channel of this.#ears.keys()) await client`listen ${client(channel)}`;
    } catch (error) {
      if (this.#client === client) this.#client = null;
      void client.end({ timeout: 0 }).catch(() => {});
      throw error;
    }
  }

  #connect(): Client {
    const client: Client = this.#open({
      onnotify: (channel, payload) => {
        for (const ear of this.#ears.get(channel) ?? []) ear.heard(payload);
      },
      onclose: () => this.#lost(client),
    });
    return client;
  }

  #lost(client: Client): void {
    if (this.#client !== client || this.#ended) return;
    this.#client = null;
    this.#onLost();
    // It would open another connection that listens to nothing.
    void client.end({ timeout: 0 }).catch(() => {});
    this.#retryLater();
  }

  /** Once at a time: where the server is away, both the connection and its statement say so. */
  #retryLater(): void {
    if (this.#retry !== null) return;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      if (this.#ended) return;
      this.#listening = this.#listen();
      this.#listening.then(
        () => {
          for (const ears of this.#ears.values()) for (const ear of ears) ear.missed();
        },
        () => this.#retryLater(),
      );
    }, retryMs);
    this.#retry.unref();
  }
}
