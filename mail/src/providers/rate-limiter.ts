import { limits } from '@postroad/core/platform/limits';

/** Spreads requests to one account over time and leaves it alone when it asks for that. */
export class Pacer {
  readonly #gapMs: number;
  readonly #waiting = new Map<NodeJS.Timeout, (admitted: boolean) => void>();
  #nextAt = 0;
  #closed = false;

  /** `perSecond` is the rate of this process; null is none. */
  constructor(perSecond: number | null) {
    this.#gapMs = perSecond === null ? 0 : 1000 / perSecond;
  }

  /**
   * Waits for a turn. Answers 0, or, where the turn is further away than `limits.providerTurnMs` or
   * the pacer is closed, the milliseconds until it would come, with no turn taken.
   */
  async turn(): Promise<number> {
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

  /** Nobody gets a turn for so long, those already waiting excepted. */
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
 * The milliseconds that Retry-After asks for (RFC 9110 §10.2.3), in seconds or as a date; what is
 * neither counts as not said.
 */
export function retryAfterMs(value: string | null, now: Date): number {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) return Number(text) * 1000;
  const at = text.endsWith('GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? limits.providerPauseMs : Math.max(0, at - now.getTime());
}
