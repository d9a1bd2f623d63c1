import { createClient } from '@postroad/http/client/client';
import { connect } from '@postroad/store/platform/connection/connect';
import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { onNotice } from './notices.ts';
import { type ServiceProcess, startProcess } from './service-process.ts';

export interface Served {
  url: string;
  process: ServiceProcess;
  client: ReturnType<typeof createClient>;
}

type Pool = Awaited<ReturnType<typeof connect>>['pool'];

/** Where the day is young, since what is due on a day is begun on that day only. */
export const youngZone = new Date().getUTCHours() < 12 ? 'Etc/UTC' : 'Etc/GMT+12';

export async function kill({ process }: Served): Promise<void> {
  process.child.kill('SIGKILL');
  await process.ended;
}

/** One database for the whole file, and processes that serve it one after another. */
export function killedService(token: string) {
  let database: TestDatabase | null = null;
  const running: ServiceProcess[] = [];
  const present = (): TestDatabase => {
    if (database === null) throw new Error('The database does not exist before the tests run.');
    return database;
  };
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    for (const { child, ended } of running) {
      child.kill('SIGKILL');
      await ended;
    }
    await database?.drop();
  });
  return {
    database: present,
    /** Works on the database between two processes, since the embedded one has one owner. */
    async within<T>(body: (sql: Pool) => Promise<T>): Promise<T> {
      const { url, dataDir } = present();
      const connected = await connect({ databaseUrl: url ?? undefined, dataDir, onNotice });
      try {
        return await body(connected.pool);
      } finally {
        await connected.close();
      }
    },
    async serve(): Promise<Served> {
      const process = startProcess(['serve'], { env: { ...present().env, API_TOKEN: token } });
      running.push(process);
      const out = await process.until('Stop with Ctrl+C');
      const url = /serves (http:\/\/\S+)/.exec(out)?.[1];
      if (!url) throw new Error(`No address in: ${out}`);
      return { url, process, client: createClient({ url, token }) };
    },
  };
}
