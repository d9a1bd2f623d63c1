import { limits } from '@postroad/core/platform/limits';
import type { Presence } from '@postroad/core/platform/live/presence';
import { grants } from '@postroad/core/platform/operations/scope';
import { Refusal } from '@postroad/core/platform/refusal';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../platform/actor.ts';
import { TokenBucket } from '../platform/token-bucket.ts';

const rate = { perSecond: limits.presencesPerSecond, burst: limits.presences };

/**
 * Announces who has which record open to edit it (CON-11). Only for those who may write something, and
 * each at a bounded rate, so that nobody can flood the browsers of others.
 */
export class Editing {
  readonly #tell: (presence: Presence) => void;
  readonly #now: () => number;
  readonly #buckets = new LRUCache<string, TokenBucket>({ max: limits.limitedTokens });

  constructor(tell: (presence: Presence) => void, now: () => number = () => performance.now()) {
    this.#tell = tell;
    this.#now = now;
  }

  /** Throws a Refusal. */
  announce(actor: Actor, presence: Omit<Presence, 'name'>): void {
    if (!grants(actor.scopes, 'draft')) {
      throw new Refusal(
        'forbidden',
        'Your token may not edit, so others are not shown that you do.',
      );
    }
    const now = this.#now();
    const bucket = this.#buckets.get(actor.id) ?? new TokenBucket(rate, now);
    this.#buckets.set(actor.id, bucket);
    const { waitSeconds } = bucket.take(now);
    if (waitSeconds > 0) {
      const detail = 'Too many announcements in a short time. Try again later.';
      throw new Refusal('rate_limited', detail, { retry_after: waitSeconds });
    }
    this.#tell({ ...presence, name: actor.name.slice(0, limits.nameChars) });
  }
}
