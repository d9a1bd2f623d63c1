import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type OtlpReceiver, startOtlpReceiver } from '../support/otlp-receiver.ts';
import { root } from '../support/repository.ts';
import { startProcess } from '../support/service-process.ts';

// @database postgres: processes start sooner there; what a process loads does not depend on the database.

let database: TestDatabase;
let receiver: OtlpReceiver;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

beforeEach(async () => {
  receiver = await startOtlpReceiver();
});

afterEach(() => receiver.close());

/** What a server loads and writes that is asked one thing and then ends. */
async function served(env: Record<string, string>): Promise<string> {
  const server = startProcess(['serve', '--no-cron'], {
    env: { ...database.env, STARTER: '0', ...env },
    preload: join(root, 'test', 'support', 'loaded-modules.mjs'),
  });
  const url = /serves (\S+)/.exec(await server.until('Stop with Ctrl+C'))?.[1] ?? '';
  const token = readFileSync(join(database.dataDir, 'api-token'), 'utf8').trim();
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${url}/api/v1/profile`, { headers })).status).toBe(200);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  return server.err();
}

it('OBS-03 a process without an endpoint loads nothing of OpenTelemetry', async () => {
  expect(await served({})).not.toContain('"loaded"');
  expect(receiver.requests).toEqual([]);
});

it('OBS-03 a process with an endpoint exports what its variables say', async () => {
  const said = await served({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=mail',
    OTEL_SERVICE_NAME: 'mail-of-the-shop',
  });
  expect(said).toContain('"loaded"');
  const [first] = receiver.requests;
  expect(first).toMatchObject({
    path: '/v1/traces',
    headers: { 'content-type': 'application/x-protobuf', 'x-team': 'mail' },
  });
  // Strings are written as they are.
  const bodies = receiver.requests.map(({ body }) => body.toString('latin1')).join('');
  for (const text of ['mail-of-the-shop', 'GET /api/v1/profile', 'invoke get_profile']) {
    expect(bodies).toContain(text);
  }
});

it('OBS-03 the sampler decides how much is exported', async () => {
  await served({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_TRACES_SAMPLER: 'always_off' });
  expect(receiver.requests).toEqual([]);
});
