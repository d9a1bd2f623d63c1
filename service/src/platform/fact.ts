import type { Tx } from '@postroad/store/platform/transaction';

/** The reaction of a room to a fact, in the transaction that publishes it. */
export type Subscriber<What> = (tx: Tx, what: What) => Promise<unknown> | unknown;

/**
 * Something that a room publishes to subscribers it does not know; `app/facts.ts` lists them. They
 * are called once for a batch, in order and without waiting for each other, so that their first
 * statements share a round trip with the statements that the publishing room has just sent.
 */
export class Fact<What> {
  readonly #subscribers: readonly Subscriber<What>[];

  constructor(subscribers: readonly Subscriber<What>[]) {
    this.#subscribers = subscribers;
  }

  /** Resolves once all subscribers are done. */
  async publish(tx: Tx, what: What): Promise<void> {
    await Promise.all(this.#subscribers.map(async (subscriber) => await subscriber(tx, what)));
  }
}
