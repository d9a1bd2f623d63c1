const free = 0;
const native = 1;
const ending = 2;
const endingAfter = 3;

/**
 * Says when a thread may be ended. Native code cannot be stopped half way, and one that comes back
 * into a thread that is gone can take the process with it; so a thread that loads or runs native
 * code is left to end itself as it comes out.
 */
export class RenderGuard {
  readonly #state: Int32Array<SharedArrayBuffer>;

  /** A thread that starts is loading its native module. */
  constructor(memory: SharedArrayBuffer) {
    this.#state = new Int32Array(memory);
  }

  static memory(): SharedArrayBuffer {
    const memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    Atomics.store(new Int32Array(memory), 0, native);
    return memory;
  }

  /** For the owner: true where it is to end the thread now, false where that ends itself. */
  mayEnd(): boolean {
    for (;;) {
      const was = Atomics.load(this.#state, 0);
      if (was === ending) return true;
      if (was === endingAfter) return false;
      const next = was === free ? ending : endingAfter;
      if (Atomics.compareExchange(this.#state, 0, was, next) === was) return was === free;
    }
  }

  /** For the thread, before native code. Does not return where the thread is being ended. */
  enter(): void {
    if (Atomics.compareExchange(this.#state, 0, free, native) === free) return;
    Atomics.wait(this.#state, 0, ending);
  }

  /** For the thread, after native code. */
  leave(): void {
    if (Atomics.compareExchange(this.#state, 0, native, free) !== native) process.exit();
  }
}
