import { setImmediate as turn } from 'node:timers/promises';
import { limits } from '@postroad/core/platform/limits';

/** Runs work that yields now and then, so that other work of the process gets its turn. */
export async function runYielding<T>(work: Generator<undefined, T>): Promise<T> {
  let since = performance.now();
  for (;;) {
    const part = work.next();
    if (part.done) return part.value;
    if (performance.now() - since < limits.treeSliceMs) continue;
    await turn();
    since = performance.now();
  }
}
