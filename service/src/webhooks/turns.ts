import { limits } from '@postroad/core/platform/limits';
import type { ClaimedDelivery } from '@postroad/store/webhooks/delivery';

/**
 * Deliveries of one endpoint that are claimed, in the order in which they happened. A slow endpoint keeps the
 * later ones waiting for minutes, in which it may be disabled, deleted or led elsewhere. So those that wait
 * are read again before each further `webhookConcurrency` of them.
 */
export class Turns {
  readonly #reread: (waiting: readonly ClaimedDelivery[]) => Promise<ClaimedDelivery[]>;
  #waiting: ClaimedDelivery[];
  #taken = 0;
  #reading: Promise<void> | null = null;

  constructor(
    claimed: readonly ClaimedDelivery[],
    reread: (waiting: readonly ClaimedDelivery[]) => Promise<ClaimedDelivery[]>,
  ) {
    this.#waiting = claimed.toSorted((one, other) => one.id - other.id);
    this.#reread = reread;
  }

  /** The next one; undefined where none is left. */
  async take(): Promise<ClaimedDelivery | undefined> {
    while (this.#reading !== null || this.#isStale()) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = null;
      });
      await this.#reading;
    }
    const next = this.#waiting.shift();
    if (next !== undefined) this.#taken += 1;
    return next;
  }

  giveBack(delivery: ClaimedDelivery): void {
    this.#waiting.unshift(delivery);
  }

  /** What nobody has taken. */
  rest(): readonly ClaimedDelivery[] {
    return this.#waiting;
  }

  #isStale(): boolean {
    return this.#taken >= limits.webhookConcurrency && this.#waiting.length > 0;
  }

  /** What is given back meanwhile stays. */
  async #read(): Promise<void> {
    const asked = this.#waiting;
    this.#waiting = [];
    const due = await this.#reread(asked);
    this.#waiting.push(...due);
    this.#taken = 0;
  }
}
