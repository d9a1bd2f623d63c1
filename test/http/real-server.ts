import { readConfig } from '@postroad/service/config';
import { openService } from '@postroad/service/open-service';
import type { Service } from '@postroad/service/service';
import { createTestDatabase } from '../support/database.ts';
import { onNotice } from '../support/notices.ts';
import { startHttp, type TestServer } from './http-server.ts';

export interface RealServer extends TestServer {
  service: Service;
}

/** The server over the real service with its starter tree, on a database of its own. */
export async function startReal(): Promise<RealServer> {
  const database = await createTestDatabase();
  const env = { ...database.env, API_TOKEN: 'write-token', LOG_LEVEL: 'error' };
  const service = await openService(readConfig(env), { onNotice });
  const server = await startHttp(service);
  return {
    ...server,
    service,
    async stop() {
      await server.stop();
      await service.close();
      await database.drop();
    },
  };
}
