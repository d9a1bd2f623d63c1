const free = 0;
const native = 1;
const ending = 2;
const endingAfter = 3;

const stateAt = 0;
const stepAt = 1;
const slots = 2;

/**
 * Decides when a thread may be terminated, and reports the part of its job it has reached. Native
 * code cannot be interrupted, and native code that returns into a terminated thread can crash the
 * process; so a thread that loads or runs native code is left to end itself afterwards.
 */
export class RenderGuard {
  readonly #memory: Int32Array<SharedArrayBuffer>;

  /** A starting thread is loading its native module. */
  constructor(memory: SharedArrayBuffer) {
    this.#memory = new Int32Array(memory);
  }

  static memory(): SharedArrayBuffer {
    const memory = new SharedArrayBuffer(slots * Int32Array.BYTES_PER_ELEMENT);
    Atomics.store(new Int32Array(memory), stateAt, native);
    return memory;
  }

  /** For the owner: true if it must terminate the thread now, false if the thread ends itself. */
  mayEnd(): boolean {
    for (;;) {
      const was = Atomics.load(this.#memory, stateAt);
      if (was === ending) return true;
      if (was === endingAfter) return false;
      const next = was === free ? ending : endingAfter;
      if (Atomics.compareExchange(this.#memory, stateAt, was, next) === was) return was === free;
    }
  }

  /** For the thread, before native code. Does not return if the thread is being ended. */
  enter(): void {
    if (Atomics.compareExchange(this.#memory, stateAt, free, native) === free) return;
    Atomics.wait(this.#memory, stateAt, ending);
  }

  /** For the thread, after native code. */
  leave(): void {
    if (Atomics.compareExchange(this.#memory, stateAt, native, free) !== native) process.exit();
  }

  /** For the thread: it has begun this part of its job, counted from 0. */
  startPart(part: number): void {
    Atomics.store(this.#memory, stepAt, part);
  }

  /** For the owner: the part the thread has reached; also valid after the thread has ended. */
  part(): number {
    return Atomics.load(this.#memory, stepAt);
  }
}
