import type { WakeSignal } from '@postroad/core/platform/work-lanes';

/** The result of a round, and how much it did. */
export interface Round {
  /**
   * There was nothing to do; the work is done; more can be done at once; or other processes hold the
   * work, so it is looked at again a second later.
   */
  found: 'idle' | 'done' | 'more' | 'held';
  count: number;
}

export const idle: Round = { found: 'idle', count: 0 };

export function moreIf(count: number): Round {
  return count > 0 ? { found: 'more', count } : idle;
}

export function doneIf(count: number): Round {
  return count > 0 ? { found: 'done', count } : idle;
}

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

  async run(): Promise<Round> {
    this.#againAt = performance.now() + Math.min(this.#chore.every, failedMs);
    const round = await this.#chore.run();
    this.#againAt = Number.POSITIVE_INFINITY;
    if (round.found === 'more') this.#againAt = 0;
    if (round.found === 'held') this.#againAt = performance.now() + heldMs;
    return round;
  }
}

/** Runs the chores that are due, one after the other, in one round. */
export function inOrder(chores: readonly Chore[], signals: PendingSignals): () => Promise<Round> {
  const parts = chores.map((chore) => new Recurring(chore, signals));
  return async () => {
    const whole: Round = { ...idle };
    for (const part of parts) {
      const { found, count } = part.isDue() ? await part.run() : idle;
      if (found !== 'idle') whole.found = 'more';
      whole.count += count;
    }
    return whole;
  };
}
