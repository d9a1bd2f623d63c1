import { once } from 'node:events';
import { connect } from 'node:net';
import { Refusal } from '@postroad/core/platform/refusal';
import { logFields } from '@postroad/service/platform/observing/log-fields';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFakeService, type FakeService } from './fake-service.ts';
import { type Ask, startHttp, type TestServer } from './http-server.ts';

let fake: FakeService;
let server: TestServer;

beforeAll(async () => {
  fake = createFakeService();
  server = await startHttp(fake);
});

afterAll(() => server.stop());

beforeEach(() => {
  server.requests.length = 0;
  fake.fault = null;
});

/** The answer to a request, and its line of the log. */
async function observed(method: string, path: string, options?: Ask) {
  const answer = await server.ask(method, path, options);
  const id = answer.headers.get('x-request-id');
  const lineOf = () => server.requests.find(({ request_id }) => request_id === id);
  await expect.poll(lineOf).toBeDefined();
  return { answer, line: lineOf() ?? {} };
}

const secret = 'hush-0123456789';

describe('OBS-01 a request is one line', () => {
  it('with its operation, who called, and how long it took', async () => {
    const { answer, line } = await observed('GET', '/api/v1/people/ada%40example.com');
    expect(line).toEqual({
      time: expect.any(String),
      level: 'info',
      message: 'A request was answered.',
      request_id: answer.headers.get('x-request-id'),
      method: 'GET',
      route: '/api/v1/people/:person',
      operation: 'get_person',
      status: 200,
      ms: expect.any(Number),
      actor: 'token 1',
    });
    expect(server.requests).toHaveLength(1);
  });

  it('OBS-01 with the reason, where the service could not do it', async () => {
    fake.fault = new Refusal('unavailable', 'The disk of the database is full.');
    const { line } = await observed('GET', '/api/v1/people/ada%40example.com');
    expect(line).toMatchObject({ status: 503, reason: 'The disk of the database is full.' });
  });

  it('with the operation that the body chose', async () => {
    const body = { email: 'ada@example.com', name: 'signed_up' };
    const one = await observed('POST', '/api/v1/events', { body });
    expect(one.line.operation).toBe('record_event');
    const many = await observed('POST', '/api/v1/events', { body: { events: [body] } });
    expect(many.line.operation).toBe('record_events');
  });

  it.each([
    ['GET', `/unsubscribe/${secret}?tab=${secret}`, '/unsubscribe/:token'],
    ['POST', `/u/${secret}?x=${secret}`, '/u/:token'],
    ['GET', `/o/${secret}`, '/o/:token'],
    ['GET', `/c/${secret}?to=https://${secret}.example`, '/c/:token'],
    ['GET', `/api/v1/subscription/${secret}`, '/api/v1/subscription/:token'],
    ['GET', `/api/v1/people?q=${secret}`, '/api/v1/people'],
    ['GET', `/api/v1/no/${secret}`, null],
    ['GET', `/${secret}`, null],
    ['GET', `/%zz${secret}`, null],
  ])('and %s %s tells its pattern, never what is in it', async (method, path, route) => {
    const headers = { cookie: secret, 'user-agent': secret, referer: `https://${secret}` };
    const { line } = await observed(method, path, { headers });
    expect(line.route).toBe(route);
    expect(JSON.stringify(line)).not.toContain(secret);
  });

  it('also where the router gave the path up', async () => {
    const long = await observed('GET', `/api/v1/people/${secret}${'x'.repeat(2_000)}`);
    expect(long.line).toMatchObject({ route: null, status: 404 });
    expect(JSON.stringify(long.line)).not.toContain(secret);
  });

  it('without a name that the list of names does not have', async () => {
    await observed('GET', '/api/v1/profile');
    await observed('GET', '/nowhere');
    await observed('POST', '/webhooks/postmark');
    const known = ['time', 'level', 'message', ...Object.keys(logFields)];
    for (const line of server.requests) {
      expect(Object.keys(line).filter((name) => !known.includes(name))).toEqual([]);
    }
  });

  it('at the level debug where there can be thousands, and warn where it failed', async () => {
    const level = async (method: string, path: string) =>
      (await observed(method, path, { token: null })).line.level;
    for (const path of ['/o/known', '/c/known', '/o/unknown', '/healthz', '/readyz', '/metrics']) {
      expect(await level('GET', path)).toBe('debug');
    }
    expect(await level('POST', '/u/known')).toBe('debug');
    expect(await level('GET', '/u/known')).toBe('info');
    expect(await level('GET', '/api/v1/profile')).toBe('info');
    fake.state = { ready: false, degraded: true, reasons: ['x'] };
    expect(await level('GET', '/readyz')).toBe('warn');
    fake.state = { ready: true, degraded: false, reasons: [] };
  });

  it('also where its client did not wait for the answer', async () => {
    let go: (() => void) | null = null;
    const { readiness } = fake;
    fake.readiness = () =>
      new Promise((resolve) => {
        go = () => resolve(fake.state);
      });
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write('GET /readyz HTTP/1.1\r\nhost: a\r\nx-request-id: gone\r\n\r\n');
    await expect.poll(() => go).not.toBeNull();
    socket.destroy();
    await once(socket, 'close');
    await expect.poll(() => server.requests).toMatchObject([{ request_id: 'gone', aborted: true }]);
    (go as (() => void) | null)?.();
    fake.readiness = readiness;
  });
});

describe('OBS-01 the id of a request', () => {
  it('is that of the client where it is safe', async () => {
    const given = 'Req_1.a-B'.padEnd(128, 'x');
    const { answer, line } = await observed('GET', '/api/v1/profile', {
      headers: { 'x-request-id': given },
    });
    expect(answer.headers.get('x-request-id')).toBe(given);
    expect(line.request_id).toBe(given);
  });

  it.each(['a b', 'x'.repeat(129), '<script>', 'a"b', 'a,b', 'a\tb', '{}', 'ä'])(
    'is a new one in place of %j',
    async (given) => {
      const { answer } = await observed('GET', '/api/v1/profile', {
        headers: { 'x-request-id': given },
      });
      expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
    },
  );

  it('is in the answer of a fault, and in both lines about it', async () => {
    fake.fault = new Error('a fault of the test');
    const { answer, line } = await observed('GET', '/api/v1/profile', {
      headers: { 'x-request-id': 'mine' },
    });
    expect(answer.json.request_id).toBe('mine');
    expect(line).toMatchObject({ request_id: 'mine', status: 500, level: 'warn' });
    expect(JSON.parse(server.logged.splice(0)[0] ?? '{}')).toMatchObject({
      request_id: 'mine',
      route: '/api/v1/profile',
      error: expect.stringContaining('a fault of the test'),
    });
  });
});

it('OBS-02 takes the trace of a request on', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const trace = async (traceparent: string) =>
    (await observed('GET', '/api/v1/profile', { headers: { traceparent } })).line.trace_id;
  expect(await trace(`00-${traceId}-00f067aa0ba902b7-01`)).toBe(traceId);
  expect(await trace(`00-${traceId}-0000000000000000-01`)).toBeUndefined();
  expect(await trace('<script>')).toBeUndefined();
});

it('OBS-04 measures requests by method, pattern and class of status, whatever is sent', async () => {
  const own = createFakeService();
  const other = await startHttp(own);
  try {
    for (let at = 0; at < 20; at += 1) await other.ask('GET', `/o/${secret}${at}`);
    await other.ask('GET', '/api/v1/profile');
    await other.ask('GET', `/${secret}`);
    await other.ask('PROPFIND', `/${secret}`);
    const count = (labels: string) => {
      const line = `postroad_http_request_duration_seconds_count{${labels}}`;
      return own.requests
        .text()
        .split('\n')
        .find((one) => one.startsWith(line));
    };
    await expect.poll(() => count('method="GET",route="/o/:token",status="4xx"')).toMatch(/ 20$/);
    expect(count('method="GET",route="/api/v1/profile",status="2xx"')).toMatch(/ 1$/);
    expect(count('method="GET",route="none",status="4xx"')).toMatch(/ 1$/);
    await expect.poll(() => count('method="other",route="none",status="4xx"')).toMatch(/ 1$/);
    expect(own.requests.text()).not.toContain(secret);
  } finally {
    await other.stop();
  }
});
