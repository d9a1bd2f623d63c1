/**
 * Counts for `/metrics` since this process started. Counting rows instead would cost more with
 * every row of the log.
 */
export class Counters {
  readonly #counts = new Map<string, number>();

  add(name: string, count: number): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
  }

  /** By name, in the order of first use. */
  all(): [name: string, count: number][] {
    return [...this.#counts];
  }
}
