import type { Database } from '@postroad/store/platform/connection/database';
import { transaction } from '@postroad/store/platform/transaction';
import { addSentMinutes } from '@postroad/store/queue/sending-control';

const minuteMs = 60_000;

/**
 * Mails that this process had accepted, by minute, kept in memory and written once a second, so that
 * settling does not wait for a row that all workers share. A kill loses a second of this figure.
 */
export class SentMinutes {
  #minutes = new Map<number, number>();

  add(at: Date, sent: number): void {
    if (sent === 0) return;
    const minute = Math.floor(at.getTime() / minuteMs) * minuteMs;
    this.#minutes.set(minute, (this.#minutes.get(minute) ?? 0) + sent);
  }

  /** Writes what was added since the last call; what cannot be written is kept. */
  async flush(database: Database): Promise<void> {
    if (this.#minutes.size === 0) return;
    const taken = this.#minutes;
    this.#minutes = new Map();
    const minutes = [...taken].map(([at, sent]) => ({ at: new Date(at), sent }));
    try {
      await transaction(database, {}, (tx) => addSentMinutes(tx, minutes));
    } catch (error) {
      for (const { at, sent } of minutes) this.add(at, sent);
      throw error;
    }
  }
}
