import type { ReplicaFault } from '@postroad/core/account/checks/replica-faults';
import type { ChangeSet } from '@postroad/core/platform/change-set';
import type { LogPosition } from '@postroad/core/platform/operations/log-position';
import type { Surface } from '@postroad/core/platform/surface';
import type { Tracer } from '@postroad/core/platform/tracing/tracer';
import type { WakeSignal } from '@postroad/core/platform/work-lanes';
import type postgres from 'postgres';
import type { Listener } from './listener.ts';
import type { Losses } from './losses.ts';

/** SQL on one reserved connection; all of the store runs on these. */
export type Sql = postgres.ReservedSql<{ bigint: number }>;

/** A connection reserved for one transaction. */
export interface ReservedConnection {
  sql: Sql;
  /**
   * Whether it closed since it was reserved. A statement would then hang, or run on a new
   * connection.
   */
  isLost(): boolean;
  /** A `broken` connection is not reused. */
  release(broken: boolean): void;
}

/** A call as the history names it (`changes`). Ingest leaves no changes. */
export interface CallName {
  operation: string;
  surface: Surface;
  actor_kind: 'environment' | 'token' | 'local' | 'engine';
  actor_name: string;
  ingest?: true;
}

/** A standby that answers reads which may be a little old (REPL-01). */
export interface Replica {
  /** Why everything is read from the primary at present; null while it is not. */
  fault(): ReplicaFault | null;
  /** Where in the log it must be for a read whose caller has seen what was written up to `seen`. */
  required(seen: LogPosition | null): LogPosition;
  /** Reserves a connection for one read; only `transaction.ts` calls it. */
  reserve(): Promise<ReservedConnection>;
  /** A read failed there with this error. */
  failed(error: unknown): void;
  /** Looks at once how it does; it does so by itself from time to time. */
  look(): Promise<void>;
}

/** A reading call whose answer may be a little old. */
export interface LaggingCall {
  /** What its caller has seen, or written; null if they say nothing. */
  seen: LogPosition | null;
}

/** An open database: a PostgreSQL server, or the embedded one in a data directory. */
export interface Database {
  kind: 'server' | 'embedded';
  /** The folder with the files of the embedded database; null for a server, or in memory. */
  files: string | null;
  /** Reserves a connection for one transaction; only `transaction.ts` calls it. */
  reserve(): Promise<ReservedConnection>;
  /**
   * Receives notifications of other processes; null for the embedded database, which has one
   * process, and where `deaf` says why.
   */
  listener: Listener | null;
  /** Why none arrives, as a sentence, although there are other processes; null where they do. */
  deaf: string | null;
  /** Tells when a connection was lost that was to stay. */
  losses: Pick<Losses, 'on'>;
  /** For single statements of tests; never for a transaction. */
  pool: postgres.Sql<{ bigint: number }>;
  /** Called after commits in this process. */
  hooks: CommitHooks;
  /** Makes a span of each transaction that is part of one; null where nothing is traced. */
  tracer: Tracer | null;
  /** The call for which transactions are made; null for the service itself. */
  call: CallName | null;
  /** The replica for calls that may lag; null where none is configured. */
  replica: Replica | null;
  /** Set where reading transactions are of a call that may lag; null for all others. */
  lagging: LaggingCall | null;
  /** Why the embedded database has stopped, as a sentence; null while it runs, and of a server. */
  fault(): string | null;
  /** Whether the lock of the embedded database is within its term. */
  mayWrite(): boolean;
  /**
   * Ends what does not end by itself: on a server the statements under way fail, and later ones fail
   * everywhere.
   */
  cutOff(): void;
  close(): Promise<void>;
}

/**
 * Reactions of the process to its own commits. They notify the other processes too: the store
 * notifies nobody by itself.
 */
export interface CommitHooks {
  /** Whether transactions tell webhook endpoints what they do. */
  readonly announces: boolean;
  /** Work of these lanes may be due. */
  onWake(signals: readonly WakeSignal[]): void;
  /** Clients must be notified. */
  onTell(changes: ChangeSet): void;
  /** Clients must be notified that figures moved, soon. */
  onCount(changes: ChangeSet): void;
  /** Clients must be notified that changes may have been missed. */
  onMissed(): void;
}

/** For a database without a service in this process. */
export const noHooks: CommitHooks = {
  announces: false,
  onWake() {},
  onTell() {},
  onCount() {},
  onMissed() {},
};
