/** Calls written together at most; a larger group makes its first caller wait for the last row. */
const groupMost = 200;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Group commit: what arrives while a write runs is written together by the next one, and each caller
 * is answered once its own row is committed. A group that fails is written again one by one, so
 * that only the caller at fault sees the failure.
 */
export class GroupCommit<Item, Result> {
  readonly #write: (items: Item[]) => Promise<Result[]>;
  readonly #lanes: number;
  #waiting: Waiting<Item, Result>[] = [];
  #busy = 0;

  constructor(lanes: number, write: (items: Item[]) => Promise<Result[]>) {
    this.#lanes = lanes;
    this.#write = write;
  }

  add(item: Item): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#busy < this.#lanes) queueMicrotask(() => this.#pump());
    });
  }

  #pump(): void {
    while (this.#busy < this.#lanes && this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, groupMost);
      this.#busy += 1;
      void this.#run(group).finally(() => {
        this.#busy -= 1;
        this.#pump();
      });
    }
  }

  async #run(group: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#write(group.map(({ item }) => item));
      for (const [index, waiting] of group.entries()) waiting.resolve(results[index] as Result);
    } catch (error) {
      const only = group.length === 1 ? group[0] : null;
      if (only) only.reject(error);
      else for (const waiting of group) await this.#run([waiting]);
    }
  }
}
