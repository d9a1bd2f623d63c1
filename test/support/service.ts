import type { Provider } from '@postroad/mail/providers/provider';
import { type Config, readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import type { Service } from '@postroad/service/app/service';
import { Renderer } from '@postroad/service/content/render/renderer';
import type { Actor } from '@postroad/service/platform/actor';
import type { Log } from '@postroad/service/platform/log';
import type { Database } from '@postroad/store/platform/connection/database';
import { openTestDatabase } from './database.ts';

export interface TestServiceOptions {
  /** Additional environment; TEST_CLOCK=1 and STARTER=0 are set. */
  env?: Record<string, string>;
  /** Replaces the outbox. */
  provider?: (config: Config) => Provider;
  poolSize?: number;
  /** Where the test clock starts; at the present by default. */
  clockStartsAt?: Date;
  /** Takes the lines of the log. */
  log?: Log;
}

export interface TestService {
  service: Service;
  /** An actor that may do everything. */
  actor: Actor;
  config: Config;
  /** The database of the service, for facts that no operation shows. */
  database: Database;
  /** Another service on the same database; the embedded one allows only one at a time. */
  another(provider?: Provider): Promise<Service>;
  /** Closes the service and removes its database. */
  close(): Promise<void>;
}

/** The renderer of every service of this process; its threads end with the process. */
export const renderer: Renderer = new Renderer();

/** A service on its own database, with the test clock and an empty outbox. */
export async function openTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const opened = await openTestDatabase(options.poolSize);
  const config = readConfig({
    ...opened.env,
    TEST_CLOCK: '1',
    STARTER: '0',
    LOG_LEVEL: 'error',
    ...options.env,
  });
  const { database } = opened;
  const open = (provider?: Provider) =>
    openService(config, {
      ...{ database, renderer },
      ...(provider ? { provider } : {}),
      ...(options.clockStartsAt ? { clockStartsAt: options.clockStartsAt } : {}),
      ...(options.log ? { log: options.log } : {}),
    });
  const service = await open(options.provider?.(config));
  return {
    service,
    actor: { id: 'environment', name: 'test', scopes: ['admin'] },
    config,
    database,
    another: open,
    async close() {
      await service.close();
      await opened.drop();
    },
  };
}
