import { type LogPosition, primaryOnly } from '@postroad/core/platform/operations/log-position';
import type { Database } from '@postroad/store/platform/connection/database';
import { readPosition } from '@postroad/store/platform/connection/replica';

/**
 * Where the log of the primary is after a write. Writes that end while it is asked share the next
 * question, so at most one is under way.
 */
export class WrittenPosition {
  readonly #database: Pick<Database, 'replica' | 'reserve'>;
  #asking: Promise<unknown> = Promise.resolve();
  #next: Promise<LogPosition> | null = null;

  constructor(database: Pick<Database, 'replica' | 'reserve'>) {
    this.#database = database;
  }

  /** Null where there is no replica, which costs nothing. */
  async now(): Promise<LogPosition | null> {
    if (this.#database.replica === null) return null;
    this.#next ??= this.#asking.then(() => this.#ask());
    return await this.#next;
  }

  #ask(): Promise<LogPosition> {
    this.#next = null;
    // Unknown, it is later than what any replica has.
    const asked = readPosition(this.#database).catch(() => primaryOnly);
    this.#asking = asked;
    return asked;
  }
}
