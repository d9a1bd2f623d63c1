// @database embedded: a server of PostgreSQL has its own disk.
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { root } from '../support/repository.ts';
import { type ServiceProcess, startProcess } from '../support/service-process.ts';

const token = 'postroad_token_of_these_tests_only_0000000';
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

let database: TestDatabase;
let server: ServiceProcess;
let url: string;

beforeEach(async () => {
  database = await createTestDatabase();
});

async function serve(preload: string): Promise<void> {
  const env = { API_TOKEN: token, STARTER: '0', LOG_LEVEL: 'warn' };
  server = startProcess(['serve'], {
    env: { ...database.env, ...env },
    preload: join(root, 'test', 'support', preload),
  });
  url = /serves (\S+)/.exec(await server.until('Stop with Ctrl+C'))?.[1] ?? '';
}

afterEach(async () => {
  server.child.kill('SIGKILL');
  await server.ended;
  await database.drop();
});

const send = (name: string, details = {}) =>
  fetch(`${url}/api/v1/events`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: `${name}@example.com`, name: 'came', details }),
  });

const flag = (name: string) => join(database.dataDir, name);

const lines = () =>
  server
    .err()
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { level: string; message: string });

/** Leaves no room for the log, and waits until the database has stopped. */
async function fillLog(): Promise<void> {
  await writeFile(flag('log-is-full'), '');
  const during = await send('during');
  expect(during.status).toBe(503);
  expect(await during.text()).toContain('ENOSPC: the disk is full');
  await expect
    .poll(async () => (await fetch(`${url}/healthz`)).status, { interval: 100 })
    .toBe(503);
}

it('SEC-35 answers 503 with the reason on a full disk, says so once, opens the database again once there is room, with every acknowledged event, and ends on a signal', async () => {
  await serve('full-disk.mjs');
  const sent = Array.from({ length: 20 }, (_, at) => `before-${at}`);
  for (const name of sent) expect((await send(name)).status).toBe(201);
  // A table that cannot grow costs the statement alone.
  await writeFile(flag('tables-are-full'), '');
  const large = await send('large', { text: randomBytes(12_000).toString('hex') });
  expect(large.status).toBe(503);
  expect(await large.text()).toContain('The disk of the database is full. Nothing was stored.');
  await rm(flag('tables-are-full'));
  expect((await send('large')).status).toBe(201);
  await fillLog();
  const refused = await send('later');
  expect(refused.status).toBe(503);
  const { detail } = (await refused.json()) as { detail: string };
  expect(detail).toContain('The embedded database has stopped');
  expect(detail).toContain('ENOSPC: the disk is full');
  const read = await fetch(`${url}/api/v1/people`, { headers });
  expect(read.status).toBe(503);
  const ready = await fetch(`${url}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({
    reasons: [expect.stringContaining('ENOSPC: the disk is full')],
  });
  const told = lines().filter(({ message }) => message.includes('has stopped'));
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ level: 'error' });
  await rm(flag('log-is-full'));
  await expect
    .poll(async () => (await fetch(`${url}/healthz`)).status, { interval: 100 })
    .toBe(200);
  expect((await send('after')).status).toBe(201);
  for (const name of [...sent, 'large', 'after']) {
    const found = await fetch(`${url}/api/v1/people/${name}@example.com`, { headers });
    expect(found.status).toBe(200);
  }
  expect(lines().at(-1)).toMatchObject({ message: 'The embedded database is open again.' });
  await fillLog();
  server.child.kill('SIGTERM');
  expect(await server.ended).not.toBeNull();
});

it.each([
  ['its token', { API_TOKEN: '' }],
  ['its lock', { API_TOKEN: token }],
])(
  'SEC-35 a start that has no room for %s says which disk is full and what to do, and leaves nothing behind',
  async (_for, env) => {
    const folder = join(database.dataDir, 'fresh');
    await mkdir(folder);
    await writeFile(join(folder, 'disk-is-full'), '');
    server = startProcess(['serve'], {
      env: { ...database.env, ...env, DATA_DIR: folder, STARTER: '0' },
      preload: join(root, 'test', 'support', 'full-disk.mjs'),
    });
    expect(await server.ended).toBe(1);
    expect(server.err()).toBe(
      `DATA_DIR is on a full disk: there is no room in ${folder} (ENOSPC). Make room on that disk, or move the folder to a larger one and set DATA_DIR to it.\n`,
    );
    expect(await readdir(folder)).toEqual(['disk-is-full']);
  },
);

it('SEC-35 a first start that has no room for the database says so too, and takes none of the room', async () => {
  const folder = join(database.dataDir, 'fresh');
  await mkdir(folder);
  await writeFile(join(folder, 'log-is-full'), '');
  server = startProcess(['serve'], {
    env: { ...database.env, API_TOKEN: token, DATA_DIR: folder, STARTER: '0' },
    preload: join(root, 'test', 'support', 'full-disk.mjs'),
  });
  expect(await server.ended).toBe(1);
  expect(server.err()).toBe(
    `The embedded database could not be made in ${folder}: its disk is full. Make room on it, or move the folder to a larger one and set DATA_DIR to it.\n`,
  );
  expect(await readdir(folder)).not.toContain('pgdata.new');
});

it('SEC-35 ends a thread that does not come back from a write, and opens the database again', async () => {
  await serve('hanging-disk.mjs');
  expect((await send('before')).status).toBe(201);
  await writeFile(flag('disk-hangs'), '');
  const during = await send('during');
  expect(during.status).toBe(503);
  expect(await during.text()).toContain('it did not answer for 60 seconds');
  await rm(flag('disk-hangs'));
  await expect
    .poll(async () => (await fetch(`${url}/healthz`)).status, { interval: 100 })
    .toBe(200);
  expect((await send('after')).status).toBe(201);
  const found = await fetch(`${url}/api/v1/people/before@example.com`, { headers });
  expect(found.status).toBe(200);
});
