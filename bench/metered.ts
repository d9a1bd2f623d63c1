import { readFileSync } from 'node:fs';
import type { BenchDatabase } from './bench-database.ts';
import type { Measured } from './measure.ts';

/** Work that was done in one turn of a measurement. */
export interface Done {
  items: number;
  seconds: number;
}

export interface MeteredWork {
  /** At least so long is measured, with as many turns as it takes. */
  ms: number;
  /** The processes whose time counts. */
  pids: readonly number[];
  /** Comes before each turn and is not measured. */
  prepare?: () => Promise<unknown>;
  run: () => Promise<Done>;
}

/** Of a system in which `getconf CLK_TCK` is 100, as in nearly all. */
const tickMs = 10;

/** Milliseconds of processor time of a process with all its threads; null where /proc is missing. */
function processMs(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return null;
  }
}

type Spent = ReadonlyMap<number, number>;

function spentBy(pids: readonly number[]): Spent | null {
  const spent = new Map<number, number>();
  for (const pid of pids) {
    const ms = processMs(pid);
    if (ms !== null) spent.set(pid, ms);
  }
  return spent.size === 0 ? null : spent;
}

/** Processes that began in between count from their start. */
function between(before: Spent | null, after: Spent | null): number {
  if (before === null || after === null) return Number.NaN;
  let ms = 0;
  for (const [pid, spent] of after) ms += spent - (before.get(pid) ?? 0);
  return ms;
}

/** Pids of PostgreSQL; none if the server is on another machine. */
async function serverPids({ sql, url }: BenchDatabase): Promise<number[]> {
  if (!/^(?:127\.|localhost$|\[::1\])/.test(new URL(url).hostname)) return [];
  const rows = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() or datname is null`;
  return rows.map(({ pid }) => pid);
}

async function spentByServer(bench: BenchDatabase | null): Promise<Spent | null> {
  return bench === null ? null : spentBy(await serverPids(bench));
}

/** Bytes of the write-ahead log so far; 0 without PostgreSQL. */
export async function walPosition(bench: Pick<BenchDatabase, 'sql'> | null): Promise<number> {
  if (bench === null) return 0;
  const [row] = await bench.sql<[{ bytes: number }]>`
    select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint as bytes`;
  return row.bytes;
}

/** Times work that answers how many items it did. */
export async function timed(work: () => Promise<number>): Promise<Done> {
  const start = performance.now();
  const items = await work();
  return { items, seconds: (performance.now() - start) / 1000 };
}

/**
 * Measures the rate and the cost of work, in turns until `ms` are measured. `bench` is null where no
 * PostgreSQL is used.
 */
export async function metered(bench: BenchDatabase | null, work: MeteredWork): Promise<Measured> {
  const total = { items: 0, seconds: 0, node: 0, database: 0, wal: 0 };
  do {
    await work.prepare?.();
    const [ours, theirs] = [spentBy(work.pids), await spentByServer(bench)];
    const position = await walPosition(bench);
    const { items, seconds } = await work.run();
    total.items += items;
    total.seconds += seconds;
    total.wal += (await walPosition(bench)) - position;
    total.node += between(ours, spentBy(work.pids));
    total.database += between(theirs, await spentByServer(bench));
  } while (total.seconds * 1000 < work.ms);
  const each = (ms: number) => (Number.isNaN(ms) ? null : (ms * 1000) / total.items);
  const cost = {
    node_us: each(total.node),
    database_us: each(total.database),
    wal_bytes: bench === null ? null : total.wal / total.items,
  };
  return { rate: total.items / total.seconds, cost };
}
