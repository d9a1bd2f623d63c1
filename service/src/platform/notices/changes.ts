import { type Change, type ChangeSet, decodeChanges } from '@postroad/core/platform/change-set';
import { decodePresences, type Presence } from '@postroad/core/platform/live/presence';
import { Refusal } from '@postroad/core/platform/refusal';
import type { Database } from '@postroad/store/platform/connection/database';
import { listenChanges } from '@postroad/store/platform/listen';
import { PacedChanges } from './paced-changes.ts';

/** A listener for changes. */
export interface ChangeListener {
  onChanges: (changes: readonly Change[]) => void;
  /** Changes may have been missed, so anything that shows records should read them again. */
  missed: () => void;
  /** People have records open to edit them, or have closed them. */
  onPresences?: (presences: readonly Presence[]) => void;
}

const unanswered = () =>
  new Refusal('unavailable', 'The database does not answer. Connect again in a moment.');

/**
 * Publishes the changes of transactions (`tx.work.tell`) in every process to the listeners of this
 * one (EVENT-24). Nothing is kept for later listeners.
 */
export class Changes {
  readonly #database: Pick<Database, 'listener' | 'deaf'>;
  readonly #listeners = new Set<ChangeListener>();
  /** Any number of processes tell of figures, each once a second. */
  readonly #counted = new PacedChanges((changes) => this.#pass(changes.list()));
  #hearing: Promise<unknown> | null = null;

  constructor(database: Pick<Database, 'listener' | 'deaf'>) {
    this.#database = database;
  }

  /**
   * Once this resolves, what is announced later is heard, and nothing from before. Returns a function that stops listening. Throws
   * a Refusal.
   */
  async on(listener: ChangeListener): Promise<() => void> {
    const { deaf } = this.#database;
    if (deaf !== null) throw new Refusal('unavailable', `There are no live changes. ${deaf}`);
    const ears = {
      heard: (payload: string) => this.#deliver(payload),
      missed: () => this.#missed(),
      present: (payload: string) => this.present(decodePresences(payload)),
    };
    try {
      this.#hearing ??= listenChanges(this.#database, ears);
      await this.#hearing;
    } catch {
      this.#hearing = null;
      throw unanswered();
    }
    await this.#database.listener?.caughtUp().catch(() => {
      throw unanswered();
    });
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Publishes what is kept. */
  close(): void {
    this.#counted.close();
  }

  /** Publishes the commits of a process that has its database to itself. */
  tell(changes: ChangeSet): void {
    if (this.#listeners.size > 0) this.#deliver(changes.encode());
  }

  present(presences: readonly Presence[]): void {
    if (presences.length === 0) return;
    for (const listener of this.#listeners) listener.onPresences?.(presences);
  }

  /** What cannot be read may be the changes of another version. */
  #deliver(payload: string): void {
    if (this.#listeners.size === 0) return;
    const changes = decodeChanges(payload);
    if (changes === null) {
      this.#missed();
      return;
    }
    const counted = changes.filter(({ action }) => action === 'counted');
    if (counted.length === 0) this.#pass(changes);
    else {
      const others = changes.filter(({ action }) => action !== 'counted');
      if (others.length > 0) this.#pass(others);
      this.#counted.add(counted);
    }
  }

  #pass(changes: readonly Change[]): void {
    for (const listener of this.#listeners) listener.onChanges(changes);
  }

  #missed(): void {
    for (const listener of this.#listeners) listener.missed();
  }
}
