import { tagKey } from '@postroad/core/conditions/compare';
import { ensureTags, findTags, findTagsByIds, type TagRow } from '@postroad/store/people/tag';
import type { Tx } from '@postroad/store/platform/transaction';

/** The dictionary of tags, kept in memory; ids are never reused. */
export class TagNames {
  readonly #byId = new Map<number, TagRow>();
  readonly #idByKey = new Map<string, number>();

  /** Names in their original spelling, in the order of the ids. */
  async names(tx: Tx, ids: number[]): Promise<string[]> {
    const rows = await this.#rows(tx, ids);
    return rows.map((row) => row.name);
  }

  /** The same if all names are in memory, else null. */
  known(ids: number[]): string[] | null {
    const rows = ids.map((id) => this.#byId.get(id));
    return rows.includes(undefined) ? null : rows.flatMap((row) => row?.name ?? []);
  }

  /** Keys by id (see `tagKey`), for conditions; one query loads all that are not in memory. */
  async keys(tx: Tx, ids: number[]): Promise<Map<number, string>> {
    const rows = await this.#rows(tx, ids);
    return new Map(rows.map((row) => [row.id, row.normalized]));
  }

  /** The id of an existing tag, else null. */
  async find(tx: Tx, name: string): Promise<number | null> {
    const key = tagKey(name);
    const known = this.#idByKey.get(key);
    if (known !== undefined) return known;
    const [row] = await findTags(tx, [key]);
    return row?.id ?? null;
  }

  /** Ids by key; missing tags are created (RUN-08). */
  async ensure(tx: Tx, names: string[]): Promise<Map<string, number>> {
    // The first of several spellings names a new tag.
    const byKey = new Map(names.toReversed().map((name) => [tagKey(name), name.trim()]));
    const missing = [...byKey].filter(([key]) => !this.#idByKey.has(key));
    const found = new Map<string, number>();
    for (const key of byKey.keys()) {
      const id = this.#idByKey.get(key);
      if (id !== undefined) found.set(key, id);
    }
    if (missing.length === 0) return found;
    const rows = await ensureTags(
      tx,
      missing.map(([normalized, name]) => ({ normalized, name })),
    );
    for (const row of rows) found.set(row.normalized, row.id);
    // New tags are remembered only after the commit, since a rollback removes them.
    tx.work.afterCommit(() => {
      for (const row of rows) this.#idByKey.set(row.normalized, row.id);
    });
    return found;
  }

  async #rows(tx: Tx, ids: number[]): Promise<TagRow[]> {
    const unknown = [...new Set(ids)].filter((id) => !this.#byId.has(id));
    if (unknown.length > 0) {
      for (const row of await findTagsByIds(tx, unknown)) this.#byId.set(row.id, row);
    }
    return ids.flatMap((id) => this.#byId.get(id) ?? []);
  }
}
