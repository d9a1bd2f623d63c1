import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type ServiceProcess, startProcess } from '../support/service-process.ts';

/** `npm run soak` kills once for each five hundred of `POSTROAD_SOAK`. */
const soak = Number(process.env.POSTROAD_SOAK ?? 0);
const kills = soak > 0 ? Math.ceil(soak / 500) : 1;
const clients = 4;

let database: TestDatabase;
let server: ServiceProcess | null;
let receiver: Server;
/** Names of events that were delivered, by `webhook-id`. */
const delivered = new Map<string, string>();

beforeEach(async () => {
  database = await createTestDatabase();
  server = null;
  delivered.clear();
  receiver = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { data } = JSON.parse(body) as { data: { name: string } };
    delivered.set(String(request.headers['webhook-id']), data.name);
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  await kill();
  receiver.close();
  receiver.closeAllConnections();
  await database.drop();
});

async function kill(): Promise<void> {
  server?.child.kill('SIGKILL');
  await server?.ended;
}

/** Calls the server; throws where it is gone or refuses. */
type Ask = (path: string, body: object) => Promise<unknown>;

async function start(): Promise<Ask> {
  const env = { ...database.env, WEBHOOK_ALLOW: '127.0.0.1', STARTER: '0', TEST_CLOCK: '1' };
  server = startProcess(['serve'], { env });
  const text = await server.until('Stop with Ctrl+C');
  const url = /serves (\S+)/.exec(text)?.[1] ?? '';
  const token = (await readFile(join(database.dataDir, 'api-token'), 'utf8')).trim();
  return async (path, body) => {
    const answer = await fetch(`${url}/api/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return await answer.json();
  };
}

it('HOOK-09 a series of kill -9 loses no delivery of what was acknowledged', async () => {
  const acknowledged = new Set<string>();
  let begun = 0;
  const record = async (ask: Ask, enough: () => void) => {
    try {
      for (;;) {
        begun += 1;
        const name = `event_${begun}`;
        await ask('events', { email: 'ada@example.com', name });
        acknowledged.add(name);
        enough();
      }
    } catch {
      // The server was killed.
    }
  };
  for (let round = 0; round < kills; round += 1) {
    const ask = await start();
    if (round === 0) {
      const { port } = receiver.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}/`;
      await ask('webhook_endpoints', { url, events: ['event.recorded'] });
    }
    const wanted = acknowledged.size + 20 + 7 * round;
    await new Promise<void>((resolve) => {
      const enough = () => {
        if (acknowledged.size >= wanted) void kill().then(resolve);
      };
      for (let client = 0; client < clients; client += 1) void record(ask, enough);
    });
  }
  const ask = await start();
  // What a killed process had claimed is due again once its claim is over.
  await ask('clock', { advance: { amount: 10, unit: 'minutes' } });
  const missing = async () => {
    const names = new Set(delivered.values());
    return [...acknowledged].filter((name) => !names.has(name));
  };
  await expect.poll(missing, { timeout: 60_000, interval: 250 }).toEqual([]);
  // Delivered again after a kill, it has the same id.
  expect(new Set(delivered.values()).size).toBe(delivered.size);
}, 600_000);
