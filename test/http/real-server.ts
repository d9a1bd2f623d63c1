import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import type { Service } from '@postroad/service/app/service';
import { openTestDatabase } from '../support/database.ts';
import { startHttp, type TestServer } from './http-server.ts';

export interface RealServer extends TestServer {
  service: Service;
}

/** The server over the real service with its starter tree, on a database of its own. */
export async function startReal(): Promise<RealServer> {
  const opened = await openTestDatabase(10);
  const env = { ...opened.env, API_TOKEN: 'write-token', LOG_LEVEL: 'error' };
  const service = await openService(readConfig(env), { database: opened.database });
  const server = await startHttp(service);
  return {
    ...server,
    service,
    async stop() {
      await server.stop();
      await service.close();
      await opened.drop();
    },
  };
}
