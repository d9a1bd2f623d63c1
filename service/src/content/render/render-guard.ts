const free = 0;
const native = 1;
const ending = 2;
const endingAfter = 3;

const stateAt = 0;
const stepAt = 1;
const places = 2;

/**
 * Says when a thread may be ended. Native code cannot be stopped half way, and one that comes back
 * into a thread that is gone can take the process with it; so a thread that loads or runs native
 * code is left to end itself as it comes out. It also says how far the thread is with its job.
 */
export class RenderGuard {
  readonly #memory: Int32Array<SharedArrayBuffer>;

  /** A thread that starts is loading its native module. */
  constructor(memory: SharedArrayBuffer) {
    this.#memory = new Int32Array(memory);
  }

  static memory(): SharedArrayBuffer {
    const memory = new SharedArrayBuffer(places * Int32Array.BYTES_PER_ELEMENT);
    Atomics.store(new Int32Array(memory), stateAt, native);
    return memory;
  }

  /** For the owner: true where it is to end the thread now, false where that ends itself. */
  mayEnd(): boolean {
    for (;;) {
      const was = Atomics.load(this.#memory, stateAt);
      if (was === ending) return true;
      if (was === endingAfter) return false;
      const next = was === free ? ending : endingAfter;
      if (Atomics.compareExchange(this.#memory, stateAt, was, next) === was) return was === free;
    }
  }

  /** For the thread, before native code. Does not return where the thread is being ended. */
  enter(): void {
    if (Atomics.compareExchange(this.#memory, stateAt, free, native) === free) return;
    Atomics.wait(this.#memory, stateAt, ending);
  }

  /** For the thread, after native code. */
  leave(): void {
    if (Atomics.compareExchange(this.#memory, stateAt, native, free) !== native) process.exit();
  }

  /** For the thread: it has begun with this part of its job, counted from 0. */
  startPart(part: number): void {
    Atomics.store(this.#memory, stepAt, part);
  }

  /** For the owner: the part the thread is at; also once it is gone. */
  part(): number {
    return Atomics.load(this.#memory, stepAt);
  }
}
