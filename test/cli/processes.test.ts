import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, databaseKind, type TestDatabase } from '../support/database.ts';
import { binary, killAll, type ServiceProcess, startProcess } from '../support/service-process.ts';

/** One server for the file, on what a command left that had opened the database itself. */
let database: TestDatabase;
let served: Served;
const started: ServiceProcess[] = [];

function start(argv: string[], env: Record<string, string> = {}): ServiceProcess {
  const process_ = startProcess(argv, { env: { ...database.env, ...env } });
  started.push(process_);
  return process_;
}

async function run(argv: string[]) {
  const ran = start(argv);
  return { exitCode: await ran.ended, out: ran.out(), err: ran.err() };
}

interface Served {
  url: string;
  headers: Record<string, string>;
  server: ServiceProcess;
}

async function startServer(): Promise<Served> {
  const server = start(['serve'], { LOG_LEVEL: 'info' });
  const text = await server.until('Stop with Ctrl+C');
  const url = /serves (\S+)/.exec(text)?.[1] ?? '';
  const token = (await readFile(join(database.dataDir, 'api-token'), 'utf8')).trim();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return { url, headers, server };
}

beforeAll(async () => {
  database = await createTestDatabase();
  const alone = await run(['themes', 'create', '--name', 'Alone', '--json']);
  expect(alone).toMatchObject({ exitCode: 0, err: '' });
  served = await startServer();
});

afterAll(async () => {
  await killAll(started);
  await database.drop();
});

it('serves, and delivers the first event by the printed line', async () => {
  const { url, headers, server } = served;
  const line =
    server
      .out()
      .split('\n')
      .find((text) => text.includes('curl -s')) ?? '';
  expect(line).toContain(`${url}/api/v1/events`);
  expect(line).toContain(`Bearer $(cat '${join(database.dataDir, 'api-token')}')`);
  const snippet = server.out().match(/\{"mcpServers".*\}/g) ?? [];
  expect(snippet.map((text) => JSON.parse(text))).toMatchObject([
    { mcpServers: { postroad: { url: `${url}/mcp` } } },
    { mcpServers: { postroad: { args: [binary, 'mcp'] } } },
  ]);
  const body = /-d '(.*)'$/.exec(line)?.[1] ?? '';
  const posted = await fetch(`${url}/api/v1/events`, { method: 'POST', headers, body });
  expect(posted.status).toBe(201);
  const outbox = join(database.dataDir, 'outbox');
  await expect
    .poll(async () =>
      (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')),
    )
    .toHaveLength(1);
});

it('calls the server that runs on the data, which has what a command without one wrote', async () => {
  const listed = await run(['themes', 'list', '--json']);
  expect(listed).toMatchObject({ exitCode: 0, err: '' });
  expect(listed.out).toContain('"Alone"');
});

it('lets a second process in only where the database allows it', async () => {
  const { server } = served;
  const second = start(['serve']);
  if (databaseKind() === 'embedded') {
    expect(await second.ended).toBe(1);
    expect(second.err()).toContain(String(server.child.pid));
    expect(second.err().trim().split('\n')).toHaveLength(1);
    const worker = await run(['worker']);
    expect(worker.exitCode).toBe(1);
    expect(worker.err).toContain(String(server.child.pid));
  } else {
    await second.until('Stop with Ctrl+C');
    const worker = start(['worker']);
    await worker.until('does due work');
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
  }
});

it('OBS-01 continues to serve while its log cannot be written, and stops on a signal', async () => {
  // A server of its own where the test is tried again.
  if (served.server.child.exitCode !== null) served = await startServer();
  const { url, headers, server } = served;
  server.child.stderr?.destroy();
  for (let call = 0; call < 3; call += 1) {
    expect((await fetch(`${url}/api/v1/profile`, { headers })).status).toBe(200);
  }
  // As Ctrl+C does; the worker above got the other signal.
  server.child.kill('SIGINT');
  expect(await server.ended).toBe(0);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});
