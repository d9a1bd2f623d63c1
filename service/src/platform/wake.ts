import type { WakeSignal } from '@postroad/core/platform/work-lanes';

/** Tells those who listen in this process that work may be due. */
export class Wake {
  readonly #listeners = new Set<() => void>();

  /** Answers how to stop listening. */
  on(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  call(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Signals that have come and that no chore has answered yet. */
export class PendingSignals {
  readonly #given = new Set<WakeSignal>();

  give(signals: readonly WakeSignal[]): void {
    for (const signal of signals) this.#given.add(signal);
  }

  /** True once, however often it was given. */
  take(signal: WakeSignal): boolean {
    return this.#given.delete(signal);
  }
}
