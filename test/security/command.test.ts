import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { type ServiceProcess, startProcess } from '../support/service-process.ts';
import { runCli } from '../surfaces/three-surfaces.ts';

// @database postgres: processes start sooner there; what the command says and serves does not depend on the database.

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

const envWith = (env: Record<string, string>) => ({
  ...{ PORT: '0', LOG_LEVEL: 'error', STARTER: '0' },
  ...database.env,
  ...env,
});

const apiToken = 'canary-0123456789-0123456789';

/** Starts a server whose output no person reads. */
async function start(env: Record<string, string>) {
  const started = startProcess(['serve'], { env: envWith(env) });
  const said = await started.until('Stop with Ctrl+C');
  return { started, url: /serves (\S+)/.exec(said)?.[1] ?? '' };
}

/** Stops it, and looks for secrets in all that it said. */
async function expectSilence({ child, ended, out, err }: ServiceProcess): Promise<void> {
  child.kill('SIGTERM');
  await ended;
  const path = join(database.dataDir, 'api-token');
  const made = existsSync(path) ? readFileSync(path, 'utf8').trim() : apiToken;
  for (const secret of [apiToken, made, 'mailbox?key=']) {
    expect(out() + err()).not.toContain(secret);
  }
}

it('SEC-11, SEC-28 says nothing of API_TOKEN where no person reads, and METRICS_PORT serves /metrics alone, to who has METRICS_TOKEN', async () => {
  const port = await freePort();
  const token = 'token-of-the-metrics';
  const metrics = { METRICS_PORT: String(port), METRICS_TOKEN: token };
  const { started, url } = await start({ ...metrics, API_TOKEN: apiToken });
  const apart = `http://127.0.0.1:${port}`;
  const status = async (address: string, secret = '') =>
    (await fetch(address, { headers: { authorization: `Bearer ${secret}` } })).status;
  expect(await status(`${url}/metrics`, token)).toBe(404);
  expect(await status(`${url}/healthz`)).toBe(200);
  expect(await status(`${apart}/metrics`, token)).toBe(200);
  expect(await status(`${apart}/metrics`, 'another')).toBe(401);
  expect(await status(`${apart}/api/v1/profile`, token)).toBe(404);
  await expectSilence(started);
});

it('SEC-11 says nothing of a token that it made, where no person reads', async () => {
  const { started } = await start({});
  expect(existsSync(join(database.dataDir, 'api-token'))).toBe(true);
  await expectSilence(started);
});

it('SEC-31 warns before a token is sent in clear to another machine', async () => {
  const warned = async (url: string) => {
    const env = { POSTROAD_URL: url, POSTROAD_TOKEN: 'x' };
    return /is not encrypted/.test((await runCli(['profile', 'get'], env)).err);
  };
  expect(await warned('http://postroad.invalid:1')).toBe(true);
  expect(await warned('https://postroad.invalid:1')).toBe(false);
  expect(await warned('http://127.0.0.1:1')).toBe(false);
});
