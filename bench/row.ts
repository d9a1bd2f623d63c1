import type { BenchDatabase } from './bench-database.ts';

/** One line of the table: how fast something is, beside what bounds it. */
export interface Line {
  what: string;
  unit: string;
  /** Median of the runs, a second. */
  rate: number;
  /** Measured in turn with it, in the same run; null where nothing bounds it. */
  limit: { what: string; rate: number } | null;
  /** What the ratio, or without a limit the rate, is to reach; null where the line only informs. */
  goal: number | null;
  notes: string[];
}

export interface BenchContext {
  /** A migrated, empty database on a PostgreSQL server that forces every commit to the disk. */
  createDatabase(): Promise<BenchDatabase>;
}

export interface Row {
  name: string;
  about: string;
  run(context: BenchContext): Promise<Line[]>;
}
