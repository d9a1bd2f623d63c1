import { limits } from '@postroad/core/platform/limits';

/** One client that keeps a connection with state: 2025 Streamable HTTP or SSE. */
export interface Session {
  /** The actor whose token opened it; another token does not reach it. */
  actorId: string;
  close(): Promise<void>;
}

/**
 * The open sessions, the longest unused first. A full house closes that one: clients that vanish
 * without a word would else fill the memory, and one that is still there opens a new session.
 */
export class Sessions<Kind extends Session> {
  readonly #open = new Map<string, Kind>();

  add(id: string, session: Kind): void {
    this.#open.set(id, session);
    for (const [oldest, { close }] of this.#open) {
      if (this.#open.size <= limits.mcpSessionsMax) break;
      this.#open.delete(oldest);
      void close().catch(() => undefined);
    }
  }

  /** Null for an unknown id and for one of another actor's, without telling which. */
  find(id: string | undefined, actorId: string): Kind | null {
    const session = id === undefined ? undefined : this.#open.get(id);
    if (id === undefined || session?.actorId !== actorId) return null;
    this.#open.delete(id);
    this.#open.set(id, session);
    return session;
  }

  remove(id: string | undefined): void {
    if (id !== undefined) this.#open.delete(id);
  }

  get size(): number {
    return this.#open.size;
  }

  async closeAll(): Promise<void> {
    const all = [...this.#open.values()];
    this.#open.clear();
    await Promise.allSettled(all.map(({ close }) => close()));
  }
}
