import type { ReplicaFault } from '@postroad/core/account/checks/replica-faults';
import { limits } from '@postroad/core/platform/limits';
import {
  type LogPosition,
  laterPosition,
  primaryOnly,
} from '@postroad/core/platform/operations/log-position';
import { readWithoutTransaction } from '../read-without-transaction.ts';
import type { Replica, ReservedConnection } from './database.ts';
import { DatabaseClosed, isAway } from './database-away.ts';
import { inTime } from './in-time.ts';
import { UnfitUrl } from './pooler.ts';

/**
 * Where the primary was in its log, from time to time: a replica that has replayed it up to where the
 * primary was 30 seconds ago is at most so far behind, whatever the clocks of the servers say, and
 * however little is written.
 */
export class LogMarks {
  readonly #lagMs: number;
  readonly #marks: { position: LogPosition; at: number }[] = [];

  constructor(lagMs: number) {
    this.#lagMs = lagMs;
  }

  /** The primary was there at this time or later. */
  note(position: LogPosition, at: number): void {
    this.#marks.push({ position, at });
    const [, second] = this.#marks;
    while (second !== undefined && this.#marks[1] && this.#marks[1].at <= at - this.#lagMs) {
      this.#marks.shift();
    }
  }

  /** Where a replica must be that is not too far behind; null while that is not known. */
  old(now: number): LogPosition | null {
    return this.#marks.findLast(({ at }) => at <= now - this.#lagMs)?.position ?? null;
  }

  /** The same, but where that is not known, the first mark. */
  required(now: number): LogPosition {
    return this.old(now) ?? this.#marks[0]?.position ?? primaryOnly;
  }
}

/** What to do about a REPLICA_URL that leads where it cannot be used. */
const unfit: Readonly<Partial<Record<ReplicaFault, string>>> = {
  writes:
    'REPLICA_URL leads to a server that takes writes. Set it to a standby that follows the server of DATABASE_URL, or unset it.',
  foreign:
    'REPLICA_URL leads to another database than DATABASE_URL. Set it to a standby that follows that server, with the same database, or unset it.',
  pooled:
    'REPLICA_URL leads to a pooler in transaction mode, which loses prepared statements. Add ?prepare=false to it, or use session mode.',
};

type Reserving = { reserve(): Promise<ReservedConnection> };

export interface ReplicaParts {
  primary: Reserving;
  /** For reads. */
  connections: Reserving;
  /** For looking at the replica, which must not wait for a read. */
  looks: Reserving;
  /** Closes the connections of the replica; later ones can be opened. */
  drop: () => void;
  /** Whether it is behind a pooler that loses prepared statements. */
  losesStatements: () => Promise<boolean>;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
  /** Called whenever reads go elsewhere from now on, with why not to the replica. */
  onFault: (fault: ReplicaFault | null, error: unknown) => void;
}

/** What is known of a server, from one answer. */
interface PrimaryState {
  position: LogPosition;
  /** Equal for the members of one cluster, in the same database; null if the role may not ask. */
  cluster: string | null;
}

/** Asked of the primary, where every write that is acknowledged lies before it. */
export async function readPosition(primary: Reserving): Promise<LogPosition> {
  // An asynchronous commit is acknowledged before it is written, but not before it is inserted.
  const [row] = await readWithoutTransaction(
    primary,
    {},
    (sql) => sql<{ position: LogPosition }[]>`
      select (case when current_setting('synchronous_commit') = 'off'
        then pg_current_wal_insert_lsn() else pg_current_wal_lsn() end)::text as position`,
  );
  return row?.position ?? primaryOnly;
}

/** Null where the role may not know. */
async function clusterOf(server: Reserving): Promise<string | null> {
  const asked = readWithoutTransaction(
    server,
    {},
    (sql) => sql<{ cluster: string }[]>`
      select system_identifier || ' ' || current_database() as cluster from pg_control_system()`,
  );
  return await asked.then(
    ([row]) => row?.cluster ?? null,
    () => null,
  );
}

function isForeign(cluster: string | null, primary: PrimaryState | null): boolean {
  const own = primary?.cluster ?? null;
  return cluster !== null && own !== null && cluster !== own;
}

/**
 * A standby for reads that may be a little old (decision 0068). It is looked at from time to time;
 * between two looks a read that fails there is asked of the primary.
 */
export class ReadReplica implements Replica {
  readonly #parts: ReplicaParts;
  readonly #marks = new LogMarks(limits.replicaLagMs);
  #fault: ReplicaFault | null = 'away';
  #primary: Promise<PrimaryState> | null = null;
  #looking: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(parts: ReplicaParts) {
    this.#parts = parts;
  }

  /** Looks at it for the first time. Throws if it can never be used; it may be away. */
  async open(): Promise<void> {
    await this.look();
    const sentence = this.#fault === null ? undefined : unfit[this.#fault];
    if (sentence !== undefined) throw new UnfitUrl(sentence);
    this.#timer = setInterval(() => void this.look(), limits.replicaLookMs);
    this.#timer.unref();
  }

  fault(): ReplicaFault | null {
    return this.#fault;
  }

  required(seen: LogPosition | null): LogPosition {
    const { now } = this.#parts;
    return laterPosition(seen, this.#marks.required(now())) ?? primaryOnly;
  }

  reserve(): Promise<ReservedConnection> {
    return this.#parts.connections.reserve();
  }

  failed(error: unknown): void {
    if (isAway(error) && !(error instanceof DatabaseClosed)) this.#found('away', error);
  }

  async look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    await this.#looking;
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const at = this.#parts.now();
    const primary = await this.#primaryState();
    if (primary !== null) this.#marks.note(primary.position, at);
    try {
      this.#found(
        await inTime(limits.replicaAnswerMs, this.#ask(this.#marks.old(at), primary)),
        null,
      );
    } catch (error) {
      this.#found('away', error);
      // Reads that wait for its answer fail with that, and are asked of the primary.
      this.#parts.drop();
    }
  }

  /** Null while the primary does not answer; it is not asked again before it does. */
  async #primaryState(): Promise<PrimaryState | null> {
    this.#primary ??= this.#askPrimary().finally(() => {
      this.#primary = null;
    });
    return await inTime(limits.replicaAnswerMs, this.#primary).catch(() => null);
  }

  async #askPrimary(): Promise<PrimaryState> {
    const { primary } = this.#parts;
    return { position: await readPosition(primary), cluster: await clusterOf(primary) };
  }

  async #ask(
    required: LogPosition | null,
    primary: PrimaryState | null,
  ): Promise<ReplicaFault | null> {
    const { looks, losesStatements } = this.#parts;
    const isNew = this.#fault !== null && this.#fault !== 'behind';
    // First, since the questions below are prepared statements.
    if (isNew && (await losesStatements())) return 'pooled';
    const [row] = await readWithoutTransaction(
      looks,
      {},
      (sql) => sql<{ standby: boolean; near: boolean }[]>`
        select pg_is_in_recovery() as standby,
          ${required}::pg_lsn is null or pg_last_wal_replay_lsn() >= ${required}::pg_lsn as near`,
    );
    if (row?.standby !== true) return 'writes';
    if (isNew && isForeign(await clusterOf(looks), primary)) return 'foreign';
    return row.near ? null : 'behind';
  }

  #found(fault: ReplicaFault | null, error: unknown): void {
    if (this.#fault === fault || this.#isClosed) return;
    this.#fault = fault;
    this.#parts.onFault(fault, error);
  }
}
