import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import { LRUCache } from 'lru-cache';
import { networkOf } from '../platform/addresses.ts';
import type { Counters } from '../platform/counters.ts';
import { TokenBucket } from '../platform/token-bucket.ts';

const rate = {
  perSecond: limits.failedLogins / (limits.failedLoginsMs / 1_000),
  burst: limits.failedLogins,
};

/**
 * Limits wrong tokens by the address that they come from (LIM2-04). A valid token is never refused:
 * others at the same address must not lock its owner out.
 */
export class FailedLogins {
  readonly #counters: Counters;
  readonly #now: () => number;
  readonly #buckets = new LRUCache<string, TokenBucket>({ max: limits.failedLoginAddresses });

  constructor(counters: Counters, now: () => number = () => performance.now()) {
    this.#counters = counters;
    this.#now = now;
  }

  /** Counts a wrong token. Throws a Refusal if too many came from there. */
  count(address: string | null): void {
    this.#counters.add('logins_failed', 1);
    if (address === null) return;
    const key = networkOf(address);
    const now = this.#now();
    const bucket = this.#buckets.get(key) ?? new TokenBucket(rate, now);
    this.#buckets.set(key, bucket);
    const { waitSeconds } = bucket.take(now);
    if (waitSeconds === 0) return;
    this.#counters.add('logins_limited', 1);
    throw new Refusal(
      'rate_limited',
      `Too many wrong tokens came from your address. Send a valid one, or wait ${waitSeconds} s.`,
      { retry_after: waitSeconds },
    );
  }
}
