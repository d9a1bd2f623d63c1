import type { Outcome, OutgoingMessage, Provider } from '@postroad/mail/providers/provider';

export interface FakeProvider extends Provider {
  /** Every message that it received, in order. */
  readonly messages: OutgoingMessage[];
  /** The next answer; a function gets the message and may wait. */
  answer: Outcome | ((message: OutgoingMessage) => Outcome | Promise<Outcome>);
}

export const accepted: Outcome = { kind: 'accepted', providerId: 'p-1' };

/** A provider in this process with answers chosen by the test. */
export function fakeProvider(concurrency = 4, deduplicates = false): FakeProvider {
  return {
    name: 'fake',
    deduplicates,
    concurrency,
    messages: [],
    answer: accepted,
    async send(message) {
      this.messages.push(message);
      return typeof this.answer === 'function' ? await this.answer(message) : this.answer;
    },
    async close() {},
  };
}
