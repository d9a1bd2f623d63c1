import type { WakeSignal } from '@postroad/core/platform/work-lanes';

/**
 * The result of a round: there was nothing to do; the work is done; more can be done at once; or
 * other processes hold the work, so it is looked at again a second later.
 */
export type Round = 'idle' | 'done' | 'more' | 'held';

/** Work that recurs. */
export interface Chore {
  /**
   * Milliseconds between looks, by the clock of the process and never the test clock. Looks are
   * aligned to multiples of this span, so work that is due by the minute is found as the minute
   * begins. 0 means every round, Infinity means once.
   */
  readonly every: number;
  /**
   * The signal of transactions that leave such work (`tx.work.wake`); it makes the chore due at
   * once.
   */
  readonly wakes: WakeSignal | null;
  run(): Promise<Round>;
}

const heldMs = 1_000;
/**
 * Milliseconds after which failed work is retried at the latest, however long its own interval is.
 */
const failedMs = 60_000;

/** Signals that no chore has handled yet. */
export class PendingSignals {
  readonly #given = new Set<WakeSignal>();

  give(signals: readonly WakeSignal[]): void {
    for (const signal of signals) this.#given.add(signal);
  }

  /** True once for a signal, however often it was given. */
  take(signal: WakeSignal): boolean {
    return this.#given.delete(signal);
  }
}

/** A chore and the time when it is next due. */
export class Recurring {
  readonly #chore: Chore;
  readonly #signals: PendingSignals;
  #span = Number.NaN;
  #againAt = Number.POSITIVE_INFINITY;

  constructor(chore: Chore, signals: PendingSignals) {
    this.#chore = chore;
    this.#signals = signals;
  }

  isDue(): boolean {
    const { every, wakes } = this.#chore;
    if (every === 0 || performance.now() >= this.#againAt) return true;
    const span = Math.floor(Date.now() / every);
    if (span === this.#span) return wakes !== null && this.#signals.take(wakes);
    this.#span = span;
    return true;
  }

  /** True if it found work. */
  async run(): Promise<boolean> {
    this.#againAt = performance.now() + Math.min(this.#chore.every, failedMs);
    const found = await this.#chore.run();
    this.#againAt = Number.POSITIVE_INFINITY;
    if (found === 'more') this.#againAt = 0;
    if (found === 'held') this.#againAt = performance.now() + heldMs;
    return found !== 'idle';
  }
}

/** Runs the chores that are due, one after the other, in one round. */
export function inOrder(chores: readonly Chore[], signals: PendingSignals): () => Promise<Round> {
  const parts = chores.map((chore) => new Recurring(chore, signals));
  return async () => {
    let more = false;
    for (const part of parts) if (part.isDue() && (await part.run())) more = true;
    return more ? 'more' : 'idle';
  };
}
