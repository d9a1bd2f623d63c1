import type { AddressInfo } from 'node:net';
import { createHttpServer } from '@postroad/http/server';
import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import { nullProvider } from '../engine-deps.ts';

/**
 * Two services with their HTTP servers in one process, each on its own database: what one costs more than
 * the other is due to their databases, since they run the same compiled code.
 */
const { urls, token } = JSON.parse(process.argv[2] ?? '{}') as { urls: string[]; token: string };
const services = await Promise.all(
  urls.map(async (url) => {
    const env = { DATABASE_URL: url, API_TOKEN: token, API_RATE: '0' };
    const config = readConfig({ ...env, LOG_LEVEL: 'warn', STARTER: '1' });
    const service = await openService(config, { provider: nullProvider(1) });
    const app = createHttpServer(service, { log: service.log });
    await app.listen({ host: '127.0.0.1', port: 0 });
    return { service, app };
  }),
);
process.once('disconnect', async () => {
  for (const { service, app } of services) {
    await app.close();
    await service.close();
  }
  process.exit(0);
});
process.send?.({ ports: services.map(({ app }) => (app.server.address() as AddressInfo).port) });
