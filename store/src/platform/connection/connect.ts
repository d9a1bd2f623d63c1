import type { ReplicaFault } from '@postroad/core/account/checks/replica-faults';
import type { LogPosition } from '@postroad/core/platform/operations/log-position';
import type { Tracer } from '@postroad/core/platform/tracing/tracer';
import postgres from 'postgres';
import { Connections } from './connections.ts';
import { type CallName, type CommitHooks, type Database, noHooks } from './database.ts';
import { type EmbeddedHooks, startEmbedded } from './embedded.ts';
import type { Fence } from './fence.ts';
import { Losses } from './losses.ts';
import { openOnServer, type SharedOptions } from './server.ts';

export interface ConnectOptions extends EmbeddedHooks {
  /**
   * A PostgreSQL URL; without one, the embedded database in `dataDir` is opened, or one made in memory
   * where it is null.
   */
  databaseUrl?: string | undefined;
  /** Another URL of the same database for notifications, where `databaseUrl` is that of a pooler. */
  listenUrl?: string | undefined;
  /** The URL of a standby of that server, for reads that may lag. */
  replicaUrl?: string | undefined;
  /** Called whenever reads go elsewhere from now on, with why not to the replica. */
  onReplica?: ((fault: ReplicaFault | null, error: unknown) => void) | undefined;
  /** The clock by which the replica is behind, in milliseconds; for tests. */
  now?: (() => number) | undefined;
  dataDir: string | null;
  /** The fence of the lock of `dataDir`; without one, nobody else may know the directory. */
  fence?: Fence | undefined;
  /** Connections to a server; the embedded database always has one. */
  poolSize?: number | undefined;
  /** Called with each notice of the server; tests fail on code 25001. */
  onNotice?: ((notice: { code?: string; message?: string }) => void) | undefined;
}

/** Ids are bigint in the schema and stay below 2^53, so they are read as numbers. */
const bigint = {
  to: 20,
  from: [20],
  serialize: (value: number) => String(value),
  parse: (text: string) => Number(text),
};

/** A calendar date stays the text YYYY-MM-DD; a Date would move it between zones. */
const date = {
  to: 1082,
  from: [1082],
  serialize: (value: string) => value,
  parse: (text: string) => text,
};

/**
 * Opens the database. Throws if the server is unreachable or cannot be used as the URLs say, or if the
 * data directory cannot be opened; does not retry.
 */
export async function connect(options: ConnectOptions): Promise<Database> {
  const shared: SharedOptions = {
    types: { bigint, calendarDate: date },
    onnotice: (notice: { code?: string; message?: string }) => options.onNotice?.(notice),
  };
  const { databaseUrl, listenUrl = null, replicaUrl = null, poolSize = 10 } = options;
  if (databaseUrl) {
    const { onReplica = () => undefined, now = () => performance.now() } = options;
    const urls = { databaseUrl, listenUrl, replicaUrl, poolSize };
    return await openOnServer(urls, shared, { onFault: onReplica, now });
  }
  const embedded = await startEmbedded({ ...options, fence: options.fence ?? null });
  // The types of postgres.js lack `socket`.
  const client = {
    ...shared,
    socket: () => embedded.connect(),
    username: 'postgres',
    database: 'postgres',
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
  };
  const losses = new Losses();
  const connections = new Connections(1, {
    open: (onclose) => postgres({ ...client, onclose }),
    onLost: () => losses.tell(),
  });
  return {
    kind: 'embedded',
    files: embedded.files,
    listener: null,
    deaf: null,
    losses,
    hooks: noHooks,
    tracer: null,
    call: null,
    replica: null,
    lagging: null,
    fault: () => embedded.fault(),
    mayWrite: () => options.fence?.isOpen() ?? true,
    get pool() {
      return connections.client();
    },
    reserve: () => connections.reserve(),
    cutOff: () => connections.cutOff(),
    async close() {
      await connections.end(5);
      await embedded.stop();
    },
  };
}

/** The same database for the transactions of one call. */
export function forCall(database: Database, call: CallName): Database {
  return { ...withHooks(database, database.hooks), call };
}

/** The same database for a reading call that may lag (REPL-01). */
export function forLagging(database: Database, seen: LogPosition | null): Database {
  return { ...withHooks(database, database.hooks), lagging: { seen } };
}

/** The same database with these hooks for the transactions that commit from now on. */
export function withHooks(
  database: Database,
  hooks: CommitHooks,
  tracer: Tracer | null = database.tracer,
): Database {
  return {
    kind: database.kind,
    files: database.files,
    listener: database.listener,
    deaf: database.deaf,
    losses: database.losses,
    hooks,
    tracer,
    call: database.call,
    replica: database.replica,
    lagging: database.lagging,
    fault: () => database.fault(),
    mayWrite: () => database.mayWrite(),
    get pool() {
      return database.pool;
    },
    reserve: () => database.reserve(),
    cutOff: () => database.cutOff(),
    close: () => database.close(),
  };
}
