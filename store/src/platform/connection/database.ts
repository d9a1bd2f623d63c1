import type { ChangeSet } from '@postroad/core/platform/change-set';
import type { WakeSignal } from '@postroad/core/platform/work-lanes';
import type postgres from 'postgres';
import type { Listener } from './listener.ts';

/** SQL bound to one reserved connection; everything the store does runs on one of these. */
export type Sql = postgres.ReservedSql<{ bigint: number }>;

/** A connection that one transaction has for itself. */
export interface ReservedConnection {
  sql: Sql;
  /** Closed since it was reserved; a statement given to it now would hang, or run on a new one. */
  isLost(): boolean;
  /** `broken`: it is not fit to be given to the next one. */
  release(broken: boolean): void;
}

/** An open database: a PostgreSQL server, or the embedded one of a data directory. */
export interface Database {
  kind: 'server' | 'embedded';
  /** A connection for one transaction; only `transaction.ts` takes one. */
  reserve(): Promise<ReservedConnection>;
  /** Hears what other processes tell; null on the embedded database, which has one process. */
  listener: Listener | null;
  /** For single statements of tests; never for a transaction. */
  pool: postgres.Sql<{ bigint: number }>;
  /** What commits set off in this process. */
  hooks: CommitHooks;
  close(): Promise<void>;
}

/** What the process that works on a database does when one of its transactions has committed. */
export interface CommitHooks {
  /** Work of these kinds may be due. */
  onWake(signals: readonly WakeSignal[]): void;
  /** Clients are to be told; called on the embedded database only, since a server tells every process. */
  onTell(changes: ChangeSet): void;
}

/** For a database on which no service runs in this process. */
export const noHooks: CommitHooks = { onWake() {}, onTell() {} };
