import type { AddressInfo } from 'node:net';
import type { OperationName, OperationRequest } from '@postroad/core/catalog/catalog';
import { createHttpServer } from '@postroad/http/server';
import { mountMcp } from '@postroad/mcp/transports/mount';
import { readConfig } from '@postroad/service/app/config/config';
import { type OpenOptions, openService } from '@postroad/service/app/open-service';
import type { Service } from '@postroad/service/app/service';
import type { Actor } from '@postroad/service/platform/actor';
import { createLog } from '@postroad/service/platform/log';
import type { Database } from '@postroad/store/platform/connection/database';
import { openTestDatabase } from '../support/database.ts';
import { renderer } from '../support/service.ts';
import { consoleFolder } from '../support/sources.ts';

export interface RunningService {
  url: string;
  token: string;
  service: Service;
  /** What the service writes to, for tests that look into it. */
  database: Database;
  /** Environment of a command that calls this server. */
  env: Record<string, string>;
  /** Runs an operation without a surface, to prepare a test. */
  invoke<Name extends OperationName>(name: Name, input: OperationRequest<Name>): Promise<unknown>;
  stop(): Promise<void>;
}

const token = 'test-token-0123456789-abcd';
const operator: Actor = { id: 'environment', name: 'test', scopes: ['admin'] };

/** A service on its own database with the starter content, behind HTTP and MCP on a free port. */
export async function startService(
  env: Record<string, string> = {},
  options: OpenOptions = {},
): Promise<RunningService> {
  const opened = await openTestDatabase(10);
  const config = readConfig({
    ...opened.env,
    API_TOKEN: token,
    PORT: '0',
    LOG_LEVEL: 'error',
    TEST_CLOCK: '1',
    ...env,
  });
  const service = await openService(config, { ...options, database: opened.database, renderer });
  const { trustedProxies, baseUrl } = config;
  const app = createHttpServer(service, {
    ...{ log: createLog('error'), trustedProxies, baseUrl },
    ...consoleFolder(),
  });
  mountMcp(app, service, {});
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    url,
    token,
    service,
    database: opened.database,
    env: { POSTROAD_URL: url, POSTROAD_TOKEN: token },
    invoke: async (name, input) => (await service.invoke(name, input, { actor: operator })).output,
    async stop() {
      await app.close();
      await service.close();
      await opened.drop();
    },
  };
}
