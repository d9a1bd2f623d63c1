/** What this process has done since it started; `/metrics` shows it. Counting rows would grow with the log. */
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
