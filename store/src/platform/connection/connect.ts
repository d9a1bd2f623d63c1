import { limits } from '@postroad/core/platform/limits';
import type { Tracer } from '@postroad/core/platform/tracing/tracer';
import postgres from 'postgres';
import { ArrayTypes } from './array-types.ts';
import { Connections } from './connections.ts';
import { type CallName, type CommitHooks, type Database, noHooks } from './database.ts';
import { type EmbeddedHooks, startEmbedded } from './embedded.ts';
import type { Fence } from './fence.ts';
import { Listener } from './listener.ts';
import { ServerSockets } from './server-socket.ts';
import { parseServerUrl } from './server-url.ts';

export interface ConnectOptions extends EmbeddedHooks {
  /** A PostgreSQL URL; without one, the embedded database in `dataDir` is opened. */
  databaseUrl?: string | undefined;
  dataDir: string;
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

interface SharedOptions {
  types: { bigint: typeof bigint; calendarDate: typeof date };
  onnotice: (notice: { code?: string; message?: string }) => void;
}

/**
 * Opens the database. Throws if the server is unreachable or the data directory cannot be opened;
 * does not retry.
 */
export async function connect(options: ConnectOptions): Promise<Database> {
  const shared: SharedOptions = {
    types: { bigint, calendarDate: date },
    onnotice: (notice: { code?: string; message?: string }) => options.onNotice?.(notice),
  };
  if (options.databaseUrl) {
    return onServer(options.databaseUrl, options.poolSize ?? 10, shared);
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
  const connections = new Connections(1, (onclose) => postgres({ ...client, onclose }));
  return {
    kind: 'embedded',
    files: embedded.files,
    listener: null,
    hooks: noHooks,
    tracer: null,
    call: null,
    fault: () => embedded.fault(),
    mayWrite: () => options.fence?.isOpen() ?? true,
    get pool() {
      return connections.client();
    },
    reserve: () => connections.reserve(),
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
    hooks,
    tracer,
    call: database.call,
    fault: () => database.fault(),
    mayWrite: () => database.mayWrite(),
    get pool() {
      return database.pool;
    },
    reserve: () => database.reserve(),
    close: () => database.close(),
  };
}

function onServer(databaseUrl: string, count: number, shared: SharedOptions): Database {
  const target = parseServerUrl(databaseUrl);
  const sockets = new ServerSockets(target);
  const { url } = target;
  const server = {
    ...shared,
    socket: () => sockets.open(),
    ssl: false,
    // Only for its messages: with several hosts of its own it would try them for ever.
    host: 'localhost',
    port: 5432,
    connect_timeout: limits.databaseConnectMs / 1_000,
    connection: { application_name: 'postroad' },
    // These connections are always reserved, so a lifetime could end one in the middle of a
    // transaction.
    max_lifetime: null,
  };
  const pool = postgres(url, { ...server, max: count });
  const arrays = new ArrayTypes(pool);
  const connections = new Connections(
    count,
    (onclose) => postgres(url, { ...server, max: 1, onclose }),
    (client) => arrays.connect(client),
  );
  const listener = new Listener((hooks) =>
    postgres(url, { ...server, fetch_types: false, idle_timeout: 0, max: 1, ...hooks }),
  );
  return {
    kind: 'server',
    files: null,
    listener,
    hooks: noHooks,
    tracer: null,
    call: null,
    fault: () => null,
    mayWrite: () => true,
    pool,
    reserve: () => connections.reserve(),
    async close() {
      await Promise.all([pool.end({ timeout: 5 }), connections.end(5), listener.end(5)]);
      sockets.close();
    },
  };
}
