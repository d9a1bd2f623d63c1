import { readTree } from '@postroad/core/definitions/read-tree';
import { isSingle } from '@postroad/core/definitions/record-types';
import type { Files } from './tree-folder.ts';

/** Finds the files of one tree in another by what they say: the id or the key of the record. */
export class RecordIndex {
  readonly #pathByName = new Map<string, string>();
  readonly #namesByPath = new Map<string, readonly string[]>();

  constructor(files: Files) {
    for (const { type, path, address, key } of readTree(files).records) {
      const said = [address, key].filter((one) => one !== null || isSingle(type));
      const names = said.map((one) => JSON.stringify([type, one]));
      this.#namesByPath.set(path, names);
      for (const name of names) this.#pathByName.set(name, path);
    }
  }

  /** Whether a file says which record it is of; a new one may not. */
  isNamed(path: string): boolean {
    return (this.#namesByPath.get(path) ?? []).length > 0;
  }

  /** Where the other tree has the record of a file of this one; null where it has none. */
  pathIn(other: RecordIndex, path: string): string | null {
    const names = this.#namesByPath.get(path) ?? [];
    return names.flatMap((name) => other.#pathByName.get(name) ?? [])[0] ?? null;
  }
}
