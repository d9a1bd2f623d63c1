import { type Change, type ChangeSet, decodeChanges } from '@postroad/core/platform/change-set';
import { Refusal } from '@postroad/core/platform/refusal';
import type { Database } from '@postroad/store/platform/connection/database';
import { listenChanges } from '@postroad/store/platform/listen';

/** Learns of changes. */
export interface ChangeListener {
  told: (changes: readonly Change[]) => void;
  /** Changes may have been missed; what shows records should read them again. */
  missed: () => void;
}

/**
 * Tells those who listen in this process what transactions of every process changed (EVENT-24), as
 * `tx.work.tell` has it. Nothing is kept for who listens later.
 */
export class Changes {
  readonly #database: Pick<Database, 'listener'>;
  readonly #listeners = new Set<ChangeListener>();
  #hearing: Promise<unknown> | null = null;

  constructor(database: Pick<Database, 'listener'>) {
    this.#database = database;
  }

  /** Resolves once no commit from then on is missed; answers how to stop. Throws a Refusal. */
  async on(listener: ChangeListener): Promise<() => void> {
    const ears = {
      heard: (payload: string) => this.#deliver(payload),
      missed: () => {
        for (const each of this.#listeners) each.missed();
      },
    };
    this.#listeners.add(listener);
    try {
      this.#hearing ??= listenChanges(this.#database, ears);
      await this.#hearing;
    } catch {
      this.#hearing = null;
      this.#listeners.delete(listener);
      throw new Refusal('unavailable', 'The database does not answer. Connect again in a moment.');
    }
    return () => this.#listeners.delete(listener);
  }

  /** What one process alone commits to its database. */
  tell(changes: ChangeSet): void {
    if (this.#listeners.size > 0) this.#deliver(changes.encode());
  }

  #deliver(payload: string): void {
    if (this.#listeners.size === 0) return;
    const changes = decodeChanges(payload);
    for (const listener of this.#listeners) listener.told(changes);
  }
}
