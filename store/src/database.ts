import type postgres from 'postgres';

/** SQL bound to one reserved connection; everything the store does runs on one of these. */
export type Sql = postgres.ReservedSql<{ bigint: number }>;

/** An open database: a PostgreSQL server, or the embedded one of a data directory. */
export interface Database {
  kind: 'server' | 'embedded';
  /** The pool. Only `transaction.ts` and `listen.ts` take connections from it. */
  pool: postgres.Sql<{ bigint: number }>;
  close(): Promise<void>;
}
