import { limits } from '@postroad/core/platform/limits';
import { LRUCache } from 'lru-cache';
import { hashToken } from './authenticate.ts';

/**
 * Tokens that were found to be wrong lately, by hash, so that who repeats one asks the database no
 * more. A token that was revoked stays so.
 */
export class WrongTokens {
  readonly #hashes = new LRUCache<string, true>({
    max: limits.wrongTokensKept,
    ttl: limits.wrongTokensMs,
  });

  add(secret: string): void {
    this.#hashes.set(hashToken(secret).toString('base64'), true);
  }

  isKnown(secret: string): boolean {
    return this.#hashes.has(hashToken(secret).toString('base64'));
  }
}
