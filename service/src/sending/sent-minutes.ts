import type { Database } from '@postroad/store/platform/connection/database';
import { DatabaseAway, TransactionLost } from '@postroad/store/platform/connection/database-away';
import { transaction } from '@postroad/store/platform/transaction';
import { addSentMinutes } from '@postroad/store/queue/sending-control';

/** By whole minutes, the last minute would have none at the beginning of each. */
const stepMs = 5_000;

/**
 * Mails that this process had accepted, by their time, kept in memory and written once a second, so that
 * settling does not wait for a row that all workers share. A kill loses a second of this figure, and so does
 * a commit without an answer: what it may have added is not added again.
 */
export class SentMinutes {
  #steps = new Map<number, number>();

  add(at: Date, sent: number): void {
    if (sent === 0) return;
    const step = Math.floor(at.getTime() / stepMs) * stepMs;
    this.#steps.set(step, (this.#steps.get(step) ?? 0) + sent);
  }

  /** Writes what was added since the last call; what is known not to be written is kept. */
  async flush(database: Database): Promise<void> {
    if (this.#steps.size === 0) return;
    const taken = this.#steps;
    this.#steps = new Map();
    const steps = [...taken].map(([at, sent]) => ({ at: new Date(at), sent }));
    let isAdded = false;
    try {
      await transaction(database, {}, async (tx) => {
        await addSentMinutes(tx, steps);
        isAdded = true;
      });
    } catch (error) {
      const mayBeWritten =
        isAdded && error instanceof DatabaseAway && !(error instanceof TransactionLost);
      if (!mayBeWritten) for (const { at, sent } of steps) this.add(at, sent);
      throw error;
    }
  }
}
