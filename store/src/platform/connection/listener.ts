import type postgres from 'postgres';

type Client = postgres.Sql<{ bigint: number }>;

/** What the connection tells; `onnotify` is missing from the types of postgres.js. */
export interface ListenHooks {
  onnotify: (channel: string, payload: string) => void;
  onclose: () => void;
}

/** Who listens on a channel. */
export interface Ear {
  heard: (payload: string) => void;
  /** The connection was lost and is back: what was told meanwhile is not known. */
  missed: () => void;
}

/** Between two tries to listen again. */
const retryMs = 1_000;

/**
 * Hears notifications on one connection, opened with the first ear and again whenever it closes.
 * postgres.js's own `listen` gives up for good where the server is still away when it tries again.
 */
export class Listener {
  readonly #open: (hooks: ListenHooks) => Client;
  readonly #ears = new Map<string, Set<Ear>>();
  #client: Client | null = null;
  #listening: Promise<void> | null = null;
  #retry: ReturnType<typeof setTimeout> | null = null;
  #ended = false;

  constructor(open: (hooks: ListenHooks) => Client) {
    this.#open = open;
  }

  /** Resolves once nothing told from then on is missed; answers how to stop. Throws what opening throws. */
  async hear(channel: string, ear: Ear): Promise<() => void> {
    const ears = this.#ears.get(channel) ?? new Set();
    this.#ears.set(channel, ears.add(ear));
    try {
      // Nobody pays for what nobody here wants to hear; a channel once listened to stays.
      if (ears.size === 1 || this.#client === null) this.#listening = this.#listen();
      await this.#listening;
    } catch (error) {
      ears.delete(ear);
      throw error;
    }
    return () => ears.delete(ear);
  }

  async end(seconds: number): Promise<void> {
    this.#ended = true;
    if (this.#retry) clearTimeout(this.#retry);
    await this.#client?.end({ timeout: seconds });
  }

  /** Listens to every channel that somebody wants to hear; doing so again changes nothing. */
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
    // It would open a connection of its own that listens to nothing.
    void client.end({ timeout: 0 }).catch(() => {});
    this.#retryLater();
  }

  #retryLater(): void {
    this.#retry = setTimeout(() => {
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
