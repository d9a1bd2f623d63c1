import { type Change, ChangeSet, decodeChanges } from '@postroad/core/platform/change-set';
import { Refusal } from '@postroad/core/platform/refusal';
import type { Database } from '@postroad/store/platform/connection/database';
import { listenChanges, notifyChanges } from '@postroad/store/platform/listen';
import type { Tx } from '@postroad/store/platform/transaction';

/** Who is told of changes. */
export interface ChangeListener {
  told: (changes: readonly Change[]) => void;
  /** Changes may have been missed; whoever shows records should read them anew. */
  missed: () => void;
}

/**
 * Collects what transactions change and tells it to every process once they commit (EVENT-24): by
 * the database where several can share one, else at once. Nothing is kept for who listens later.
 */
export class Changes {
  readonly #database: Database;
  readonly #listeners = new Set<ChangeListener>();
  readonly #pending = new WeakMap<Tx, ChangeSet>();
  #hearing: Promise<unknown> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** To be told with the commit of `tx`; never where it is rolled back. */
  note(tx: Tx, change: Change): void {
    this.#setOf(tx).add(change);
  }

  /** The same for many records of one resource. */
  noteAll(tx: Tx, ids: Iterable<Change['id']>, of: Omit<Change, 'id'>): void {
    let set: ChangeSet | null = null;
    for (const id of ids) {
      set ??= this.#setOf(tx);
      set.add({ ...of, id });
    }
  }

  /** Whether `tx` noted a change of the resource. */
  has(tx: Tx, resource: string): boolean {
    return this.#pending.get(tx)?.has(resource) ?? false;
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

  #setOf(tx: Tx): ChangeSet {
    const known = this.#pending.get(tx);
    if (known !== undefined) return known;
    const set = new ChangeSet();
    this.#pending.set(tx, set);
    this.#tell(tx, set);
    return set;
  }

  #tell(tx: Tx, set: ChangeSet): void {
    if (this.#database.kind === 'server') {
      tx.beforeCommit(() => notifyChanges(tx, set.encode()));
    } else {
      tx.afterCommit(() => {
        if (this.#listeners.size > 0) this.#deliver(set.encode());
      });
    }
  }

  #deliver(payload: string): void {
    if (this.#listeners.size === 0) return;
    const changes = decodeChanges(payload);
    for (const listener of this.#listeners) listener.told(changes);
  }
}
