import { limits } from '@postroad/core/platform/limits';
import { findLinkSet } from '@postroad/store/content/email-link';
import type { Database } from '@postroad/store/platform/connection/database';
import { LRUCache } from 'lru-cache';
import { retriedTransaction } from '../../platform/retried-transaction.ts';

function charsOf(urls: readonly string[]): number {
  return urls.reduce((sum, url) => sum + url.length, 1);
}

/** Link targets, by set. Sets never change; the least recently used are dropped. */
export class LinkSets {
  readonly #database: Database;
  readonly #kept: LRUCache<number, readonly string[]>;

  constructor(database: Database, mostChars: number = limits.linkCacheChars) {
    this.#database = database;
    this.#kept = new LRUCache({ maxSize: mostChars, sizeCalculation: charsOf });
  }

  /** Null if the set does not exist or has no such number. */
  async urlOf(set: number, number: number): Promise<string | null> {
    const kept = this.#kept.get(set);
    if (kept) return kept[number] ?? null;
    const urls = await retriedTransaction(this.#database, { readOnly: true }, (tx) =>
      findLinkSet(tx, set),
    );
    if (urls === null) return null;
    this.#kept.set(set, urls);
    return urls[number] ?? null;
  }
}
