import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';

/**
 * How often subscribers change something of their own, in this process. Whoever leaves is never
 * refused: what is bounded is the back and forth of one person, each turn of which is an event.
 */
export class CallRates {
  /** Calls of the present window by person. */
  #calls = new Map<number, number>();
  #endsAtMs = 0;

  /** Throws rate_limited once there are too many. `nowMs` only ever rises. */
  count(personId: number, nowMs: number): void {
    if (nowMs >= this.#endsAtMs) {
      this.#calls = new Map();
      this.#endsAtMs = nowMs + limits.subscriberWindowMs;
    }
    const calls = (this.#calls.get(personId) ?? 0) + 1;
    if (calls > limits.subscriberChanges) {
      const retry_after = Math.max(1, Math.ceil((this.#endsAtMs - nowMs) / 1_000));
      throw new Refusal(
        'rate_limited',
        'Too many changes in a short time. Try again in a minute.',
        {
          retry_after,
        },
      );
    }
    this.#calls.set(personId, calls);
  }
}
