import type { AddressInfo } from 'node:net';
import { createHttpServer } from '@postroad/http/server';
import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import { startWorker } from '@postroad/service/app/worker-loop';
import { nullProvider } from '../engine-deps.ts';
import { LoopDelay } from '../loop-delay.ts';

/** The service with its worker, on either database, which tells how long its event loop was held. */
const { url, token, dataDir } = JSON.parse(process.argv[2] ?? '{}') as {
  /** Null for the embedded database in `dataDir`. */
  url: string | null;
  token: string;
  dataDir: string;
};
const env = { API_TOKEN: token, API_RATE: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
const config = readConfig(url === null ? env : { ...env, DATABASE_URL: url });
const service = await openService(config, { provider: nullProvider(4) });
const app = createHttpServer(service, { log: service.log });
await app.listen({ host: '127.0.0.1', port: 0 });
const worker = startWorker(service);
const delay = new LoopDelay();
process.on('message', (task: 'start' | 'stop') => {
  if (task === 'start') delay.start();
  process.send?.(task === 'start' ? {} : delay.stop());
});
process.once('disconnect', async () => {
  await worker.stop();
  await app.close();
  await service.close();
  process.exit(0);
});
process.send?.({ port: (app.server.address() as AddressInfo).port });
