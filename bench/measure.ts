/** What one item cost; other work on the machine changes it far less than the rate. */
export interface Cost {
  /** Processor time in µs of our processes, in user mode and in the system; null if unknown. */
  node_us: number | null;
  /** The same of the processes of PostgreSQL; null if none was used, or if unknown. */
  database_us: number | null;
  /** Bytes of the write-ahead log; null if no database was used. */
  wal_bytes: number | null;
}

/** Items per second, and what each cost where that was measured. */
export interface Measured {
  rate: number;
  cost: Cost | null;
}

/** The median; of an even count, the mean of both middle values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

function medianOf(costs: readonly Cost[], key: keyof Cost): number | null {
  const values = costs.flatMap((cost) => cost[key] ?? []);
  return values.length === 0 ? null : median(values);
}

/** The median of each figure. */
export function medianMeasured(all: readonly Measured[]): Measured {
  const costs = all.flatMap(({ cost }) => cost ?? []);
  const rate = median(all.map((one) => one.rate));
  if (costs.length === 0) return { rate, cost: null };
  return {
    rate,
    cost: {
      node_us: medianOf(costs, 'node_us'),
      database_us: medianOf(costs, 'database_us'),
      wal_bytes: medianOf(costs, 'wal_bytes'),
    },
  };
}

const warmUpMs = 500;

/**
 * Calls a function, which gets the number of its call, for a time after a warm-up, and measures
 * calls per second and the processor time of each.
 */
export async function callMeasured(call: (turn: number) => unknown, ms: number): Promise<Measured> {
  let turn = 0;
  const runFor = async (span: number): Promise<Measured> => {
    const start = performance.now();
    const used = process.cpuUsage();
    const first = turn;
    for (;;) {
      for (let burst = 0; burst < 8; burst += 1) {
        const result = call(turn);
        turn += 1;
        if (result instanceof Promise) await result;
      }
      const seconds = (performance.now() - start) / 1000;
      if (seconds * 1000 < span) continue;
      const { user, system } = process.cpuUsage(used);
      const calls = turn - first;
      const cost = { node_us: (user + system) / calls, database_us: null, wal_bytes: null };
      return { rate: calls / seconds, cost };
    }
  };
  await runFor(Math.min(warmUpMs, ms / 4));
  return await runFor(ms);
}

const rounds = 3;

/**
 * Several alternating runs of each, so that a busy moment of the machine affects all alike. Every
 * second round runs in reverse order, since the previous run leaves caches and garbage behind.
 */
export async function alternateRounds<Name extends string>(
  runs: Record<Name, () => Promise<Measured>>,
  times: number,
): Promise<Record<Name, Measured[]>> {
  const names = Object.keys(runs) as Name[];
  const found = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    Measured[]
  >;
  for (let round = 0; round < times; round += 1) {
    const order = round % 2 === 0 ? names : names.toReversed();
    for (const name of order) found[name].push(await runs[name]());
  }
  return found;
}

/** Medians of several alternating runs. */
export async function alternateMeasured<Name extends string>(
  runs: Record<Name, () => Promise<Measured>>,
  times: number = rounds,
): Promise<Record<Name, Measured>> {
  const found = await alternateRounds(runs, times);
  const medians = (Object.keys(runs) as Name[]).map(
    (name) => [name, medianMeasured(found[name])] as const,
  );
  return Object.fromEntries(medians) as Record<Name, Measured>;
}

/** The median of the ratios of each run to that of the limit in its round, steadier than that of medians. */
export function pairedRatio(all: readonly Measured[], limits: readonly Measured[]): number {
  return median(all.map(({ rate }, round) => rate / (limits[round]?.rate ?? Number.NaN)));
}
