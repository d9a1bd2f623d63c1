import type { Provider } from '@postroad/mail/provider';
import type { Actor } from '@postroad/service/actor';
import { type Config, readConfig } from '@postroad/service/config';
import { openService } from '@postroad/service/open-service';
import type { Service } from '@postroad/service/service';
import { createTestDatabase } from './database.ts';
import { onNotice } from './notices.ts';

export interface TestServiceOptions {
  /** More environment; TEST_CLOCK=1 and STARTER=0 stand already. */
  env?: Record<string, string>;
  /** Takes the place of the outbox. */
  provider?: (config: Config) => Provider;
  poolSize?: number;
}

export interface TestService {
  service: Service;
  /** May do everything. */
  actor: Actor;
  config: Config;
  /** Closes the service and removes its database. */
  close(): Promise<void>;
}

/** A service on a database of its own, on the test clock, with an empty outbox. */
export async function openTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const database = await createTestDatabase();
  const config = readConfig({
    ...database.env,
    TEST_CLOCK: '1',
    STARTER: '0',
    LOG_LEVEL: 'error',
    ...options.env,
  });
  const service = await openService(config, {
    onNotice,
    poolSize: options.poolSize ?? 4,
    ...(options.provider ? { provider: options.provider(config) } : {}),
  });
  return {
    service,
    actor: { id: 'environment', name: 'test', scope: 'write' },
    config,
    async close() {
      await service.close();
      await database.drop();
    },
  };
}
