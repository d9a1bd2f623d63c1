import type { WakeSignal } from '@postroad/core/platform/work-lanes';

/**
 * What a round found: nothing; work that it did to the end; more that can be done at once; or work
 * that others hold, which is looked at again a second later.
 */
export type Round = 'idle' | 'done' | 'more' | 'held';

/** Work that comes again. */
export interface Chore {
  /**
   * How often it is looked for, in milliseconds of the process's own clock, never the test clock: once
   * in each such span of the day, so what is due by the minute is looked for as the minute begins.
   * 0 is each round, Infinity once.
   */
  readonly every: number;
  /** Given by the transaction that leaves such work (`tx.work.wake`): it is looked for before its time. */
  readonly wakes: WakeSignal | null;
  run(): Promise<Round>;
}

const heldMs = 1_000;
/** What failed is tried again no later than this, however rarely it is looked for. */
const failedMs = 60_000;

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

/** A chore and when it is due. */
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

  /** True where it found anything. */
  async run(): Promise<boolean> {
    this.#againAt = performance.now() + Math.min(this.#chore.every, failedMs);
    const found = await this.#chore.run();
    this.#againAt = Number.POSITIVE_INFINITY;
    if (found === 'more') this.#againAt = 0;
    if (found === 'held') this.#againAt = performance.now() + heldMs;
    return found !== 'idle';
  }
}

/** Chores that are done one after the other in one round, those of them that are due. */
export function inOrder(chores: readonly Chore[], signals: PendingSignals): () => Promise<Round> {
  const parts = chores.map((chore) => new Recurring(chore, signals));
  return async () => {
    let more = false;
    for (const part of parts) if (part.isDue() && (await part.run())) more = true;
    return more ? 'more' : 'idle';
  };
}
