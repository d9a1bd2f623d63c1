import postgres from 'postgres';
import type { Database } from './database.ts';
import { startEmbedded } from './embedded.ts';

export interface ConnectOptions {
  /** A PostgreSQL address; without one the embedded database of `dataDir` is opened. */
  databaseUrl?: string | undefined;
  dataDir: string;
  /** Connections of a server pool; the embedded database always has one. */
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
 * Opens the database. Throws where the server cannot be reached or the data directory cannot be
 * opened; nothing is retried here.
 */
export async function connect(options: ConnectOptions): Promise<Database> {
  const shared = {
    types: { bigint, calendarDate: date },
    onnotice: (notice: { code?: string; message?: string }) => options.onNotice?.(notice),
  };
  if (options.databaseUrl) {
    const pool = postgres(options.databaseUrl, {
      ...shared,
      max: options.poolSize ?? 10,
      connect_timeout: 10,
      connection: { application_name: 'postroad' },
    });
    return { kind: 'server', pool, close: () => pool.end({ timeout: 5 }) };
  }
  const embedded = await startEmbedded(options.dataDir);
  const pool = postgres({
    ...shared,
    path: embedded.socketPath,
    username: 'postgres',
    database: 'postgres',
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
  });
  return {
    kind: 'embedded',
    pool,
    async close() {
      await pool.end({ timeout: 5 });
      await embedded.stop();
    },
  };
}
