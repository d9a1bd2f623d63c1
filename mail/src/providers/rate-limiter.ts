import { limits } from '@postroad/core/platform/limits';

/** Spaces out the requests to one provider and pauses them when the provider asks for that. */
export class RateLimiter {
  readonly #gapMs: number;
  readonly #waiting = new Map<NodeJS.Timeout, (admitted: boolean) => void>();
  #nextAt = 0;
  #closed = false;

  /** `perSecond` is the rate of this process; null means no limit. */
  constructor(perSecond: number | null) {
    this.#gapMs = perSecond === null ? 0 : 1000 / perSecond;
  }

  get gapMs(): number {
    return this.#gapMs;
  }

  /** Milliseconds until a request would be admitted at once. */
  waitMs(): number {
    return Math.max(0, this.#nextAt - performance.now());
  }

  /**
   * Waits until a request may be sent, and returns 0. If that is more than `limits.providerTurnMs`
   * away, or the limiter is closed, returns at once with the milliseconds to wait and reserves
   * nothing.
   */
  async acquire(): Promise<number> {
    const now = performance.now();
    const at = Math.max(now, this.#nextAt);
    if (this.#closed || at - now > limits.providerTurnMs) return Math.max(1, Math.ceil(at - now));
    this.#nextAt = at + this.#gapMs;
    if (at <= now) return 0;
    const admitted = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(timer);
        resolve(true);
      }, at - now);
      this.#waiting.set(timer, resolve);
    });
    return admitted ? 0 : 1;
  }

  /**
   * Admits no further request for `ms` milliseconds. Requests that already wait are not delayed.
   */
  pause(ms: number): void {
    const bounded = Math.min(Math.max(0, ms), limits.providerPauseMostMs);
    this.#nextAt = Math.max(this.#nextAt, performance.now() + bounded);
  }

  close(): void {
    this.#closed = true;
    for (const [timer, resolve] of this.#waiting) {
      clearTimeout(timer);
      resolve(false);
    }
    this.#waiting.clear();
  }
}

/**
 * The milliseconds that a Retry-After header asks for, given in seconds or as a date (RFC 9110
 * §10.2.3). Without a valid value, `limits.providerPauseMs`.
 */
export function retryAfterMs(value: string | null, now: Date): number {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) return Number(text) * 1000;
  const at = text.endsWith('GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? limits.providerPauseMs : Math.max(0, at - now.getTime());
}
