import { limits } from '@postroad/core/platform/limits';

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
 * The open sessions. Of each actor, the least recently used one is closed beyond
 * `limits.mcpSessionsOfActor`: clients that disappear would otherwise fill the memory, and a client
 * that is still connected opens a new session. No actor closes the sessions of another (SEC-18).
 */
export class Sessions<Kind extends Session> {
  /** By actor, then by id, those that were used longest ago first. */
  readonly #open = new Map<string, Map<string, Kind>>();
  readonly #actors = new Map<string, string>();

  add(id: string, session: Kind): void {
    const { actorId } = session;
    const own = this.#open.get(actorId) ?? new Map<string, Kind>();
    this.#open.set(actorId, own.set(id, session));
    this.#actors.set(id, actorId);
    const [oldest] = own;
    if (own.size <= limits.mcpSessionsOfActor || oldest === undefined) return;
    this.remove(oldest[0]);
    void closeQuietly(oldest[1]);
  }

  /** The session; null for an unknown id and for another actor's session alike. */
  find(id: string | undefined, actorId: string): Kind | null {
    const own = this.#open.get(actorId);
    const session = id === undefined ? undefined : own?.get(id);
    if (own === undefined || id === undefined || session === undefined) return null;
    own.delete(id);
    own.set(id, session);
    return session;
  }

  remove(id: string | undefined): void {
    if (id === undefined) return;
    const actorId = this.#actors.get(id) ?? '';
    const own = this.#open.get(actorId);
    own?.delete(id);
    if (own?.size === 0) this.#open.delete(actorId);
    this.#actors.delete(id);
  }

  get size(): number {
    return this.#actors.size;
  }

  async closeAll(): Promise<void> {
    const all = [...this.#open.values()].flatMap((own) => [...own.values()]);
    this.#open.clear();
    this.#actors.clear();
    await Promise.all(all.map(closeQuietly));
  }
}
