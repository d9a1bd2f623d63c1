/** The median; of an even count, the mean of both middle values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/**
 * Calls per second of a function, which gets the number of its call, after a warm-up of a quarter
 * of the calls.
 */
export async function callRate(call: (turn: number) => unknown, ms = 600): Promise<number> {
  let turn = 0;
  const runFor = async (span: number) => {
    const start = performance.now();
    const first = turn;
    for (;;) {
      for (let burst = 0; burst < 8; burst += 1) {
        const result = call(turn);
        turn += 1;
        if (result instanceof Promise) await result;
      }
      const seconds = (performance.now() - start) / 1000;
      if (seconds * 1000 >= span) return (turn - first) / seconds;
    }
  };
  await runFor(ms / 4);
  return await runFor(ms);
}

const rounds = 3;

/**
 * Medians of several alternating runs, so that a busy moment of the machine affects all alike.
 * Every second round runs in reverse order, since the previous run leaves caches and garbage
 * behind. Each function returns a rate per second.
 */
export async function alternate<Name extends string>(
  runs: Record<Name, () => Promise<number>>,
  times: number = rounds,
): Promise<Record<Name, number>> {
  const names = Object.keys(runs) as Name[];
  const found = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < times; round += 1) {
    const order = round % 2 === 0 ? names : names.toReversed();
    for (const name of order) found.get(name)?.push(await runs[name]());
  }
  const medians = names.map((name) => [name, median(found.get(name) ?? [])] as const);
  return Object.fromEntries(medians) as Record<Name, number>;
}
