import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

const everyMs = 5;

/** Milliseconds for which an event that came at any moment would have waited for its turn. */
export interface Held {
  p50: number;
  p99: number;
  most: number;
}

/**
 * Measures how long the event loop is held. A timer that is late stands for all events of that time,
 * so a long hold counts by its length and not as one sample, as `monitorEventLoopDelay` has it.
 */
export class LoopDelay {
  #histogram: RecordableHistogram = createHistogram();
  #timer: NodeJS.Timeout | null = null;

  start(): void {
    this.#histogram = createHistogram();
    let due = performance.now() + everyMs;
    const look = () => {
      const now = performance.now();
      for (let late = now - due; ; late -= everyMs) {
        this.#histogram.record(Math.max(1, Math.round(late * 1_000)));
        if (late < everyMs) break;
      }
      due = now + everyMs;
      this.#timer = setTimeout(look, everyMs);
    };
    this.#timer = setTimeout(look, everyMs);
  }

  stop(): Held {
    if (this.#timer) clearTimeout(this.#timer);
    const ms = (share: number) => this.#histogram.percentile(share) / 1_000;
    return { p50: ms(50), p99: ms(99), most: this.#histogram.max / 1_000 };
  }
}
