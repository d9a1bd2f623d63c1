import { limits } from '@postroad/core/platform/limits';
import type { Listener } from './listener.ts';

const tickMs = 1_000;

/**
 * Notices a server that has gone without closing its connections, as after a loss of power: TCP would wait
 * for its answers for a quarter of an hour (POOL-08). Asked is the connection for notifications, which has
 * nothing else to do, so a slow statement elsewhere is not taken for silence.
 */
export class SilenceWatch {
  readonly #asked: Pick<Listener, 'caughtUp'>;
  readonly #onSilence: () => void;
  readonly #timer: NodeJS.Timeout;
  #asking: object | null = null;
  /** Ticks since the question, or since its answer: a process that was suspended counts one for that time. */
  #ticks = 0;

  /** `onSilence` closes the connections; later ones can be opened. */
  constructor(asked: Pick<Listener, 'caughtUp'>, onSilence: () => void) {
    this.#asked = asked;
    this.#onSilence = onSilence;
    this.#timer = setInterval(() => this.#tick(), tickMs);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    this.#ticks += 1;
    if (this.#asking === null) {
      if (this.#ticks * tickMs >= limits.databaseLookMs) this.#ask();
    } else if (this.#ticks >= limits.databaseSilentSeconds) {
      this.#answered();
      this.#onSilence();
    }
  }

  #ask(): void {
    const question = {};
    this.#asking = question;
    this.#ticks = 0;
    const ended = () => {
      if (this.#asking === question) this.#answered();
    };
    // A connection that has failed is opened again by its owner.
    this.#asked.caughtUp().then(ended, ended);
  }

  #answered(): void {
    this.#asking = null;
    this.#ticks = 0;
  }
}
