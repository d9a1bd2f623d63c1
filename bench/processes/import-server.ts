import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createHttpServer } from '@postroad/http/server';
import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import { nullProvider } from '../engine-deps.ts';
import { serveTasks } from '../workers.ts';

/** Resident memory now, and its peak since the last call. */
export interface Memory {
  now_mb: number;
  peak_mb: number;
}

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

const megabytes = () => process.memoryUsage.rss() / 2 ** 20;
let peak = megabytes();
const sampling = setInterval(() => {
  peak = Math.max(peak, megabytes());
}, 20);

/** The import lane, as the worker runs it. */
let stopped = false;
const lane = (async () => {
  while (!stopped) if (!(await service.round('imports'))) await pause(20);
})();

serveTasks<{ port?: true }, Memory | { port: number }>(
  async ({ port }) => {
    if (port) return { port: (app.server.address() as AddressInfo).port };
    const found = { now_mb: megabytes(), peak_mb: Math.max(peak, megabytes()) };
    peak = megabytes();
    return found;
  },
  async () => {
    clearInterval(sampling);
    stopped = true;
    await lane;
    await app.close();
    await service.close();
  },
);
