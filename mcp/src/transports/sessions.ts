import { limits } from '@postroad/core/platform/limits';
import { LRUCache } from 'lru-cache';

/** A client with a stateful connection: 2025 Streamable HTTP or SSE. */
export interface Session {
  /** The actor that opened the session; no other actor can use it. */
  actorId: string;
  close(): Promise<void>;
}

function closeQuietly({ close }: Session): Promise<void> {
  return close().catch(() => undefined);
}

/**
 * The open sessions. Beyond `limits.mcpSessionsMax` the least recently used one is closed: clients
 * that disappear would otherwise fill the memory, and a client that is still connected opens a new
 * session.
 */
export class Sessions<Kind extends Session> {
  readonly #open = new LRUCache<string, Kind>({
    max: limits.mcpSessionsMax,
    // Closing removes the session from the cache, so it must run after the eviction.
    disposeAfter: (session, _id, reason) => {
      if (reason === 'evict') void closeQuietly(session);
    },
  });

  add(id: string, session: Kind): void {
    this.#open.set(id, session);
  }

  /** The session; null for an unknown id and for another actor's session alike. */
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
