/** Notifies listeners in this process that work may be due. */
export class Wake {
  readonly #listeners = new Set<() => void>();

  /** Returns a function that stops listening. */
  on(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  call(): void {
    for (const listener of this.#listeners) listener();
  }
}
