import { limits } from '@postroad/core/platform/limits';

/** A moment on both clocks of a process. */
export interface Moment {
  /** Nanoseconds of the monotonic clock, which all threads share. */
  monotonic: bigint;
  /** Milliseconds of the wall clock, which continues while the machine is suspended. */
  wall: number;
}

export function presentMoment(): Moment {
  return { monotonic: process.hrtime.bigint(), wall: Date.now() };
}

/** Milliseconds that the wall clock may be set back before the term counts as over. */
const setBackMs = 1_000;
/** Milliseconds after which a waiting thread looks again without a signal. */
const lookAgainMs = 250;

/**
 * Until when this process may write to its data directory, in memory that its threads share. The
 * lock extends it with each beat; the thread of the database asks it before each write. A process
 * that was stopped, or whose machine slept, finds it over before it writes again (SEC-02).
 */
export class Fence {
  readonly memory: SharedArrayBuffer;
  /** When the beat began that extended it, on both clocks; 0 before the first and after the last. */
  readonly #since: BigInt64Array;
  readonly #extended: Int32Array;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(24)) {
    this.memory = memory;
    this.#since = new BigInt64Array(memory, 0, 2);
    this.#extended = new Int32Array(memory, 16, 1);
  }

  /** `begun` is from before the beat, so that the term never ends later than others believe. */
  extend(begun: Moment): void {
    Atomics.store(this.#since, 1, BigInt(begun.wall));
    Atomics.store(this.#since, 0, begun.monotonic);
    Atomics.add(this.#extended, 0, 1);
    Atomics.notify(this.#extended, 0);
  }

  /** Ends the term for good. */
  close(): void {
    Atomics.store(this.#since, 0, 0n);
  }

  isOpen(now: Moment = presentMoment()): boolean {
    const since = Atomics.load(this.#since, 0);
    if (since === 0n) return false;
    const elapsed = Number(now.monotonic - since) / 1e6;
    const wall = now.wall - Number(Atomics.load(this.#since, 1));
    return elapsed < limits.lockTermMs && wall < limits.lockTermMs && wall > -setBackMs;
  }

  /** Holds a thread, other than the one that extends the term, until the term is extended. */
  wait(): void {
    while (!this.isOpen()) {
      const extended = Atomics.load(this.#extended, 0);
      if (!this.isOpen()) Atomics.wait(this.#extended, 0, extended, lookAgainMs);
    }
  }
}
