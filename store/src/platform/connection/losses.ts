/** Tells of connections that were lost: what was committed on them may be gone after a failover. */
export class Losses {
  readonly #listeners = new Set<() => void>();

  /** Returns a function that stops listening. */
  on(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
