import type { BenchDatabase } from './bench-database.ts';

/** One line of the table: a rate, and the limit that bounds it. */
export interface Line {
  what: string;
  unit: string;
  /** Median of the runs, per second. */
  rate: number;
  /** The limit, measured alternately in the same run; null if nothing bounds it. */
  limit: { what: string; rate: number } | null;
  /** The goal for the ratio or, without a limit, for the rate; null if the line only informs. */
  goal: number | null;
  notes: string[];
}

export interface BenchContext {
  /** A migrated, empty database on a PostgreSQL server that forces every commit to disk. */
  createDatabase(): Promise<BenchDatabase>;
}

export interface Row {
  name: string;
  about: string;
  run(context: BenchContext): Promise<Line[]>;
}
