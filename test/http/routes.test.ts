import { limits } from '@postroad/core/platform/limits';
import { problemCodes } from '@postroad/core/platform/problem';
import { transportKinds } from '@postroad/http/api/http-problem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFakeService } from './fake-service.ts';
import { expectProblem, startHttp, type TestServer } from './http-server.ts';

const service = createFakeService();
let server: TestServer;

beforeAll(async () => {
  server = await startHttp(service);
});
afterAll(() => server.stop());
beforeEach(() => {
  service.calls.length = 0;
});

const called = () => service.calls.map(({ name, input }) => [name, input]);

describe('a request becomes the call of an operation', () => {
  it('reads path, query and body', async () => {
    await server.ask('GET', '/api/v1/emails?limit=3&archived=1&q=%C3%A9');
    await server.ask('PATCH', '/api/v1/emails/7', { body: { subject: '7', labels: [' a ', 'a'] } });
    await server.ask('GET', '/api/v1/people/a%2Bb%40example.com');
    await server.ask('DELETE', '/api/v1/tokens/3');
    expect(called()).toEqual([
      ['list_emails', { limit: 3, archived: true, q: 'é', sort: '-id' }],
      ['update_email', { email_id: 7, subject: '7', labels: ['a'] }],
      ['get_person', { person: 'a+b@example.com' }],
      ['revoke_token', { token_id: 3 }],
    ]);
  });

  it('takes no body, an empty one and {} alike where nothing is required', async () => {
    const json = { 'content-type': 'application/json' };
    await server.ask('POST', '/api/v1/emails');
    await server.ask('POST', '/api/v1/emails', { headers: json });
    await server.ask('POST', '/api/v1/emails', { body: ' \n' });
    await server.ask('POST', '/api/v1/emails', {
      body: '{}',
      headers: { 'content-type': 'Application/JSON; charset="UTF-8"' },
    });
    await server.ask('POST', '/api/v1/flows/1/activate');
    expect(called()).toEqual([
      ...new Array(4).fill(['create_email', {}]),
      ['activate_flow', { flow_key: '1' }],
    ]);
  });

  it('chooses between the two operations of POST /events', async () => {
    const one = { email: 'a@example.com', name: 'x' };
    service.outputs.record_event = { status: 'duplicate' };
    expect((await server.ask('POST', '/api/v1/events', { body: one })).status).toBe(200);
    service.outputs.record_event = { status: 'created' };
    expect((await server.ask('POST', '/api/v1/events', { body: one })).status).toBe(201);
    await server.ask('POST', '/api/v1/events', { body: { events: [one] } });
    expect(called().map(([name]) => name)).toEqual([
      'record_event',
      'record_event',
      'record_events',
    ]);
  });

  it('takes a batch that is larger than an ordinary body', async () => {
    const details = { text: 'x'.repeat(60_000) };
    const events = Array.from({ length: 100 }, () => ({
      email: 'a@example.com',
      name: 'x',
      details,
    }));
    expect((await server.ask('POST', '/api/v1/events', { body: { events } })).status).toBe(200);
  });

  it('refuses a key named __proto__ in JSON, which has no effect', async () => {
    const body =
      '{"email":"a@example.com","name":"x","details":{"__proto__":{"admin":true},"a":1}}';
    expectProblem(await server.ask('POST', '/api/v1/events', { body }), 422, 'validation_failed');
    expect(service.calls).toEqual([]);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });
});

describe('writes', () => {
  it('run dry with ?dry_run=1, and say so', async () => {
    service.outputs.create_email = { email: { id: 1 } };
    for (const value of ['1', 'true']) {
      const dry = await server.ask('POST', `/api/v1/emails?dry_run=${value}`, { body: {} });
      expect([dry.status, dry.json]).toEqual([201, { email: { id: 1 }, dry_run: true }]);
    }
    for (const query of ['', '?dry_run=0', '?dry_run=false']) {
      const wet = await server.ask('POST', `/api/v1/emails${query}`, { body: {} });
      expect(wet.json).toEqual({ email: { id: 1 } });
    }
    expect((await server.ask('DELETE', '/api/v1/tokens/1?dry_run=1')).json).toEqual({
      dry_run: true,
    });
    expect(service.calls.map(({ options }) => options.dryRun)).toEqual([
      ...[true, true],
      ...[false, false, false],
      true,
    ]);
  });

  it.each(['yes', '', '2', '1&dry_run=0'])('refuse ?dry_run=%s', async (value) => {
    const answer = await server.ask('POST', `/api/v1/emails?dry_run=${value}`, { body: {} });
    expectProblem(answer, 422, 'validation_failed');
    expect(called()).toEqual([]);
  });

  it('refuse dry_run in the body and fields in the query', async () => {
    for (const [path, body] of [
      ['/api/v1/emails', { dry_run: true }],
      ['/api/v1/emails?subject=x', {}],
      ['/api/v1/emails/1', { email_id: 2 }],
    ] as const) {
      const method = path.endsWith('1') ? 'PATCH' : 'POST';
      expectProblem(await server.ask(method, path, { body }), 422, 'validation_failed');
    }
    expect(called()).toEqual([]);
  });

  it('pass on the header Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'order 1' };
    await server.ask('POST', '/api/v1/emails', { body: {}, headers });
    await server.ask('PATCH', '/api/v1/emails/1', { body: {}, headers });
    await server.ask('GET', '/api/v1/emails', { headers });
    const keys = service.calls.map(({ options }) => options.idempotencyKey);
    expect(keys).toEqual(['order 1', 'order 1', undefined]);
    for (const key of ['', 'x'.repeat(limits.idempotencyKeyChars + 1)]) {
      const answer = await server.ask('POST', '/api/v1/emails', {
        body: {},
        headers: { 'idempotency-key': key },
      });
      expectProblem(answer, 422, 'validation_failed');
    }
  });
});

describe('reads', () => {
  it('ignore a dry run that asks for nothing', async () => {
    expect((await server.ask('GET', '/api/v1/emails?dry_run=0')).status).toBe(200);
  });

  it('answer HEAD as GET without its body', async () => {
    const get = await server.ask('GET', '/api/v1/profile');
    const head = await server.ask('HEAD', '/api/v1/profile');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
  });

  it('answer JSON that must not be cached, framed or sniffed', async () => {
    const { headers } = await server.ask('GET', '/api/v1/profile');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('server')).toBeNull();
  });
});

describe('without a token', () => {
  it('shows that the process is up, and its metrics', async () => {
    const health = await server.ask('GET', '/healthz', { token: null });
    expect([health.status, health.json]).toEqual([200, { status: 'ok' }]);
    const metrics = await server.ask('GET', '/metrics', { token: null });
    expect([metrics.status, metrics.text]).toEqual([200, 'postroad_up 1\n']);
    expect(metrics.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  });

  it('SEC-35 shows that the process is not well once its database has stopped, and why', async () => {
    service.databaseStopped = 'The embedded database has stopped.';
    const health = await server.ask('GET', '/healthz', { token: null });
    expectProblem(health, 503, 'unavailable');
    expect(health.json.detail).toBe('The embedded database has stopped.');
    service.databaseStopped = null;
  });

  it('shows whether the service is ready, and why not', async () => {
    const ready = await server.ask('GET', '/readyz', { token: null });
    expect([ready.status, ready.json]).toEqual([200, { status: 'ready' }]);
    service.state = { ready: true, degraded: true, reasons: ['Mail waits.'] };
    const degraded = await server.ask('GET', '/readyz', { token: null });
    expect([degraded.status, degraded.json]).toEqual([
      200,
      { status: 'degraded', reasons: ['Mail waits.'] },
    ]);
    service.state = { ready: false, degraded: true, reasons: ['The database cannot be reached.'] };
    const answer = await server.ask('GET', '/readyz', { token: null });
    expectProblem(answer, 503, 'unavailable');
    expect(answer.json.reasons).toEqual(['The database cannot be reached.']);
    service.state = { ready: true, degraded: false, reasons: [] };
  });

  it('LEFT-09 the type of a problem leads to an entry about its code', async () => {
    const { json } = await server.ask('GET', '/api/v1/nothing');
    const type = String(json.type);
    expect(type).toBe('/docs/problems#not_found');
    const page = await server.ask('GET', '/docs/problems', { token: null });
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.text).not.toMatch(/<script|<img|<link|@import|https?:\/\/|\son\w+=|style="/);
    for (const code of [...problemCodes, ...Object.keys(transportKinds)]) {
      expect(page.text.split(`<section id="${code}">`)).toHaveLength(2);
    }
  });
});

describe('a path that does not exist', () => {
  it.each([
    ['/api/v1/broadcasts/1/send?dry_run=1', '/api/v1/broadcasts/1/send_now'],
    ['/api/v1/emials', '/api/v1/emails'],
    ['/api/v1/email/4/preview', '/api/v1/emails/4/preview'],
    ['/api/v1/emails/', '/api/v1/emails'],
    ['/events', '/api/v1/events'],
    ['/api/events', '/api/v1/events'],
    ['/v1/flows/welcome/activate', '/api/v1/flows/welcome/activate'],
  ])('FIX-01 names the path that %s means', async (path, meant) => {
    const answer = await server.ask('POST', path, { body: {} });
    expectProblem(answer, 404, 'not_found');
    expect(answer.json).toMatchObject({
      detail: `There is nothing at this path. Did you mean ${meant}?`,
      did_you_mean: meant,
    });
  });

  it.each(['//', '/api/v1', '/api/v1/', '/api/v1/x', `/api/v1/${'a/'.repeat(90)}`, '/%00/emails'])(
    'FIX-01 names the list of paths where %s means none',
    async (path) => {
      const { json } = await server.ask('POST', path, { body: {} });
      expect(json).toMatchObject({
        detail: 'There is nothing at this path. GET /openapi.json lists all paths.',
      });
      expect(json).not.toHaveProperty('did_you_mean');
    },
  );
});
