import { limits } from '@postroad/core/platform/limits';
import { LRUCache } from 'lru-cache';

/** One client that keeps a connection with state: 2025 Streamable HTTP or SSE. */
export interface Session {
  /** The actor whose token opened it; another token does not reach it. */
  actorId: string;
  close(): Promise<void>;
}

function closeQuietly({ close }: Session): Promise<void> {
  return close().catch(() => undefined);
}

/**
 * The open sessions. One too many closes the least recently used: clients that vanish without a word
 * would fill the memory otherwise, and one that is still there opens a new session.
 */
export class Sessions<Kind extends Session> {
  readonly #open = new LRUCache<string, Kind>({
    max: limits.mcpSessionsMax,
    // Closing removes the session from here, so it has to wait until the cache is done.
    disposeAfter: (session, _id, reason) => {
      if (reason === 'evict') void closeQuietly(session);
    },
  });

  add(id: string, session: Kind): void {
    this.#open.set(id, session);
  }

  /** Null for an unknown id and for one of another actor's, without telling which. */
  find(id: string | undefined, actorId: string): Kind | null {
    if (id === undefined || this.#open.peek(id)?.actorId !== actorId) return null;
    return this.#open.get(id) ?? null;
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
    await Promise.all(all.map(closeQuietly));
  }
}
