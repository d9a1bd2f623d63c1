/** How many calls are allowed: `perSecond` on average, and `burst` at once. */
export interface Rate {
  perSecond: number;
  burst: number;
}

/** What is left of a rate after a call. */
export interface RateState {
  /** Calls that may be made at once. */
  remaining: number;
  /** Seconds until all of the burst may be used again. */
  resetSeconds: number;
  /** Seconds until the next call may be made; 0 if this one was. */
  waitSeconds: number;
}

/** A bucket of calls that fills with time (real time, whatever the test clock says: LIM2-01). */
export class TokenBucket {
  readonly #rate: Rate;
  #level: number;
  #atMs: number;

  constructor(rate: Rate, nowMs: number) {
    this.#rate = rate;
    this.#level = rate.burst;
    this.#atMs = nowMs;
  }

  /** Takes one call out of the bucket, if there is one. `nowMs` never decreases. */
  take(nowMs: number): RateState {
    const { perSecond, burst } = this.#rate;
    const filled = this.#level + ((nowMs - this.#atMs) / 1_000) * perSecond;
    this.#level = Math.min(burst, filled);
    this.#atMs = nowMs;
    const allowed = this.#level >= 1;
    if (allowed) this.#level -= 1;
    return {
      remaining: Math.floor(this.#level),
      resetSeconds: Math.ceil((burst - this.#level) / perSecond),
      waitSeconds: allowed ? 0 : Math.max(1, Math.ceil((1 - this.#level) / perSecond)),
    };
  }
}
