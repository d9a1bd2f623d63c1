import type { Tx } from '@postroad/store/platform/transaction';

/** What a room does about something, in the transaction in which it happens. */
export type Subscriber<What> = (tx: Tx, what: What) => Promise<unknown> | unknown;

/**
 * Something that a room tells others of without knowing them; `app/facts.ts` says who they are. They
 * are called once a batch, in order and without waiting for each other, so that what they send first
 * goes out in the round trip of what the room has just sent itself.
 */
export class Fact<What> {
  readonly #subscribers: readonly Subscriber<What>[];

  constructor(subscribers: readonly Subscriber<What>[]) {
    this.#subscribers = subscribers;
  }

  /** Resolves once all of them are done. */
  async publish(tx: Tx, what: What): Promise<void> {
    await Promise.all(this.#subscribers.map(async (subscriber) => await subscriber(tx, what)));
  }
}
