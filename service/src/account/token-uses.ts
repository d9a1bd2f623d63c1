import { writeTokenUses } from '@postroad/store/account/token';
import type { Database } from '@postroad/store/platform/connection/database';
import { transaction } from '@postroad/store/platform/transaction';

/**
 * When tokens were last used in this process, kept in memory and written now and then: a call must
 * not wait for a row that all calls of its token share. A kill loses seconds of this.
 */
export class TokenUses {
  #uses = new Map<number, Date>();

  note(tokenId: number, at: Date): void {
    const known = this.#uses.get(tokenId);
    if (known === undefined || known < at) this.#uses.set(tokenId, at);
  }

  /** Writes what was noted since the last call; what cannot be written is kept. */
  async flush(database: Database): Promise<void> {
    if (this.#uses.size === 0) return;
    const taken = this.#uses;
    this.#uses = new Map();
    try {
      await transaction(database, {}, (tx) => writeTokenUses(tx, taken));
    } catch (error) {
      for (const [id, at] of taken) this.note(id, at);
      throw error;
    }
  }
}
