import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type ServiceProcess, startProcess } from '../support/service-process.ts';
import { type ApiDocument, MalformedRequests, randomOf } from './malformed-requests.ts';

/** `npm run soak -- hostile` is the hostile hour of SEC-34; `npm test` is a minute of it, in small. */
const isSoak = process.env.POSTROAD_SOAK !== undefined;
const size = isSoak
  ? { requests: 200_000, warmUp: 40_000, slow: 1_000, listeners: 500, guessers: 20 }
  : { requests: 400, warmUp: 0, slow: 20, listeners: 10, guessers: 2 };
const seed = Number(process.env.POSTROAD_SEED ?? 20_311_205);
/** Connections from one address; another one has its own 200. */
const eachAddress = 100;
const token = 'hostile-token-0123456789-abcd';

let database: TestDatabase;
let server: ServiceProcess;
let url: URL;
const closing: (() => void)[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  const env = { API_TOKEN: token, API_RATE: '0', LOG_LEVEL: 'silent' };
  server = startProcess(['serve'], { env: { ...database.env, ...env } });
  url = new URL(/serves (\S+)/.exec(await server.until('Stop with Ctrl+C'))?.[1] ?? '');
});
afterEach(async () => {
  for (const close of closing.splice(0)) close();
  server.child.kill('SIGKILL');
  await server.ended;
  await database.drop();
});

interface Answer {
  status: number;
  text: string;
}

interface Call {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | null;
  agent: Agent;
}

/** Resolves with status 0 where the connection was closed without an answer. */
function call({ method, path, headers = {}, body = null, agent }: Call): Promise<Answer> {
  return new Promise((resolve) => {
    const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(
      {
        host: url.hostname,
        port: url.port,
        agent,
        method,
        path,
        headers: { ...headers, ...length },
      },
      (answer: IncomingMessage) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => {
          // A stream of changes would never end.
          if (/event-stream/.test(String(answer.headers['content-type']))) answer.destroy();
          else parts.push(part);
        });
        answer.on('close', () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
        );
        answer.on('error', () => undefined);
      },
    );
    sent.on('error', () => resolve({ status: 0, text: '' }));
    sent.end(body ?? undefined);
  });
}

function agentFrom(localAddress: string, maxSockets: number): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets, localAddress });
  closing.push(() => agent.destroy());
  return agent;
}

/** An address for each hundred connections of a kind. */
const addressOf = (kind: number, index: number) =>
  `127.0.${kind}.${1 + Math.floor(index / eachAddress)}`;

const authorized = { authorization: `Bearer ${token}` };

/** A connection that is opened again whenever it is closed, until the test ends. */
function keepOpen(localAddress: string, use: (socket: Socket) => () => void): void {
  let over = false;
  let socket: Socket;
  const open = () => {
    if (over) return;
    socket = connect({ host: url.hostname, port: Number(url.port), localAddress });
    let stop = () => {};
    socket.on('error', () => undefined);
    socket.on('connect', () => {
      stop = use(socket);
    });
    socket.on('close', () => {
      stop();
      setTimeout(open, 500);
    });
  };
  open();
  closing.push(() => {
    over = true;
    socket.destroy();
  });
}

/** Sends a head, or a body that it announced, a byte at a time. */
function beSlow(index: number): void {
  const inBody = index % 2 === 0;
  const head = `POST /u/x HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n`;
  keepOpen(addressOf(1, index), (socket) => {
    socket.write(inBody ? `${head}\r\n` : head);
    const timer = setInterval(() => socket.write(inBody ? 'x' : 'X'), 1_000);
    return () => clearInterval(timer);
  });
}

/** Asks for all changes and reads none of them. */
function listen(index: number): void {
  const ask = `GET /api/v1/live HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  keepOpen(addressOf(2, index), (socket) => {
    socket.pause();
    socket.write(ask);
    return () => {};
  });
}

/** Wrong tokens without end, of the form that is made here and of others. */
async function guess(index: number, isOver: () => boolean): Promise<Set<number>> {
  const random = randomOf(seed + index);
  const agent = agentFrom(addressOf(3, index * eachAddress), 4);
  const seen = new Set<number>();
  while (!isOver()) {
    const made = `postroad_${Array.from({ length: 4 }, () => random().toString(36).slice(2, 10).padEnd(8, 'x')).join('')}`;
    const authorization = `Bearer ${random() < 0.5 ? made : made.slice(0, 20)}`;
    const { status } = await call({
      method: 'GET',
      path: '/api/v1/profile',
      headers: { authorization },
      agent,
    });
    seen.add(status);
  }
  return seen;
}

/** Milliseconds until each one-click was answered, and whatever was not a 200. */
async function unsubscribeOften(path: string, isOver: () => boolean) {
  const agent = agentFrom('127.0.4.1', 2);
  const took: number[] = [];
  const other: Answer[] = [];
  while (!isOver()) {
    const start = performance.now();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = 'List-Unsubscribe=One-Click';
    const answer = await call({ method: 'POST', path, headers, body, agent });
    took.push(performance.now() - start);
    if (answer.status !== 200) other.push(answer);
    await pause(100);
  }
  return { took, other };
}

/** Bytes of the process in memory. */
function residentBytes(): number {
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024;
}

async function sendMalformed(requests: MalformedRequests, count: number) {
  const agent = agentFrom('127.0.5.1', 50);
  const faults: string[] = [];
  const statuses = new Map<number, number>();
  let sent = 0;
  const lane = async () => {
    while (sent < count) {
      sent += 1;
      const made = requests.next();
      const answer = await call({ ...made, headers: { ...made.headers, ...authorized }, agent });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 0 || (answer.status >= 500 && answer.status !== 503)) {
        faults.push(
          `${made.method} ${made.path.slice(0, 200)} ${made.body?.slice(0, 300)} → ${answer.status} ${answer.text.slice(0, 300)}`,
        );
      }
    }
  };
  await Promise.all(Array.from({ length: 20 }, lane));
  return { faults, statuses };
}

/** The address of one-click in the welcome mail. */
async function oneClickPath(agent: Agent): Promise<string> {
  const headers = { ...authorized, 'content-type': 'application/json' };
  const body = JSON.stringify({ email: 'ada@example.com', name: 'signed_up' });
  await call({ method: 'POST', path: '/api/v1/events', headers, body, agent });
  const outbox = join(database.dataDir, 'outbox');
  const read = async () => {
    const files = await readdir(outbox).catch(() => []);
    const mail = files.find((name) => name.endsWith('.eml'));
    return mail === undefined ? '' : await readFile(join(outbox, mail), 'utf8').catch(() => '');
  };
  await expect.poll(read).toContain('List-Unsubscribe-Post');
  const text = await read();
  return new URL(/List-Unsubscribe: <([^>]+)>/.exec(text.replace(/\r\n /g, ''))?.[1] ?? '')
    .pathname;
}

it(
  'SEC-34 hostile clients of every kind get no fault, one-click is answered, and memory comes back',
  async () => {
    const agent = agentFrom('127.0.4.2', 2);
    const { text } = await call({ method: 'GET', path: '/openapi.json', agent });
    const document = JSON.parse(text) as ApiDocument;
    const requests = new MalformedRequests(document, seed);
    const path = await oneClickPath(agent);
    const before = await sendMalformed(requests, size.warmUp);
    const resident = residentBytes();

    let over = false;
    const isOver = () => over;
    for (let index = 0; index < size.slow; index += 1) beSlow(index);
    for (let index = 0; index < size.listeners; index += 1) listen(index);
    const guessing = Array.from({ length: size.guessers }, (_, index) => guess(index, isOver));
    const clicking = unsubscribeOften(path, isOver);
    const during = await sendMalformed(requests, size.requests);
    over = true;
    const { took, other } = await clicking;
    const guessed = new Set((await Promise.all(guessing)).flatMap((seen) => [...seen]));

    expect(before.faults).toEqual([]);
    expect(during.faults).toEqual([]);
    expect(other).toEqual([]);
    expect([...guessed].filter((status) => ![401, 429].includes(status))).toEqual([]);
    expect(server.child.exitCode).toBeNull();
    for (const close of closing.splice(0)) close();
    if (!isSoak) return;

    const slowest = took
      .toSorted((a, b) => b - a)
      .slice(0, 5)
      .map(Math.round);
    console.info({ statuses: Object.fromEntries(during.statuses), clicks: took.length, slowest });
    const least = resident * 1.1;
    await expect.poll(residentBytes, { timeout: 300_000, interval: 5_000 }).toBeLessThan(least);
    console.info({ before: resident, after: residentBytes() });
  },
  isSoak ? 5_400_000 : 120_000,
);
