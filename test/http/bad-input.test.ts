import { operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import { isWrite } from '@postroad/core/platform/operations/operation';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createFakeService } from './fake-service.ts';
import { type Ask, expectProblem, startHttp, type TestServer } from './http-server.ts';

const service = createFakeService();
let server: TestServer;

beforeAll(async () => {
  server = await startHttp(service);
});
afterAll(() => server.stop());

afterEach(async () => {
  expect(service.calls.splice(0)).toEqual([]);
  expect(server.logged).toEqual([]);
  expect((await server.ask('GET', '/api/v1/profile')).status).toBe(200);
  service.calls.length = 0;
});

const event = { email: 'a@example.com', name: 'signed_up' };
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const details = (json: string) => `{"email":"a@example.com","name":"x","details":${json}}`;

describe('a bad body', () => {
  const bodies: [what: string, body: string | Uint8Array, status: number, code: string][] = [
    ['broken JSON', '{"email":}', 400, 'malformed_json'],
    ['JSON that ends early', '{"email":"a', 400, 'malformed_json'],
    ['JSON with more behind it', '{} {}', 400, 'malformed_json'],
    ['bytes that are not UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), 400, 'malformed_json'],
    ['a list', '[]', 422, 'validation_failed'],
    ['a text', '"a"', 422, 'validation_failed'],
    ['null', 'null', 422, 'validation_failed'],
    ['nothing where fields are required', '', 422, 'validation_failed'],
    ['wrong types', '{"email":1,"name":["x"]}', 422, 'validation_failed'],
    ['an unknown key', JSON.stringify({ ...event, nmae: 'x' }), 422, 'validation_failed'],
    ['__proto__', '{"__proto__":{"email":"a"},"name":"x"}', 422, 'validation_failed'],
    ['an id of 64 bits', details('{"id":9007199254740993}'), 422, 'validation_failed'],
    ['33 levels', details(nested(limits.jsonDepth + 1)), 422, 'validation_failed'],
    ['100,000 levels', details(nested(100_000)), 422, 'validation_failed'],
    ['500,000 open lists', '['.repeat(500_000), 400, 'malformed_json'],
    ['NUL in a text', details('{"a":"b\\u0000"}'), 422, 'validation_failed'],
    ['NUL in a key', details('{"a\\u0000":1}'), 422, 'validation_failed'],
    ['a lone surrogate', details('{"a":"\\ud800"}'), 422, 'validation_failed'],
    ['1e400', details('{"a":1e400}'), 422, 'validation_failed'],
  ];
  it.each(bodies)('%s', async (_what, body, status, code) => {
    expectProblem(await server.ask('POST', '/api/v1/events', { body }), status, code);
  });

  it.each([
    ['a huge integer', '{"template_id":99999999999999999999999}'],
    ['a fraction', '{"template_id":1.5}'],
    ['1e400', '{"template_id":1e400}'],
    ['an id as text', '{"template_id":"1"}'],
  ])('%s for an id in a body', async (_what, body) => {
    const answer = await server.ask('POST', '/api/v1/emails', { body });
    expectProblem(answer, 422, 'validation_failed');
    expect(answer.json.errors).toEqual([expect.objectContaining({ path: 'template_id' })]);
  });

  it('says where JSON is malformed', async () => {
    const answer = await server.ask('POST', '/api/v1/events', { body: '{\n  "a": oops\n}' });
    expect(answer.json).toMatchObject({ position: 9, line: 2, column: 8 });
  });

  it.each([
    ['form data', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['text', { 'content-type': 'text/plain' }],
    ['an unknown type', { 'content-type': 'application/jsonp' }],
    ['no valid type', { 'content-type': 'garbage' }],
    ['another charset', { 'content-type': 'application/json; charset=utf-16' }],
    ['compression', { 'content-encoding': 'gzip' }],
  ])('%s', async (_what, headers) => {
    const answer = await server.ask('POST', '/api/v1/events', { body: event, headers });
    expectProblem(answer, 415, 'unsupported_media_type');
  });

  const filled = (bytes: number) => `{"subject":"${'x'.repeat(bytes - 14)}"}`;
  it('over the limit of its operation', async () => {
    const over = filled(limits.bodyBytes + 1);
    const streamed = new Blob([over]).stream();
    const answers = [
      await server.ask('POST', '/api/v1/emails', { body: over }),
      await server.ask('POST', '/api/v1/emails', { body: filled(12 * limits.bodyBytes) }),
      await server.ask('POST', '/api/v1/events', { body: details(`"${'x'.repeat(1_048_576)}"`) }),
    ];
    for (const answer of answers) {
      expectProblem(answer, 413, 'payload_too_large');
      expect(answer.json.limit_bytes).toBe(limits.bodyBytes);
    }
    const chunked = await fetch(`${server.url}/api/v1/emails`, {
      method: 'POST',
      body: streamed,
      duplex: 'half',
      headers: { authorization: 'Bearer write-token', 'content-type': 'application/json' },
    } as RequestInit);
    expect(chunked.status).toBe(413);
    const atLimit = await server.ask('POST', '/api/v1/emails', { body: filled(limits.bodyBytes) });
    expectProblem(atLimit, 422, 'validation_failed');
  });
});

describe('a bad address', () => {
  const long = 'x'.repeat(limits.pathParameterChars + 1);
  const ids = ['abc', '0', '-1', '007', '1.0', '1e3', '99999999999999999999', '%00'];
  it.each([...ids, ' ', 'x'.repeat(300), long])('/emails/%s is not there', async (id) => {
    for (const method of ['GET', 'PATCH']) {
      const body = method === 'GET' ? {} : { body: {} };
      expectProblem(await server.ask(method, `/api/v1/emails/${id}`, body), 404, 'not_found');
    }
    const preview = await server.ask('POST', `/api/v1/emails/${id}/preview`, { body: {} });
    expectProblem(preview, 404, 'not_found');
    // What may be a misspelt key is looked for among those of emails (FIX-01).
    expect(service.calls.splice(0).filter(({ name }) => name !== 'list_emails')).toEqual([]);
  });

  it.each(['%00', 'x'.repeat(limits.keyChars + 1)])('/flows/%s is not there', async (key) => {
    expectProblem(await server.ask('GET', `/api/v1/flows/${key}`), 404, 'not_found');
  });

  it.each(['/api', '/api/v1', '/api/v1/nothing', '/api/v2/emails', '/api/v1/emails/1/2/3'])(
    '%s is unknown',
    async (path) => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        expectProblem(await server.ask(method, path), 404, 'not_found');
      }
      const typed = { body: 'x', headers: { 'content-type': 'text/plain' } };
      expectProblem(await server.ask('POST', path, typed), 404, 'not_found');
    },
  );

  it.each(['%zz', '%ED%A0%80', '%'])('a broken percent encoding: %s', async (id) => {
    expectProblem(await server.ask('GET', `/api/v1/emails/${id}`), 400, 'malformed_url');
  });

  const queries: [path: string, field: string, code: string][] = [
    ['/emails?nope=1', 'nope', 'key_unknown'],
    ['/emails?limit=many', 'limit', 'type_invalid'],
    ['/emails?limit=1&limit=2', 'limit', 'type_invalid'],
    ['/emails?limit=0', 'limit', 'too_small'],
    ['/emails?archived=yes', 'archived', 'type_invalid'],
    ['/emails?q=%00', 'q', 'text_invalid'],
    ['/emails?__proto__=1', '__proto__', 'key_unknown'],
    ['/emails/1?email_id=2', 'email_id', 'key_unknown'],
    ['/emails?dry_run=1', 'dry_run', 'key_unknown'],
  ];
  it.each(queries)('%s', async (path, field, code) => {
    const answer = await server.ask('GET', `/api/v1${path}`);
    expectProblem(answer, 422, 'validation_failed');
    expect(answer.json.errors).toEqual([expect.objectContaining({ path: field, code })]);
  });
});

describe('a bad token', () => {
  const routes = operationNames.map((name) => operationNamed(name));
  const requests: [what: string, options: Ask][] = [
    ['none', { token: null }],
    ['a wrong one', { token: 'wrong' }],
    ['an empty one', { headers: { authorization: 'Bearer ' } }],
    ['one in another scheme', { headers: { authorization: 'Basic write-token' } }],
    ['one that is far too long', { token: 'x'.repeat(limits.bearerTokenChars + 1) }],
    ['two', { headers: { authorization: 'Bearer write-token write-token' } }],
  ];
  it.each(requests)(
    'AUTH-01 %s is refused by every operation with the same words',
    async (_w, options) => {
      const texts = new Set<string>();
      for (const { method, path } of routes) {
        const body = method === 'GET' ? {} : { body: '{"broken' };
        const url = `/api/v1${path.replace(/:\w+/g, '1')}`;
        const answer = await server.ask(method, url, { ...options, ...body });
        expectProblem(answer, 401, 'unauthorized');
        expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="postroad"');
        texts.add(answer.text);
      }
      expect(texts.size).toBe(1);
    },
  );

  it('a read token is refused by every write', async () => {
    for (const { method, path, safety } of routes) {
      if (!isWrite({ safety })) continue;
      const body = method === 'DELETE' ? {} : { body: {} };
      const url = `/api/v1${path.replace(/:\w+/g, '1')}`;
      expectProblem(
        await server.ask(method, url, { token: 'read-token', ...body }),
        403,
        'forbidden',
      );
    }
  });
});

describe('words about the query', () => {
  it.each([
    ['GET', 'people?limit=1&limit=2', 'limit is there more than once. Give it one value.'],
    ['GET', 'sends?status=sent&status=sent', 'status is there more than once. Give it one value.'],
    ['POST', 'sending/release?dry_run=yes', 'dry_run must be 1 or 0, or true or false, once.'],
  ])('%s %s', async (method, path, detail) => {
    const answer = await server.ask(method, `/api/v1/${path}`);
    expectProblem(answer, 422, 'validation_failed');
    expect(answer.json.detail).toBe(detail);
  });

  it('says where dry_run belongs', async () => {
    const answer = await server.ask('POST', '/api/v1/sending/release', { body: { dry_run: true } });
    expectProblem(answer, 422, 'validation_failed');
    expect(answer.json.detail).toBe(
      'dry_run is not a known key here. Put it into the query: ?dry_run=1.',
    );
  });
});
