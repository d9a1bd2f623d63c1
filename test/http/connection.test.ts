import { connect } from 'node:net';
import { limits } from '@postroad/core/platform/limits';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFakeService } from './fake-service.ts';
import { expectProblem, startHttp, type TestServer } from './http-server.ts';

const service = createFakeService();
let server: TestServer;

beforeAll(async () => {
  server = await startHttp(service);
});
afterAll(() => server.stop());

/** The server's answer to bytes that no client library would send, read until it closes. */
function raw(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (text) => {
      answer += text;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

it.each([
  ['a garbage method', 'GARBAGE /api/v1/emails HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['no HTTP at all', '\u0016\u0003\u0001\u0000\r\n\r\n', 400],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
  ],
  ['a length that is none', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', 400],
  ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
  ['endless headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
])(
  'answers %s with a problem or a bare refusal, and keeps serving',
  async (_what, bytes, status) => {
    const answer = await raw(server.url, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect((await server.ask('GET', '/healthz')).status).toBe(200);
    expect(server.logged).toEqual([]);
  },
);

it('answers a wrong method with 405 and the right ones', async () => {
  for (const method of ['PUT', 'DELETE', 'OPTIONS', 'PROPFIND']) {
    const answer = await server.ask(method, '/api/v1/emails');
    expectProblem(answer, 405, 'method_not_allowed');
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
  }
});

it('keeps serving when a client disconnects in the middle of a body', async () => {
  const { hostname, port } = new URL(server.url);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        'POST /api/v1/emails HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer write-token\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"subject"',
        () => socket.resetAndDestroy(),
      );
    });
    socket.on('close', () => resolve());
  });
  expect((await server.ask('GET', '/api/v1/profile')).status).toBe(200);
  expect(server.logged).toEqual([]);
});

it('shows only the request id of a fault, and logs it', async () => {
  const own = await startHttp(service);
  service.fault = new Error('select * from secrets where password = 1');
  const answer = await own.ask('GET', '/api/v1/profile');
  service.fault = null;
  expectProblem(answer, 500, 'internal');
  expect(answer.text).not.toMatch(/secrets|stack|\.ts|\.js/);
  const id = answer.json.request_id as string;
  expect(answer.headers.get('x-request-id')).toBe(id);
  expect(own.logged).toHaveLength(1);
  expect(own.logged[0]).toContain(id);
  expect(own.logged[0]).toContain('secrets');
  expect((await own.ask('GET', '/api/v1/profile')).status).toBe(200);
  await own.stop();
});

it('finishes requests in progress when it closes, and keeps no connection', async () => {
  const slow = createFakeService();
  const own = await startHttp(slow);
  let release = () => {};
  const begun = new Promise<void>((begin) => {
    slow.readiness = () => {
      begin();
      return new Promise((resolve) => {
        release = () => resolve({ ready: true, degraded: false, reasons: [] });
      });
    };
  });
  const underWay = own.ask('GET', '/readyz');
  await begun;
  const closed = own.stop();
  release();
  expect((await underWay).status).toBe(200);
  await closed;
  await expect(own.ask('GET', '/healthz')).rejects.toThrow();
});

it('does not wait for connections that were only opened when it closes', async () => {
  const own = await startHttp(createFakeService());
  const { hostname, port } = new URL(own.url);
  const socket = connect(Number(port), hostname);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => socket.once('connect', resolve));
  // An answer on another connection shows that the server has accepted this one too.
  expect((await own.ask('GET', '/healthz')).status).toBe(200);
  await own.stop();
  await closed;
});

it('trusts no header about its own URL or the caller', async () => {
  const answer = await server.ask('GET', '/openapi.json', {
    headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
  });
  expect(answer.text).not.toContain('evil.example');
  expect(limits.httpRequestMs).toBe(server.app.server.requestTimeout);
  expect(limits.httpHeadersMs).toBe(server.app.server.headersTimeout);
});
