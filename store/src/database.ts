import type postgres from 'postgres';
import type { ReservedConnection } from './connections.ts';

/** SQL bound to one reserved connection; everything the store does runs on one of these. */
export type Sql = postgres.ReservedSql<{ bigint: number }>;

/** An open database: a PostgreSQL server, or the embedded one of a data directory. */
export interface Database {
  kind: 'server' | 'embedded';
  /** A connection for one transaction; only `transaction.ts` takes one. */
  reserve(): Promise<ReservedConnection>;
  /** For listening, and for single statements of tests; never for a transaction. */
  pool: postgres.Sql<{ bigint: number }>;
  close(): Promise<void>;
}
