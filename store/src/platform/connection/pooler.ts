import { limits } from '@postroad/core/platform/limits';
import type postgres from 'postgres';
import { away, DatabaseAway } from './database-away.ts';
import type { ServerVariable } from './server-url.ts';

type Client = postgres.Sql<{ bigint: number }>;

/** A URL that parses, and leads to where it cannot be used; the message says what to set. */
export class UnfitUrl extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'UnfitUrl';
  }
}

/** What is at the other end of a URL. */
export interface Destination {
  /** A pooler runs each transaction on whichever of its connections is free. */
  poolsTransactions: boolean;
  /** Equal for two URLs that lead to one database. */
  database: string;
}

/** Each client asks so often: a pooler may take its connections in turn. */
const rounds = 3;

interface Identity {
  /** The process of the server, and when it began, since pids come again. */
  backend: string;
  database: string;
}

async function identify(client: Client): Promise<Identity> {
  // Not prepared: a pooler may run the two halves of a prepared statement on two connections.
  const [row] = await client<Identity[]>`
    select pg_backend_pid() || ' ' || coalesce((
        select backend_start::text from pg_stat_activity where pid = pg_backend_pid()), '') as backend,
      pg_postmaster_start_time() || ' ' || current_database() as database`.simple();
  if (row === undefined) throw new DatabaseAway(null);
  return row;
}

async function ask(clients: readonly Client[]): Promise<Destination> {
  const backends = clients.map(() => new Set<string>());
  let database = '';
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, client] of clients.entries()) {
      const identity = await identify(client);
      backends[index]?.add(identity.backend);
      database = identity.database;
    }
  }
  const distinct = new Set(backends.flatMap((own) => [...own]));
  const isOneEach = distinct.size === clients.length && backends.every((own) => own.size === 1);
  return { poolsTransactions: !isOneEach, database };
}

/**
 * Finds out where a URL leads, with two clients that are open at once: each has a backend of its own
 * unless a pooler shares them out (POOL-01). Throws `DatabaseAway`.
 */
export async function destinationOf(
  open: () => Client,
  variable: ServerVariable,
): Promise<Destination> {
  const clients = [open(), open()];
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const sentence = `The server of ${variable} did not answer two connections in time.`;
    timer = setTimeout(
      () => reject(new DatabaseAway(null, sentence)),
      2 * limits.databaseConnectMs,
    );
  });
  try {
    return await Promise.race([ask(clients), late]);
  } catch (error) {
    throw away(error);
  } finally {
    clearTimeout(timer);
    await Promise.all(clients.map((client) => client.end({ timeout: 0 })));
  }
}

/** Refuses a URL behind which prepared statements get lost (POOL-02). */
export function refuseLossyPooler({ poolsTransactions }: Destination, prepares: boolean): void {
  if (!poolsTransactions || !prepares) return;
  throw new UnfitUrl(
    'DATABASE_URL leads to a pooler in transaction mode, which loses prepared statements. Add ?prepare=false to it and set LISTEN_DATABASE_URL to the address of the server itself, or use session mode.',
  );
}

/** Refuses a second URL through which nothing would be heard of the database of the first. */
export function refuseOtherListener(main: Destination, listening: Destination): void {
  if (listening.poolsTransactions) {
    throw new UnfitUrl(
      'LISTEN_DATABASE_URL leads to a pooler in transaction mode, through which no notification arrives. Set it to the address of the server itself, or use session mode.',
    );
  }
  if (listening.database === main.database) return;
  throw new UnfitUrl('LISTEN_DATABASE_URL leads to another database than DATABASE_URL.');
}

/** Why nothing is heard of other processes (POOL-04). */
export const deafBehindPooler =
  'DATABASE_URL leads to a pooler in transaction mode, through which no notification arrives. Set LISTEN_DATABASE_URL to the address of the server itself.';
