import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createHttpServer } from '@postroad/http/server';
import { mountMcp } from '@postroad/mcp/transports/mount';
import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import { echoServer } from '../echo-server.ts';
import { nullProvider } from '../engine-deps.ts';

/** The real server with its REST routes and MCP, and a bare server of the SDK at `/bare`. */
const { url, token, dataDir } = JSON.parse(process.argv[2] ?? '{}') as Record<string, string>;
const config = readConfig({
  ...{ DATABASE_URL: url, API_TOKEN: token, API_RATE: '0', DATA_DIR: dataDir },
  ...{ LOG_LEVEL: 'warn', STARTER: '0' },
});
const service = await openService(config, { provider: nullProvider(1) });
const app = createHttpServer(service, { log: service.log });
mountMcp(app, service, {});
const bare = toNodeHandler(createMcpHandler(echoServer, { legacy: 'reject' }));
void app.register(async (scope) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_: unknown, text: string) => JSON.parse(text) as unknown,
  );
  scope.post('/bare', async (request, reply) => {
    reply.hijack();
    await bare(request.raw, reply.raw, request.body);
    return reply;
  });
});
await app.listen({ host: '127.0.0.1', port: 0 });
process.once('disconnect', async () => {
  await app.close();
  await service.close();
  process.exit(0);
});
process.send?.({ port: (app.server.address() as AddressInfo).port });
