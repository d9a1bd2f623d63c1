import { connect, type Socket } from 'node:net';
import { randomEvent } from '../event-entries.ts';
import { serveTasks } from '../workers.ts';

/** Keeps connections busy for a time, with one request at once on each (no pipelining). */
export interface LoadTask {
  connections: number;
  /** Events per request; 1 sends single events. */
  batch: number;
  ms: number;
}

export interface Loaded {
  events: number;
  seconds: number;
  p50_ms: number;
  p99_ms: number;
}

const { port, token, people } = JSON.parse(process.argv[2] ?? '{}') as {
  port: number;
  token: string;
  people: number;
};

function request(body: string): Buffer {
  const head = [
    'POST /api/v1/events HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function requestsOf(batch: number): Buffer[] {
  const event = () => randomEvent(people);
  if (batch === 1) return Array.from({ length: 4000 }, () => request(JSON.stringify(event())));
  return Array.from({ length: 100 }, () =>
    request(JSON.stringify({ events: Array.from({ length: batch }, event) })),
  );
}

/** The length of the first answer in bytes; 0 if it is not complete. Throws on a refusal. */
function answerLength(text: string): number {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return 0;
  const head = text.slice(0, headEnd);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
  if (!/^HTTP\/1\.1 20[01] /.test(head)) throw new Error(`An event was refused:\n${text}`);
  const end = headEnd + 4 + length;
  return text.length >= end ? end : 0;
}

interface Load {
  next: () => Buffer;
  until: number;
  latencies: number[];
}

/** Sends one request after another until the time is over. */
function keepAsking(socket: Socket, load: Load): Promise<void> {
  return new Promise((resolve, reject) => {
    let pending = '';
    let asked = 0;
    const ask = () => {
      asked = performance.now();
      socket.write(load.next());
    };
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed a connection.')));
    socket.on('data', (bytes) => {
      pending += bytes.toString('latin1');
      try {
        const length = answerLength(pending);
        if (length === 0) return;
        pending = pending.slice(length);
      } catch (error) {
        reject(error as Error);
        return;
      }
      const now = performance.now();
      load.latencies.push(now - asked);
      if (now < load.until) ask();
      else resolve();
    });
    ask();
  });
}

async function open(): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('error', reject);
  });
  return socket;
}

async function work({ connections, batch, ms }: LoadTask): Promise<Loaded> {
  const requests = requestsOf(batch);
  const sockets = await Promise.all(Array.from({ length: connections }, open));
  let turn = 0;
  const next = () => {
    turn += 1;
    return requests[turn % requests.length] as Buffer;
  };
  const start = performance.now();
  const load: Load = { next, until: start + ms, latencies: [] };
  await Promise.all(sockets.map((socket) => keepAsking(socket, load)));
  const seconds = (performance.now() - start) / 1000;
  for (const socket of sockets) socket.removeAllListeners().destroy();
  const sorted = load.latencies.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { events: sorted.length * batch, seconds, p50_ms: at(0.5), p99_ms: at(0.99) };
}

serveTasks(work, async () => {});
