import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { limits } from '@postroad/core/platform/limits';
import { createHttpServer } from '@postroad/http/server';
import { createLog } from '@postroad/service/platform/log';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeService } from '../http/fake-service.ts';
import { startHttp } from '../http/http-server.ts';
import { type RealServer, startReal } from '../http/real-server.ts';
import { createTestDatabase } from '../support/database.ts';
import { startProcess } from '../support/service-process.ts';

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function real(env: Record<string, string> = {}): Promise<RealServer> {
  const server = await startReal(env);
  closing.push(() => server.stop());
  return server;
}

async function open(url: string, from = '127.0.0.1'): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  closing.unshift(async () => socket.destroy());
  return socket;
}

/** The status of the answer to a request whose body never comes. */
async function statusOf(url: string, head: string): Promise<string> {
  const socket = await open(url);
  socket.setEncoding('utf8');
  socket.write(head);
  const [text] = (await once(socket, 'data')) as [string];
  socket.destroy();
  return /^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? '';
}

const headOf = (provider: string, more = '') =>
  `POST /webhooks/${provider} HTTP/1.1\r\nHost: x\r\n${more}Content-Length: 1024010\r\n\r\n`;

const basic = (password: string) =>
  `Authorization: Basic ${Buffer.from(`x:${password}`).toString('base64')}\r\n`;

describe('webhooks', () => {
  it('SEC-04 answers unknown and unconfigured providers, and wrong passwords, from the headers', async () => {
    const { url } = await real();
    expect(await statusOf(url, headOf('nobody'))).toBe('404');
    for (const provider of ['ses', 'postmark', 'smtp', 'resend', 'mailgun']) {
      expect(await statusOf(url, headOf(provider)), provider).toBe('401');
    }
    const password = 'a-password-of-webhooks';
    const set = await real({ WEBHOOK_PASSWORD: password });
    expect(await statusOf(set.url, headOf('postmark'))).toBe('401');
    expect(await statusOf(set.url, headOf('postmark', basic('another-password')))).toBe('401');
    const answer = await set.ask('POST', '/webhooks/postmark', {
      token: null,
      headers: { authorization: basic(password).slice(15).trim() },
      body: {},
    });
    expect(answer.status).toBe(200);
  });

  it('SEC-05 keeps at most 64 MiB of bodies without a token, and takes more once they are gone', async () => {
    expect(limits.openBodiesBytes).toBe(64 * 1_048_576);
    const server = await startHttp(createFakeService());
    closing.push(() => server.stop());
    // Each lacks its last byte, so that it stays; together they leave 64 bytes.
    const part = Buffer.alloc(limits.bodyBytes - 1);
    const waiting: Socket[] = [];
    for (let count = 0; count < limits.openBodiesBytes / limits.bodyBytes; count += 1) {
      const socket = await open(server.url);
      socket.write(
        `POST /webhooks/ses HTTP/1.1\r\nHost: x\r\nContent-Length: ${limits.bodyBytes}\r\n\r\n`,
      );
      await new Promise((resolve) => socket.write(part, resolve));
      waiting.push(socket);
    }
    const body = Buffer.alloc(65);
    const post = () => server.ask('POST', '/webhooks/postmark', { token: null, body });
    await expect.poll(async () => (await post()).status).toBe(503);
    expect((await server.ask('POST', '/u/x', { token: null, body: part })).status).toBe(200);
    for (const socket of waiting) socket.destroy();
    await expect.poll(async () => (await post()).status).toBe(401);
  });
});

describe('connections', () => {
  it('SEC-06 limits those of an address, and the oldest silent one makes way', async () => {
    const service = createFakeService();
    const app = createHttpServer(service, { log: createLog('silent'), connectionsPerAddress: 5 });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    closing.push(() => app.close());
    const silent: Socket[] = [];
    for (let count = 0; count < 5; count += 1) silent.push(await open(url));
    const first = once(silent[0] as Socket, 'close');
    expect((await fetch(`${url}/u/x`, { method: 'POST' })).status).toBe(200);
    await first;
    expect(silent.slice(1).map(({ closed }) => closed)).toEqual([false, false, false, false]);
    // Others are not concerned.
    const other = await open(url, '127.0.0.2');
    other.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(other, 'data');
    expect(silent[1]?.closed).toBe(false);
  });

  it('SEC-06 closes one too many where all are in use, but none of a trusted proxy', async () => {
    const busy = async (trustedProxies: string[]) => {
      const options = { log: createLog('silent'), connectionsPerAddress: 3, trustedProxies };
      const app = createHttpServer(createFakeService(), options);
      const url = await app.listen({ host: '127.0.0.1', port: 0 });
      closing.push(() => app.close());
      for (let count = 0; count < 3; count += 1) {
        const socket = await open(url);
        socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
        await once(socket, 'data');
      }
      const more = await open(url);
      more.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
      return await Promise.race([
        once(more, 'data').then(() => 'answered'),
        once(more, 'close').then(() => 'closed'),
      ]).catch(() => 'closed');
    };
    expect(await busy([])).toBe('closed');
    expect(await busy(['127.0.0.0/8'])).toBe('answered');
  });

  it('SEC-06, SEC-21 serve takes the limit and the proxies from its environment', async () => {
    const database = await createTestDatabase();
    closing.push(() => database.drop());
    const env = { HTTP_CONNECTIONS_PER_ADDRESS: '2', TRUSTED_PROXIES: '127.0.0.2' };
    const server = startProcess(['serve'], { env: { ...database.env, ...env, STARTER: '0' } });
    closing.unshift(async () => {
      server.child.kill('SIGKILL');
      await server.ended;
    });
    const url = /serves (\S+)/.exec(await server.until('Stop with Ctrl+C'))?.[1] ?? '';
    const answered = async (from: string) => {
      const socket = await open(url, from);
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
      return await Promise.race([
        once(socket, 'data').then(() => true),
        once(socket, 'close').then(() => false),
      ]).catch(() => false);
    };
    const each = async (from: string) => {
      const [one, two] = [await answered(from), await answered(from)];
      return [one, two, await answered(from)];
    };
    expect(await each('127.0.0.1')).toEqual([true, true, false]);
    expect(await each('127.0.0.2')).toEqual([true, true, true]);
  });

  it('SEC-06 looks often enough for silent ones to be closed at 5 s', () => {
    const app = createHttpServer(createFakeService());
    closing.push(() => app.close());
    expect(app.server.headersTimeout).toBe(5_000);
    // How often Node looks; it has no type, since it is an option only.
    expect(app.server).toMatchObject({ connectionsCheckingInterval: limits.httpCheckMs });
    expect(limits.httpCheckMs).toBeLessThanOrEqual(1_000);
    expect(limits.httpConnectionsPerAddress).toBe(200);
  });
});

describe('X-Forwarded-For', () => {
  /** The address from which a token counts as sent. */
  async function seen(trustedProxies: string[], forwarded: string): Promise<string | null> {
    const service = createFakeService();
    let address: string | null = null;
    service.authenticate = async (_secret, from = null) => {
      address = from;
      return null;
    };
    const app = createHttpServer(service, { log: createLog('silent'), trustedProxies });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    closing.push(() => app.close());
    const headers = { authorization: 'Bearer x', 'x-forwarded-for': forwarded };
    await fetch(`${url}/api/v1/profile`, { headers });
    return address;
  }

  it.each([
    [[], '192.0.2.1', '127.0.0.1'],
    [['10.0.0.0/8'], '192.0.2.1', '127.0.0.1'],
    [['127.0.0.1'], '192.0.2.1', '192.0.2.1'],
    [['127.0.0.1'], '192.0.2.9, 192.0.2.1', '192.0.2.1'],
    [['127.0.0.0/8', '10.0.0.0/8'], '192.0.2.9, 192.0.2.1, 10.1.2.3', '192.0.2.1'],
    [['127.0.0.1'], '192.0.2.9, 10.1.2.3', '10.1.2.3'],
    [['127.0.0.1'], '2001:db8::5', '2001:db8::5'],
  ])('SEC-21 counts from %j alone: %s is %s', async (trusted, forwarded, client) => {
    expect(await seen(trusted, forwarded)).toBe(client);
  });
});
