import type { BenchDatabase } from './bench-database.ts';
import type { Cost } from './measure.ts';

/** One line of the table: a rate, and the limit that bounds it. */
export interface Line {
  what: string;
  unit: string;
  /** Median of the runs, per second. */
  rate: number;
  /** What an item cost; null only where it cannot be known. Every line says (SPEED-03). */
  cost: Cost | null;
  /** The limit, measured alternately in the same run; null if nothing bounds it. */
  limit: { what: string; rate: number; cost: Cost | null } | null;
  /** The median of the ratios of many pairs, where a row takes them; else that of both medians counts. */
  ratio?: number;
  /** The goal for the ratio or, without a limit, for the rate; null if the line only informs. */
  goal: number | null;
  notes: string[];
}

export interface BenchContext {
  /** For how long a round measures at least, where the row does not need a certain amount of work. */
  roundMs: number;
  /** A migrated, empty database on a PostgreSQL server that forces every commit to disk. */
  createDatabase(): Promise<BenchDatabase>;
}

export interface Row {
  name: string;
  about: string;
  run(context: BenchContext): Promise<Line[]>;
}
