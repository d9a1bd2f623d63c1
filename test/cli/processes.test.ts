import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, databaseKind, type TestDatabase } from '../support/database.ts';
import { binary, type ServiceProcess, startProcess } from '../support/service-process.ts';

let database: TestDatabase;
let started: ServiceProcess[];

beforeEach(async () => {
  database = await createTestDatabase();
  started = [];
});

afterEach(async () => {
  for (const { child, ended } of started) {
    child.kill('SIGKILL');
    await ended;
  }
  await database.drop();
});

function start(
  argv: string[],
  env: Record<string, string> = {},
  stdin: string | null = '',
): ServiceProcess {
  const process_ = startProcess(argv, { env: { ...database.env, ...env }, stdin });
  started.push(process_);
  return process_;
}

async function run(argv: string[], env: Record<string, string> = {}, stdin = '') {
  const ran = start(argv, env, stdin);
  return { exitCode: await ran.ended, out: ran.out(), err: ran.err() };
}

interface Served {
  url: string;
  token: string;
  server: ServiceProcess;
}

async function startServer(env: Record<string, string> = {}, argv: string[] = []): Promise<Served> {
  const server = start(['serve', ...argv], env);
  const text = await server.until('Stop with Ctrl+C');
  const url = /serves (\S+)/.exec(text)?.[1] ?? '';
  const token = await readFile(join(database.dataDir, 'api-token'), 'utf8');
  return { url, token: token.trim(), server };
}

it('serves, delivers the first event by the printed line, and stops on a signal', async () => {
  const { url, token, server } = await startServer();
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
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const posted = await fetch(`${url}/api/v1/events`, { method: 'POST', headers, body });
  expect(posted.status).toBe(201);
  const outbox = join(database.dataDir, 'outbox');
  await expect
    .poll(async () =>
      (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')),
    )
    .toHaveLength(1);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});

it('OBS-01 continues to serve while its log cannot be written', async () => {
  const { url, token, server } = await startServer({ LOG_LEVEL: 'info' });
  server.child.stderr?.destroy();
  for (let call = 0; call < 3; call += 1) {
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${url}/api/v1/profile`, { headers })).status).toBe(200);
  }
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

it('calls the server that runs on the data, and opens the database itself without one', async () => {
  const alone = await run(['themes', 'create', '--name', 'Alone', '--json']);
  expect(alone).toMatchObject({ exitCode: 0, err: '' });
  const { server } = await startServer({}, ['--no-cron']);
  const listed = await run(['themes', 'list', '--json']);
  expect(listed).toMatchObject({ exitCode: 0, err: '' });
  expect(listed.out).toContain('"Alone"');
  server.child.kill('SIGINT');
  expect(await server.ended).toBe(0);
});

it('migrates, and finds nothing wrong then', async () => {
  expect(await run(['migrate'])).toMatchObject({ exitCode: 0, err: '' });
  const checked = await run(['doctor']);
  expect(checked.out).not.toContain('FAIL');
  expect(checked.exitCode).toBe(0);
});

it('lets a second process in only where the database allows it', async () => {
  const { server } = await startServer();
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
  expect((await run(['themes', 'list'])).exitCode).toBe(0);
});
