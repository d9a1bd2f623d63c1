import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';

/**
 * Limits how often a person changes their own subscription, in this process. Unsubscribing is never
 * refused: the limit is on going back and forth, since each change is an event.
 */
export class CallRates {
  /** Calls in the present window by person. */
  #calls = new Map<number, number>();
  #endsAtMs = 0;

  /** Throws rate_limited once there are too many. `nowMs` never decreases. */
  count(personId: number, nowMs: number): void {
    if (nowMs >= this.#endsAtMs) {
      this.#calls = new Map();
      this.#endsAtMs = nowMs + limits.subscriberWindowMs;
    }
    const calls = (this.#calls.get(personId) ?? 0) + 1;
    if (calls > limits.subscriberChanges) {
      const retryAfter = Math.max(1, Math.ceil((this.#endsAtMs - nowMs) / 1_000));
      throw new Refusal(
        'rate_limited',
        'Too many changes in a short time. Try again in a minute.',
        {
          retry_after: retryAfter,
        },
      );
    }
    this.#calls.set(personId, calls);
  }
}
