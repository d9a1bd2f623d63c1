import type { Socket } from 'node:net';
import { limits } from '@postroad/core/platform/limits';
import postgres from 'postgres';
import { ArrayTypes } from './array-types.ts';
import { Connections } from './connections.ts';
import { type Database, noHooks } from './database.ts';
import { awayAt } from './database-away.ts';
import { Listener, type ListenHooks } from './listener.ts';
import { Losses } from './losses.ts';
import {
  deafBehindPooler,
  destinationOf,
  refuseLossyPooler,
  refuseOtherListener,
} from './pooler.ts';
import { ReadReplica, type ReplicaParts } from './replica.ts';
import { ServerSockets } from './server-socket.ts';
import { addressName, parseServerUrl, type ServerRole, type ServerTarget } from './server-url.ts';
import { SilenceWatch } from './silence-watch.ts';

type Type = postgres.PostgresType;

/** What the clients of a server and of the embedded database have in common. */
export interface SharedOptions {
  types: { bigint: Type; calendarDate: Type };
  onnotice: (notice: { code?: string; message?: string }) => void;
}

interface ServerUrls {
  databaseUrl: string;
  listenUrl: string | null;
  replicaUrl: string | null;
  poolSize: number;
}

type OpenSocket = () => Promise<Socket>;

/** Options of a client that gets its sockets from us. */
function clientOptions(shared: SharedOptions, socket: OpenSocket) {
  return {
    ...shared,
    socket,
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
}

/** The way to the servers of one URL. */
class Route {
  readonly target: ServerTarget;
  readonly sockets: ServerSockets;
  readonly #shared: SharedOptions;

  constructor(target: ServerTarget, shared: SharedOptions) {
    this.target = target;
    this.#shared = shared;
    this.sockets = new ServerSockets(target, (open) => this.#roleOf(open));
  }

  options() {
    return clientOptions(this.#shared, () => this.sockets.open());
  }

  /** A client with one connection that reads no types of arrays. */
  single(hooks: Partial<ListenHooks> = {}, socket: OpenSocket = () => this.sockets.open()) {
    const options = clientOptions(this.#shared, socket);
    const { url } = this.target;
    return postgres(url, { ...options, fetch_types: false, idle_timeout: 0, max: 1, ...hooks });
  }

  async destination() {
    const { addresses, variable } = this.target;
    try {
      return await destinationOf(() => this.single(), variable);
    } catch (error) {
      // Of several, the sentence names each.
      const [address, ...others] = addresses;
      if (address === undefined || others.length > 0) throw error;
      throw awayAt(error, addressName(address), variable);
    }
  }

  async #roleOf(open: OpenSocket): Promise<ServerRole> {
    const client = this.single({}, open);
    try {
      const [row] = await client<{ recovering: boolean }[]>`
        select pg_is_in_recovery() as recovering`.simple();
      return row?.recovering === false ? 'primary' : 'standby';
    } finally {
      await client.end({ timeout: 0 });
    }
  }
}

/** The way that notifications come; null if there is none. Throws if a URL cannot be used. */
async function listeningRoute(
  main: Route,
  listenUrl: string | null,
  shared: SharedOptions,
): Promise<Route | null> {
  const destination = await main.destination();
  refuseLossyPooler(destination, main.target.prepares);
  if (listenUrl === null) return destination.poolsTransactions ? null : main;
  const route = new Route(parseServerUrl(listenUrl, 'LISTEN_DATABASE_URL'), shared);
  try {
    refuseOtherListener(destination, await route.destination());
    return route;
  } catch (error) {
    route.sockets.close();
    throw error;
  }
}

interface OpenReplica {
  replica: ReadReplica;
  cutOff(): void;
  close(): Promise<void>;
}

type ReplicaHooks = Pick<ReplicaParts, 'onFault' | 'now'>;

/** Opens the replica, which may be away. Throws if its URL leads where it cannot be used. */
async function openReplica(
  replicaUrl: string,
  shared: SharedOptions,
  { primary, arrays, ...hooks }: ReplicaHooks & { primary: Connections; arrays: ArrayTypes },
): Promise<OpenReplica> {
  const route = new Route(parseServerUrl(replicaUrl, 'REPLICA_URL'), shared);
  const { url, prepares } = route.target;
  const pool = (count: number) =>
    new Connections(count, {
      open: (onclose) => postgres(url, { ...route.options(), max: 1, onclose }),
      // A standby has the types of its primary.
      prepare: (client) => arrays.connect(client),
    });
  const [connections, looks] = [pool(limits.replicaConnections), pool(1)];
  const replica = new ReadReplica({
    ...{ ...hooks, primary, connections, looks },
    drop: () => route.sockets.drop(),
    losesStatements: async () => prepares && (await route.destination()).poolsTransactions,
  });
  const opened = {
    replica,
    cutOff() {
      connections.cutOff();
      looks.cutOff();
      route.sockets.close();
    },
    async close() {
      replica.close();
      await Promise.all([connections.end(5), looks.end(5)]);
      route.sockets.close();
    },
  };
  try {
    await replica.open();
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

export async function openOnServer(
  { databaseUrl, listenUrl, replicaUrl, poolSize }: ServerUrls,
  shared: SharedOptions,
  hooks: ReplicaHooks,
): Promise<Database> {
  const main = new Route(parseServerUrl(databaseUrl), shared);
  let listening: Route | null;
  try {
    listening = await listeningRoute(main, listenUrl, shared);
  } catch (error) {
    main.sockets.close();
    throw error;
  }
  const { url } = main.target;
  // A service asks it only for the types of arrays, at its start.
  const pool = postgres(url, { ...main.options(), max: poolSize, idle_timeout: 1 });
  const arrays = new ArrayTypes(pool);
  const losses = new Losses();
  const onLost = () => losses.tell();
  const connections = new Connections(poolSize, {
    open: (onclose) => postgres(url, { ...main.options(), max: 1, onclose }),
    prepare: (client) => arrays.connect(client),
    onLost,
  });
  const listener = listening && new Listener((hooks) => listening.single(hooks), onLost);
  const watch =
    listener &&
    new SilenceWatch(listener, () => {
      main.sockets.drop();
      listening?.sockets.drop();
    });
  const end = async () => {
    watch?.close();
    await Promise.all([pool.end({ timeout: 5 }), connections.end(5), listener?.end(5)]);
    main.sockets.close();
    listening?.sockets.close();
  };
  const reading =
    replicaUrl === null
      ? null
      : await openReplica(replicaUrl, shared, { ...hooks, primary: connections, arrays }).catch(
          async (error: unknown) => {
            await end();
            throw error;
          },
        );
  return {
    kind: 'server',
    files: null,
    listener,
    deaf: listener === null ? deafBehindPooler : null,
    losses,
    hooks: noHooks,
    tracer: null,
    call: null,
    replica: reading?.replica ?? null,
    lagging: null,
    fault: () => null,
    mayWrite: () => true,
    pool,
    reserve: () => connections.reserve(),
    cutOff() {
      connections.cutOff();
      main.sockets.close();
      reading?.cutOff();
    },
    async close() {
      await Promise.all([reading?.close(), end()]);
    },
  };
}
