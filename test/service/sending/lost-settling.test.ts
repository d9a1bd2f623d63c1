import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import type { Service } from '@postroad/service/app/service';
import { createLog } from '@postroad/service/platform/log';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../support/database-proxy.ts';
import { accepted, type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { renderer } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

// @database postgres: the embedded database has no connection that is lost.

let test: TestDatabase;
let proxy: DatabaseProxy;
let service: Service;
let calls: Calling;
let provider: FakeProvider;

beforeEach(async () => {
  test = await createTestDatabase();
  proxy = await startDatabaseProxy(test.url ?? '');
  provider = fakeProvider();
  const env = { ...test.env, DATABASE_URL: proxy.url, STARTER: '0', WEBHOOK_ALLOW: '127.0.0.1' };
  const config = readConfig({ ...env, MAIL_FROM: 'hello@example.com' });
  // The first commit that fails is that of the outcomes.
  const log = createLog('warn', (line) => {
    if (JSON.parse(line).message.startsWith('Outcomes could not be')) proxy.losesCommits = false;
    return true;
  });
  service = await openService(config, { provider, renderer, log });
  const actor = { id: 'environment', name: 'test', scopes: ['admin' as const] };
  calls = calling({ service, actor });
});

afterEach(async () => {
  proxy.losesCommits = false;
  await service.close();
  proxy.close();
  await test.drop();
});

it('HOOK-09 mail is announced once where the answer to the commit of its outcome is lost', async () => {
  const made = await calls.call('create_webhook_endpoint', {
    ...{ url: 'http://127.0.0.1:9/', events: ['message.*'] },
  });
  provider.answer = () => {
    proxy.losesCommits = true;
    return accepted;
  };
  const { message } = await calls.call('send_message', {
    ...{ to: 'ada@example.com', subject: 'Receipt', body_markdown: 'Thanks' },
  });
  await vi.waitUntil(
    async () => {
      await service.tick().catch(() => undefined);
      const shown = await calls.call('get_message', { message_id: message.id }).catch(() => null);
      return shown?.message.status === 'sent' && !proxy.losesCommits;
    },
    { timeout: 60_000, interval: 50 },
  );
  expect(provider.messages).toHaveLength(1);
  const { webhook_deliveries } = await calls.call('list_webhook_deliveries', {
    webhook_endpoint: String(made.webhook_endpoint.id),
  });
  expect(webhook_deliveries.map(({ type }) => type)).toEqual(['message.sent']);
});
