import type { Database } from '@postroad/store/platform/connection/database';
import { notifyWake } from '@postroad/store/platform/listen';
import type { Tx } from '@postroad/store/platform/transaction';

/** Says that work came due: to this process after the commit, to the others by the database. */
export class Wake {
  readonly #database: Database;
  readonly #listeners = new Set<() => void>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Answers how to stop listening. */
  on(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  call(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Wakes everybody once `tx` has committed. */
  after(tx: Tx): void {
    if (this.#database.kind === 'server') tx.beforeCommit(() => notifyWake(tx));
    tx.afterCommit(() => this.call());
  }
}
