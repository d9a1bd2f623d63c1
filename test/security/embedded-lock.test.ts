// @database embedded: only there can a second process lose data.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { container, pidInside } from '../support/namespaces.ts';
import { runs } from '../support/property-tests.ts';
import {
  killAll,
  type ServiceProcess,
  type StartOptions,
  startProcess,
} from '../support/service-process.ts';

const token = 'postroad_token_of_these_tests_only_0000000';
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

/** One for the file: a start on it takes seconds, so each test begins with the server of the one before. */
let database: TestDatabase;
const started: ServiceProcess[] = [];
let present: Server | null = null;
/** Names of the acknowledged events of all tests. */
const sent: string[] = [];

async function endServers(): Promise<void> {
  present = null;
  await killAll(started.splice(0));
}

beforeAll(async () => {
  database = await createTestDatabase();
});

/** What a failed test leaves may be suspended. */
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await endServers();
});

afterAll(async () => {
  await endServers();
  await database.drop();
});

function start(argv: string[], options: Partial<StartOptions> = {}): ServiceProcess {
  const env = { ...database.env, API_TOKEN: token, STARTER: '0', LOG_LEVEL: 'warn' };
  const process_ = startProcess(argv, { env, ...options });
  started.push(process_);
  return process_;
}

interface Server {
  url: string;
  process: ServiceProcess;
  signal(name: NodeJS.Signals): void;
}

async function serve(options: Partial<StartOptions> = { within: container() }): Promise<Server> {
  const server = start(['serve'], options);
  const url = /serves (\S+)/.exec(await server.until('Stop with Ctrl+C'))?.[1] ?? '';
  const pid = options.within?.length ? pidInside(server.child) : (server.child.pid ?? 0);
  present = { url, process: server, signal: (name) => process.kill(pid, name) };
  return present;
}

/** The server of the test before. */
const serving = async () => present ?? (await serve());

/** The exit code of a command, or what it said if it serves instead. */
function exitOf(process_: ServiceProcess): Promise<number | string | null> {
  return Promise.race([
    process_.ended,
    process_.until('Stop with Ctrl+C').catch(() => process_.ended),
  ]);
}

async function stop(server: Server): Promise<void> {
  server.signal('SIGTERM');
  expect(await server.process.ended).toBe(0);
  present = null;
}

/** Sends an event of somebody new, and says whether it was acknowledged. */
async function send({ url }: Server, name: string): Promise<boolean> {
  const body = JSON.stringify({ email: `${name}@example.com`, name: 'came' });
  const sent = await fetch(`${url}/api/v1/events`, { method: 'POST', headers, body });
  return sent.status === 201;
}

/** The acknowledged events that the database does not have. */
async function lost({ url }: Server): Promise<string[]> {
  const found = await Promise.all(
    sent.map((name) => fetch(`${url}/api/v1/people/${name}@example.com`, { headers })),
  );
  return sent.filter((_, at) => found[at]?.status !== 200);
}

async function sendAll(server: Server, of: string, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    // A test that is tried again sends others.
    const name = `${of}-${sent.length}`;
    expect(await send(server, name)).toBe(true);
    sent.push(name);
  }
}

/** `npm run test:all` starts 20; a server and a command are of two kinds. */
const seconds = runs(20, 2);

it('SEC-01 refuses each second server and command in other containers, and loses no event', async () => {
  const server = await serving();
  const before = sent.length;
  const refuse = async (at: number) => {
    const argv = at % 2 === 0 ? ['serve'] : ['people', 'list', '--json'];
    const second = start(argv, { within: container(true) });
    expect(await exitOf(second)).toBeGreaterThan(0);
    if (at % 2 === 0) expect(second.err()).toContain(`${database.dataDir} is in use by process`);
    await sendAll(server, `during-${at}`, 10);
  };
  for (let at = 0; at < seconds; at += 2) await Promise.all([refuse(at), refuse(at + 1)]);
  expect(sent.length - before).toBe(seconds * 10);
  expect(await lost(server)).toEqual([]);
}, 300_000);

it('SEC-02 refuses a second server while the first is stopped, which then continues', async () => {
  const server = await serving();
  server.signal('SIGSTOP');
  const second = start(['serve'], { within: container() });
  expect(await exitOf(second)).toBe(1);
  expect(second.err()).toContain('is in use by process');
  server.signal('SIGCONT');
  await sendAll(server, 'after', 5);
});

it('SEC-02 waits for the lock of a killed server, says so, and has every acknowledged event', async () => {
  const killed = await serving();
  await sendAll(killed, 'before', 20);
  killed.signal('SIGKILL');
  await killed.process.ended;
  const next = await serve();
  const [waited, ...more] = next.process.err().trim().split('\n');
  expect(JSON.parse(waited ?? '')).toMatchObject({
    message: expect.stringMatching(
      /^Waiting 3 seconds to see whether the lock of .* is still held/,
    ),
  });
  expect(more).toEqual([]);
  expect(await lost(next)).toEqual([]);
});

it('SEC-01, SEC-02 a server that was stopped while another took over writes nothing more, and ends; the next has every acknowledged event', async () => {
  const first = await serving();
  await sendAll(first, 'before', 10);
  // Stopped with a statement in hand.
  const inHand = Array.from({ length: 20 }, (_, at) =>
    send(first, `in-hand-${at}`).catch(() => false),
  );
  first.signal('SIGSTOP');
  // Another machine cannot see who listens at the socket.
  for (const name of await readdir(database.dataDir)) {
    if (name.endsWith('.sock')) await rm(join(database.dataDir, name));
  }
  const second = await serve();
  await sendAll(second, 'during', 10);
  first.signal('SIGCONT');
  const late = send(first, 'late').catch(() => first.process.ended);
  expect(await Promise.race([first.process.ended, late])).toBe(1);
  const last = first.process.err().trim().split('\n').at(-1) ?? '';
  expect(JSON.parse(last)).toMatchObject({
    level: 'error',
    message: expect.stringContaining('Another process has taken over the data directory'),
  });
  await Promise.all(inHand);
  await sendAll(second, 'after', 10);
  await stop(second);
  const third = await serve();
  expect(third.process.err()).toBe('');
  expect(await lost(third)).toEqual([]);
});
