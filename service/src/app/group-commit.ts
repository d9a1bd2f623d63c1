import { Refusal } from '@postroad/core/platform/refusal';
import { DatabaseUnavailable } from '../platform/database-unavailable.ts';

/**
 * Calls in one group at most, and rows in one group at most: in a larger group the first call would
 * wait for the last.
 */
const callsMost = 200;
const rowsMost = 1_000;
/**
 * Calls, or rows of fewer calls, that justify the round trips of another transaction next to the
 * running one. Two batches of 100 events are cheaper in one (docs/decisions/0107); of three that wait
 * for a third, the lane of the one that is away would idle.
 */
const callsWorth = 64;
const rowsWorth = 200;
/**
 * Milliseconds after which another lane is used anyway; the running transaction may be waiting for
 * a lock.
 */
const waitMostMs = 10;

interface Waiting<Item, Result> {
  item: Item;
  rows: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

export interface GroupCommitOptions<Item, Result> {
  /** Groups written at the same time at most. */
  lanes: number;
  /** Writes a group; the results are in its order. An item that was refused is not tried again. */
  write: (items: Item[]) => Promise<(Result | Refusal)[]>;
  /** Number of rows that an item will write. */
  rowsOf: (item: Item) => number;
}

/**
 * Group commit: items that arrive during a write are written together by the next one, and each
 * caller is answered once its own row is committed. A further lane opens when enough rows wait, or
 * when the first has waited long enough. If a group fails, its items are written one by one, so
 * that only the caller at fault sees the failure; not where the database does not answer, which is
 * nobody's fault, and where what was committed may be there already.
 */
export class GroupCommit<Item, Result> {
  readonly #options: GroupCommitOptions<Item, Result>;
  #waiting: Waiting<Item, Result>[] = [];
  #rows = 0;
  #busy = 0;
  #overdue: ReturnType<typeof setTimeout> | null = null;

  constructor(options: GroupCommitOptions<Item, Result>) {
    this.#options = options;
  }

  add(item: Item): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const rows = this.#options.rowsOf(item);
      this.#waiting.push({ item, rows, resolve, reject });
      this.#rows += rows;
      if (this.#isWorthIt()) queueMicrotask(() => this.#pump());
      else this.#waitNoLonger();
    });
  }

  #isWorthIt(): boolean {
    if (this.#busy === 0) return true;
    if (this.#busy >= this.#options.lanes) return false;
    return this.#waiting.length >= callsWorth || this.#rows >= rowsWorth;
  }

  #waitNoLonger(): void {
    if (this.#busy >= this.#options.lanes || this.#overdue !== null) return;
    this.#overdue = setTimeout(() => {
      this.#overdue = null;
      if (this.#busy < this.#options.lanes) this.#start();
    }, waitMostMs);
  }

  #pump(): void {
    while (this.#waiting.length > 0 && this.#isWorthIt()) this.#start();
    if (this.#waiting.length > 0) this.#waitNoLonger();
  }

  #start(): void {
    const group = this.#take();
    if (group.length === 0) return;
    if (this.#overdue !== null) clearTimeout(this.#overdue);
    this.#overdue = null;
    this.#busy += 1;
    void this.#run(group).finally(() => {
      this.#busy -= 1;
      this.#pump();
    });
  }

  #take(): Waiting<Item, Result>[] {
    let calls = 0;
    let rows = 0;
    for (const waiting of this.#waiting) {
      if (calls >= callsMost || (calls > 0 && rows + waiting.rows > rowsMost)) break;
      calls += 1;
      rows += waiting.rows;
    }
    this.#rows -= rows;
    return this.#waiting.splice(0, calls);
  }

  async #run(group: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#options.write(group.map(({ item }) => item));
      for (const [index, waiting] of group.entries()) {
        const result = results[index] as Result | Refusal;
        if (result instanceof Refusal) waiting.reject(result);
        else waiting.resolve(result);
      }
    } catch (error) {
      const isAway = error instanceof DatabaseUnavailable;
      if (isAway || group.length === 1) for (const { reject } of group) reject(error);
      else for (const waiting of group) await this.#run([waiting]);
    }
  }
}
