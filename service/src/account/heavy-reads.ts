import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';

interface Bounds {
  atOnce: number;
  waiting: number;
  /** Calls back once a read has waited too long; returns how to prevent that. */
  timer: (tooLong: () => void) => () => void;
}

const bounds: Bounds = {
  atOnce: limits.heavyReadsAtOnce,
  waiting: limits.heavyReadsWaiting,
  timer: (tooLong) => {
    const timeout = setTimeout(tooLong, limits.heavyReadWaitMs);
    return () => clearTimeout(timeout);
  },
};

/**
 * Bounds the reads of this process whose cost grows with the account (COUNT-09): each may hold a
 * connection and a core of the database for seconds, and other calls need theirs. A few run at once,
 * others wait for their turn in order, and one that would wait too long is refused.
 */
export class HeavyReads {
  readonly #bounds: Bounds;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(given: Bounds = bounds) {
    this.#bounds = given;
  }

  /** Throws an `unavailable` refusal where there is no turn for it in time. */
  async run<Result>(read: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#bounds.atOnce) await this.#turn();
    else this.#running += 1;
    try {
      return await read();
    } finally {
      this.#pass();
    }
  }

  /** The one who ends gives its place to the next. */
  #pass(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#running -= 1;
    else next();
  }

  #turn(): Promise<void> {
    if (this.#waiting.size >= this.#bounds.waiting) throw busy();
    return new Promise((resolve, reject) => {
      const begin = () => {
        stop();
        this.#waiting.delete(begin);
        resolve();
      };
      const stop = this.#bounds.timer(() => {
        this.#waiting.delete(begin);
        reject(busy());
      });
      this.#waiting.add(begin);
    });
  }
}

function busy(): Refusal {
  return new Refusal('unavailable', 'Too much is being read at once. Try again in a few seconds.', {
    retry_after: limits.heavyReadRetrySeconds,
  });
}
