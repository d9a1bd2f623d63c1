/** Runs a generator that pauses to its end, without the pauses. */
export function runSync<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const part = work.next();
    if (part.done) return part.value;
  }
}
