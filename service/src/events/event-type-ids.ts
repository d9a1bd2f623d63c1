import { ensureEventTypes } from '@postroad/store/events/event-type';
import type { Tx } from '@postroad/store/platform/transaction';

/** Ids of event names, kept in memory. A name registers when it first arrives (EVENT-13). */
export class EventTypeIds {
  readonly #ids = new Map<string, number>();

  async ids(tx: Tx, names: string[]): Promise<Map<string, number>> {
    const wanted = new Set(names);
    const unknown = [...wanted].filter((name) => !this.#ids.has(name));
    const found = new Map<string, number>();
    for (const name of wanted) {
      const id = this.#ids.get(name);
      if (id !== undefined) found.set(name, id);
    }
    if (unknown.length === 0) return found;
    const made = await ensureEventTypes(tx, unknown);
    for (const [name, id] of made) found.set(name, id);
    // New names are remembered only after the commit, since a rollback removes them.
    tx.work.afterCommit(() => {
      for (const [name, id] of made) this.#ids.set(name, id);
    });
    return found;
  }
}
