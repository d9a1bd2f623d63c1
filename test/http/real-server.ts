import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import type { Service } from '@postroad/service/app/service';
import type { Database } from '@postroad/store/platform/connection/database';
import { openTestDatabase } from '../support/database.ts';
import { renderer } from '../support/service.ts';
import { startHttp, type TestServer } from './http-server.ts';

export interface RealServer extends TestServer {
  service: Service;
  database: Database;
}

/** API_TOKEN of the server, which `ask` sends. */
export const operatorToken = 'write-token-0123456789-abcd';

/** The server over the real service with its starter content, on its own database. */
export async function startReal(more: Record<string, string> = {}): Promise<RealServer> {
  const opened = await openTestDatabase(10);
  const env = { ...opened.env, API_TOKEN: operatorToken, LOG_LEVEL: 'error', ...more };
  const service = await openService(readConfig(env), { database: opened.database, renderer });
  const server = await startHttp(service, operatorToken);
  return {
    ...server,
    service,
    database: opened.database,
    async stop() {
      await server.stop();
      await service.close();
      await opened.drop();
    },
  };
}
