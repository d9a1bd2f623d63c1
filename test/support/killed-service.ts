import type {
  OperationName,
  OperationOutput,
  OperationRequest,
} from '@postroad/core/catalog/catalog';
import { createClient } from '@postroad/http/client/client';
import { operatorActor } from '@postroad/service/account/authenticate';
import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import { createLog } from '@postroad/service/platform/log';
import { connect } from '@postroad/store/platform/connection/connect';
import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { onNotice } from './notices.ts';
import { renderer } from './service.ts';
import { killAll, type ServiceProcess, startProcess } from './service-process.ts';

/** Asks for an operation, over HTTP or beside the process that is killed. */
export interface Asking {
  invoke<Name extends OperationName>(
    name: Name,
    input: OperationRequest<Name>,
  ): Promise<{ output: OperationOutput<Name> }>;
}

/** A process that does the due work. */
export interface Working {
  process: ServiceProcess;
  client: Asking;
}

export interface Served extends Working {
  url: string;
  client: ReturnType<typeof createClient>;
}

type Pool = Awaited<ReturnType<typeof connect>>['pool'];

/** Where the day is young, since what is due on a day is begun on that day only. */
export const youngZone = new Date().getUTCHours() < 12 ? 'Etc/UTC' : 'Etc/GMT+12';

export async function kill({ process }: Working): Promise<void> {
  process.child.kill('SIGKILL');
  await process.ended;
}

export interface Beside {
  client: Asking;
  close(): Promise<void>;
}

/** A service of this process, which does no due work. */
export async function askBeside(env: Record<string, string>): Promise<Beside> {
  const service = await openService(readConfig(env), { renderer, log: createLog('silent') });
  return {
    client: { invoke: (name, input) => service.invoke(name, input, { actor: operatorActor }) },
    close: () => service.close(),
  };
}

/** One database for the whole file, and processes that work on it one after another. */
export function killedService(token: string) {
  let database: TestDatabase | null = null;
  let beside: Beside | null = null;
  const running: ServiceProcess[] = [];
  const present = (): TestDatabase => {
    if (database === null) throw new Error('The database does not exist before the tests run.');
    return database;
  };
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  const envOf = () => ({ ...present().env, API_TOKEN: token, STARTER: '0' });
  const start = (command: 'serve' | 'worker'): ServiceProcess => {
    const process = startProcess([command], { env: envOf() });
    running.push(process);
    return process;
  };
  const serve = async (): Promise<Served> => {
    const process = start('serve');
    const out = await process.until('Stop with Ctrl+C');
    const url = /serves (http:\/\/\S+)/.exec(out)?.[1];
    if (!url) throw new Error(`No address in: ${out}`);
    return { url, process, client: createClient({ url, token }) };
  };
  afterAll(async () => {
    await beside?.close();
    await killAll(running);
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
    /** Asks between two processes, without one. */
    async ask<T>(body: (client: Asking) => Promise<T>): Promise<T> {
      const { client, close } = await askBeside(envOf());
      try {
        return await body(client);
      } finally {
        await close();
      }
    },
    serve,
    /**
     * A worker starts in half the time of a server, and is asked about by a service beside it. The
     * embedded database has one owner, which is asked itself.
     */
    async work(): Promise<Working> {
      if (present().url === null) return await serve();
      const process = start('worker');
      await process.until('Stop with Ctrl+C');
      beside ??= await askBeside(envOf());
      return { process, client: beside.client };
    },
  };
}
