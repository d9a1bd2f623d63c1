import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../platform/actor.ts';
import { type Rate, type RateState, TokenBucket } from '../platform/token-bucket.ts';

/** The limits on what one token may call: all calls, and those that render. */
export type CallKind = 'calls' | 'renders';

/** A limit and what is left of it, for the caller. */
export interface CallLimit {
  kind: CallKind;
  rate: Rate;
  state: RateState;
}

/** A limit that is used up. */
export class LimitReached extends Refusal {
  readonly limit: CallLimit;

  constructor(limit: CallLimit) {
    const { kind, rate, state } = limit;
    const what = kind === 'calls' ? 'calls' : 'previews, tests, validations and dry runs';
    super(
      'rate_limited',
      `This token may make ${rate.perSecond} ${what} a second, and ${rate.burst} at once. Wait ${state.waitSeconds} s.`,
      { retry_after: state.waitSeconds },
    );
    this.limit = limit;
  }
}

/**
 * Limits the calls of each token in this process (LIM2-02, LIM2-03). Only tokens that are valid get
 * here, and of those only the ones used last are remembered.
 */
export class CallLimits {
  readonly #rates: Readonly<Record<CallKind, Rate>>;
  readonly #now: () => number;
  readonly #buckets = new LRUCache<string, TokenBucket>({ max: limits.limitedTokens });

  constructor(calls: Rate, now: () => number = () => performance.now()) {
    this.#rates = { calls, renders: { perSecond: limits.rendersPerSecond, burst: limits.renders } };
    this.#now = now;
  }

  /** Counts a call. Throws a LimitReached if there are too many; null if there is no limit. */
  count(kind: CallKind, { id }: Pick<Actor, 'id'>): CallLimit | null {
    if (this.#rates.calls.perSecond === 0) return null;
    const rate = this.#rates[kind];
    const key = `${kind} ${id}`;
    const now = this.#now();
    const bucket = this.#buckets.get(key) ?? new TokenBucket(rate, now);
    this.#buckets.set(key, bucket);
    const limit = { kind, rate, state: bucket.take(now) };
    if (limit.state.waitSeconds > 0) throw new LimitReached(limit);
    return limit;
  }
}
