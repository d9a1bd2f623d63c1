import type { AddressInfo } from 'node:net';
import { createHttpServer } from '@postroad/http/server';
import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import { nullProvider } from '../engine-deps.ts';

/** The service with its HTTP server in its own process; flows advance in another. */
const { url, token, dataDir } = JSON.parse(process.argv[2] ?? '{}') as {
  url: string;
  token: string;
  dataDir: string;
};
const config = readConfig({
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  API_TOKEN: token,
  API_RATE: '0',
  LOG_LEVEL: 'warn',
  STARTER: '0',
});
const service = await openService(config, { provider: nullProvider(1) });
const app = createHttpServer(service, { log: service.log });
await app.listen({ host: '127.0.0.1', port: 0 });
process.once('disconnect', async () => {
  await app.close();
  await service.close();
  process.exit(0);
});
process.send?.({ port: (app.server.address() as AddressInfo).port });
