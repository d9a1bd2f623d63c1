import { limits } from '@postroad/core/platform/limits';
import { findLinkSet } from '@postroad/store/content/email-link';
import type { Database } from '@postroad/store/platform/connection/database';
import { transaction } from '@postroad/store/platform/transaction';

/** Where links lead, by set; sets never change, and those asked for of late are kept at hand. */
export class LinkSets {
  readonly #database: Database;
  readonly #kept = new Map<number, { urls: readonly string[]; chars: number }>();
  #chars = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Null where the set has no such number, or is none. */
  async urlOf(set: number, number: number): Promise<string | null> {
    const kept = this.#kept.get(set);
    if (kept) return kept.urls[number] ?? null;
    const urls = await transaction(this.#database, { readOnly: true }, (tx) =>
      findLinkSet(tx, set),
    );
    if (urls === null) return null;
    this.#keep(set, urls);
    return urls[number] ?? null;
  }

  #keep(set: number, urls: readonly string[]): void {
    const chars = urls.reduce((sum, url) => sum + url.length, 0);
    this.#chars += chars - (this.#kept.get(set)?.chars ?? 0);
    this.#kept.set(set, { urls, chars });
    for (const [oldest, entry] of this.#kept) {
      if (this.#chars <= limits.linkCacheChars) return;
      this.#kept.delete(oldest);
      this.#chars -= entry.chars;
    }
  }
}
