import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createHttpServer } from '@postroad/http/server';
import { createSmtp } from '@postroad/mail/smtp/smtp';
import { readConfig } from '@postroad/service/app/config/config';
import type { LaneName } from '@postroad/service/app/lanes';
import { openService } from '@postroad/service/app/open-service';
import { nullProvider } from '../engine-deps.ts';
import { serveTasks } from '../workers.ts';

/** Resident memory now, and its peak since the last call. */
export interface Memory {
  now_mb: number;
  peak_mb: number;
}

/** The service with one lane of its worker, which tells what memory it takes. */
const { url, token, dataDir, lane, smtpUrl } = JSON.parse(process.argv[2] ?? '{}') as {
  url: string;
  token: string;
  dataDir: string;
  lane: LaneName;
  /** Takes its mail; left out, no server does. */
  smtpUrl?: string;
};
const config = readConfig({
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  API_TOKEN: token,
  API_RATE: '0',
  LOG_LEVEL: 'warn',
  STARTER: '0',
});
const provider =
  smtpUrl === undefined ? nullProvider(1) : createSmtp({ url: smtpUrl, connections: 4 });
const service = await openService(config, { provider });
const app = createHttpServer(service, { log: service.log });
await app.listen({ host: '127.0.0.1', port: 0 });

const megabytes = () => process.memoryUsage.rss() / 2 ** 20;
let peak = megabytes();
const sampling = setInterval(() => {
  peak = Math.max(peak, megabytes());
}, 20);

/** As the worker runs it. */
let stopped = false;
const rounds = (async () => {
  while (!stopped) if (!(await service.round(lane))) await pause(20);
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
    await rounds;
    await app.close();
    await service.close();
  },
);
