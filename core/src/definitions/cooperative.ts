/** Runs work that pauses now and then to its end. */
export function runSync<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const part = work.next();
    if (part.done) return part.value;
  }
}
