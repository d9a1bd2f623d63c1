import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import type { Actor } from '../platform/actor.ts';

/** A token, or the secret of a session, as it was sent, and where it came from. */
export interface SentToken {
  kind: 'token' | 'session';
  secret: string;
  address: string | null;
}

interface Watched extends SentToken {
  ended: Set<() => void>;
}

/** Finds the actor of a token, as for a request. */
type Find = (token: SentToken) => Promise<Actor | null>;

/**
 * Tells streams that their token has ended: revoked, expired, or no longer allowed from there (TOK-10,
 * SEC-17). Streams of one token share a look at it.
 */
export class TokenWatch {
  readonly #find: Find;
  readonly #watched = new Map<string, Watched>();
  #timer: NodeJS.Timeout | null = null;

  constructor(find: Find) {
    this.#find = find;
  }

  /** Calls `ended` once the token has ended. Returns a function that stops watching. */
  watch(token: SentToken, ended: () => void): () => void {
    const key = JSON.stringify([token.kind, token.secret, token.address]);
    const watched = this.#watched.get(key) ?? { ...token, ended: new Set() };
    // A caller may watch with one function twice.
    const own = () => ended();
    watched.ended.add(own);
    this.#watched.set(key, watched);
    this.#timer ??= setInterval(() => void this.look(), limits.tokenLookMs).unref();
    return () => {
      watched.ended.delete(own);
      if (watched.ended.size === 0 && this.#watched.get(key) === watched) this.#watched.delete(key);
      if (this.#watched.size === 0) this.close();
    };
  }

  /** Looks at every token once. */
  async look(): Promise<void> {
    for (const [key, watched] of [...this.#watched]) {
      if (await this.#isValid(watched)) continue;
      if (this.#watched.get(key) === watched) this.#watched.delete(key);
      for (const ended of [...watched.ended]) ended();
    }
  }

  async #isValid(token: SentToken): Promise<boolean> {
    try {
      return (await this.#find(token)) !== null;
    } catch (error) {
      // While the database is unreachable nothing is known; the next look will tell.
      return !(
        error instanceof Refusal && ['token_expired', 'address_not_allowed'].includes(error.code)
      );
    }
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }
}
