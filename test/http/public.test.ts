import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Calling, calling } from '../service/app/calling.ts';
import {
  reader as readerOf,
  type Subscriber,
  testKey,
  tokenOf,
} from '../service/subscribers/subscribing.ts';
import { dumpWritten } from '../support/dump.ts';
import { runs } from '../support/property-tests.ts';
import { openTestService, type TestService } from '../support/service.ts';
import { type Ask, expectProblem, startHttp, type TestServer } from './http-server.ts';

const operatorToken = 'token-of-an-operator-012345';

let opened: TestService;
let calls: Calling;
let server: TestServer;
let count = 0;

/** Number of reads of each public URL; issue 8 was proved with 10,000. */
const readings = Number(process.env.POSTROAD_TEST_READINGS ?? 10);
/** Number of altered tokens tried over HTTP. */
const alterations = Number(process.env.POSTROAD_TEST_TOKENS ?? runs(200));

beforeAll(async () => {
  opened = await openTestService({ env: { SECRET_KEY: testKey, API_TOKEN: operatorToken } });
  calls = calling(opened);
  server = await startHttp(opened.service);
});

afterAll(async () => {
  await server.stop();
  await opened.close();
});

function somebody(): Promise<Subscriber> {
  count += 1;
  return readerOf(opened, `reader-${count}@example.com`);
}

/** Calls without a bearer token, as anybody can. */
const ask = (method: string, path: string, options: Ask = {}) =>
  server.ask(method, path, { token: null, ...options });

const api = ({ token }: Pick<Subscriber, 'token'>, what = '') =>
  `/api/v1/subscription/${token}${what}`;

async function isOut({ email }: Subscriber): Promise<boolean> {
  return (await calls.call('get_person', { person: email })).person.unsubscribed;
}

const form = 'application/x-www-form-urlencoded';
const unsupported = 'unsupported_media_type';

describe('the public API', () => {
  let reader: Subscriber;

  beforeAll(async () => {
    reader = await somebody();
  });

  it('SUB-01, SUB-02, TOKEN-01 answers the status to a token in the path alone', async () => {
    const answered = await ask('GET', api(reader));
    expect(answered.status).toBe(200);
    expect(answered.json).toEqual({
      ...{ email: reader.email, unsubscribed: false, unsubscribed_at: null, reason: null },
    });
    expect(answered.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answered.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
    ['text/html', true],
    ['application/json, text/html', true],
    ['application/json, text/html;q=0.5', false],
    ['application/json, text/plain, */*', false],
    ['text/html;q=0', false],
    ['*/*', false],
    ['', false],
  ])('SUB-03 sends who accepts %j to the page: %j', async (accept, page) => {
    const token = tokenOf({ personId: 1, emailId: 1, sendId: 1 });
    const { status, headers } = await ask('GET', api({ token }), { headers: { accept } });
    expect(status === 302).toBe(page);
    expect(headers.get('location')).toBe(page ? `../../../unsubscribe/${token}` : null);
    expect(headers.get('vary')).toBe('accept');
  });

  it('SUB-04, SUB-08, SUB-10 unsubscribes with any reason and takes it back, both idempotent', async () => {
    const reader = await somebody();
    for (const reason of ['too_frequent', 'not_relevant', 'never_signed_up', 'other', 'My own.']) {
      const first = await ask('POST', api(reader, '/unsubscribe'), { body: { reason } });
      expect(first.json).toMatchObject({ email: reader.email, unsubscribed: true, reason });
      const again = await ask('POST', api(reader, '/unsubscribe'), { body: { reason } });
      expect([again.status, again.json]).toEqual([200, first.json]);
      for (const _ of [1, 2]) {
        const back = await ask('POST', api(reader, '/resubscribe'));
        expect(back.json).toMatchObject({ unsubscribed: false, unsubscribed_at: null });
      }
    }
    const bare = await ask('POST', api(reader, '/unsubscribe'));
    expect(bare.json).toMatchObject({ unsubscribed: true, reason: null });
  });

  it.each<[what: string, Ask, status: number, code: string]>([
    ['broken JSON', { body: '{"reason":' }, 400, 'malformed_json'],
    ['a reason that is no text', { body: { reason: 7 } }, 422, 'validation_failed'],
    ['a reason too long', { body: { reason: 'x'.repeat(501) } }, 422, 'validation_failed'],
    ['another key', { body: { why: 'x' } }, 422, 'validation_failed'],
    ['a list', { body: [] }, 422, 'validation_failed'],
    ['text', { body: 'x', headers: { 'content-type': 'text/plain' } }, 415, unsupported],
    ['a form', { body: 'reason=x', headers: { 'content-type': form } }, 415, unsupported],
    ['too much', { body: 'x'.repeat(20_000) }, 413, 'payload_too_large'],
  ])('refuses %s', async (_what, options, status, code) => {
    const answered = await ask('POST', api(reader, '/unsubscribe'), options);
    expectProblem(answered, status, code);
    expect(answered.headers.get('access-control-allow-origin')).toBe('*');
    expect(await isOut(reader)).toBe(false);
  });

  it('SUB-29 lets every origin ask, without cookies', async () => {
    const origin = { origin: 'https://elsewhere.example' };
    for (const what of ['', '/unsubscribe', '/resubscribe']) {
      const preflight = await ask('OPTIONS', api(reader, what), {
        headers: { ...origin, 'access-control-request-method': what === '' ? 'GET' : 'POST' },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
      expect(preflight.headers.get('access-control-allow-headers')).toContain('content-type');
      const methods = preflight.headers.get('access-control-allow-methods');
      expect(methods).toContain(what === '' ? 'GET' : 'POST');
      const method = what === '' ? 'GET' : 'POST';
      for (const path of [api(reader, what), api({ token: 'x' }, what)]) {
        const { headers } = await ask(method, path, { headers: origin });
        expect(headers.get('access-control-allow-origin')).toBe('*');
        expect(headers.get('access-control-allow-credentials')).toBeNull();
        expect(headers.get('set-cookie')).toBeNull();
      }
    }
  });

  it.each(['/u/', '/unsubscribe/'])('SUB-29 lets every origin reach %s too', async (path) => {
    const { token } = await somebody();
    const headers = { origin: 'https://elsewhere.example' };
    const preflight = await ask('OPTIONS', path + token, { headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      for (const one of [token, 'x']) {
        const answer = await ask(method, path + one, { headers });
        expect(answer.headers.get('access-control-allow-origin'), `${method} ${one}`).toBe('*');
        expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      }
    }
  });

  it('TOKEN-05 answers the same 404 whatever is wrong with a token', async () => {
    const reader = await somebody();
    await calls.call('delete_person', { person: reader.email });
    const wrong = [
      ...[reader.token, `${reader.token}A`, 'x', '%00', '%zz', '%F0%9F%92%A9'],
      ...['A'.repeat(900), 'A'.repeat(5_000)],
    ];
    const bodies = new Set<string>();
    for (const token of wrong) {
      for (const [method, what] of [
        ['GET', ''],
        ['POST', '/unsubscribe'],
        ['POST', '/resubscribe'],
      ] as const) {
        const answered = await ask(method, api({ token }, what));
        expectProblem(answered, 404, 'not_found');
        expect(answered.headers.get('access-control-allow-origin')).toBe('*');
        bodies.add(answered.text);
      }
    }
    expect(bodies.size).toBe(1);
  });

  it('limits how often one person resubscribes, and never an unsubscribe', async () => {
    const reader = await somebody();
    let answered = await ask('POST', api(reader, '/resubscribe'));
    for (let turn = 0; turn < 3 * limits.subscriberChanges && answered.status === 200; turn += 1) {
      answered = await ask('POST', api(reader, '/resubscribe'));
    }
    expectProblem(answered, 429, 'rate_limited');
    expect(Number(answered.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('POST', api(reader, '/unsubscribe'))).status).toBe(200);
    expect((await ask('POST', `/u/${reader.token}`)).status).toBe(200);
    expect(await isOut(reader)).toBe(true);
    expect((await ask('POST', api(await somebody(), '/resubscribe'))).status).toBe(200);
  });
});

const boundary = 'x1y2';
const multipart = [
  `--${boundary}`,
  'Content-Disposition: form-data; name="List-Unsubscribe"',
  '',
  'One-Click',
  `--${boundary}--`,
  '',
].join('\r\n');

describe('one-click', () => {
  it.each<[string, Ask]>([
    [
      'a form',
      {
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': form },
      },
    ],
    [
      'multipart',
      {
        body: multipart,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      },
    ],
    ['nothing', {}],
    ['an empty form', { body: '', headers: { 'content-type': 'multipart/form-data' } }],
    ['broken JSON', { body: '{', headers: { 'content-type': 'application/json' } }],
    ['a type of its own', { body: 'x', headers: { 'content-type': 'mail/click; a=b' } }],
    ['a type that is none', { body: 'x', headers: { 'content-type': ';;,' } }],
    ['too much', { body: 'x'.repeat(2_000_000), headers: { 'content-type': 'text/plain' } }],
    ['a claim to be packed', { body: 'x', headers: { 'content-encoding': 'gzip' } }],
  ])('SUB-12, SUB-13 takes %s', async (_what, options) => {
    const reader = await somebody();
    const answered = await ask('POST', `/u/${reader.token}`, options);
    expect(answered.status).toBe(200);
    expect(answered.headers.get('set-cookie')).toBeNull();
    expect(await isOut(reader)).toBe(true);
  });

  it('SUB-12, SUB-13 takes an address that a mail client ended with a slash', async () => {
    const reader = await somebody();
    expect((await ask('POST', `/u/${reader.token}/`)).status).toBe(200);
    expect(await isOut(reader)).toBe(true);
  });

  const toggle = {
    ...{ id: 'news', label: 'News', condition: { type: 'has_tag', tag: 'news' } },
    on: [{ type: 'add_tag', tag: 'news' }],
    off: [{ type: 'remove_tag', tag: 'news' }],
  };

  it.each([
    { 'sending.subscription_preferences': { enabled: true, toggles: [toggle] } },
    { 'sending.subscription_preferences': { default_tab: 'preferences', toggles: [toggle] } },
    { 'sending.unsubscribe_page_url': 'https://example.com/bye?x=1' },
  ])('SUB-12 is out of all mail whatever the configuration: %j', async (settings) => {
    await calls.call('update_settings', { settings: { 'sending.unsubscribe_page_url': '' } });
    await calls.call('update_settings', { settings });
    const reader = await somebody();
    await calls.call('tag_person', { person: reader.email, tag: 'news' });
    expect((await ask('POST', `/u/${reader.token}`)).status).toBe(200);
    const { person } = await calls.call('get_person', { person: reader.email });
    expect(person).toMatchObject({ unsubscribed: true, tags: ['news'] });
  });

  it('SUB-13 answers every token alike, and changes nothing for one of nobody', async () => {
    const reader = await somebody();
    const before = await dumpWritten(opened.database);
    const good = tokenOf({ personId: 999_999, emailId: 1, sendId: 1 });
    const wrong = [good, `${reader.token}A`, 'x', '%00', '%', '%zz', 'A'.repeat(5_000)];
    for (const token of wrong) {
      const answered = await ask('POST', `/u/${token}`, { body: 'List-Unsubscribe=One-Click' });
      expect([answered.status, answered.text], token).toEqual([200, 'OK\n']);
    }
    expect(await dumpWritten(opened.database)).toEqual(before);
  });

  it('SUB-14 a plain opened link lands on the page', async () => {
    const reader = await somebody();
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await ask(method, `/u/${reader.token}`);
      expect(status).toBe(302);
      expect(headers.get('location')).toBe(`../unsubscribe/${reader.token}`);
    }
    const slashed = await ask('GET', `/u/${reader.token}/?a=/b`);
    expect(slashed.headers.get('location')).toBe(`../../unsubscribe/${reader.token}`);
    expect(await isOut(reader)).toBe(false);
    const broken = await ask('GET', '/u/%zz');
    expect([broken.status, broken.headers.get('location')]).toEqual([302, '../unsubscribe/x']);
  });
});

it('SUB-15 reading a public address any number of times writes nothing', async () => {
  const reader = await somebody();
  const paths = [api(reader), `/u/${reader.token}`, `/unsubscribe/${reader.token}`];
  const page = { accept: 'text/html' };
  const before = await dumpWritten(opened.database);
  const statuses = new Set<number>();
  for (let turn = 0; turn < readings; turn += 1) {
    for (const url of paths) {
      for (const method of ['GET', 'HEAD'] as const) {
        const headers = turn % 2 === 0 ? {} : page;
        statuses.add((await server.app.inject({ method, url, headers })).statusCode);
      }
    }
  }
  expect([...statuses].sort()).toEqual([200, 302]);
  expect(await dumpWritten(opened.database)).toEqual(before);
});

it('TOKEN-02 an altered token has no effect', async () => {
  const reader = await somebody();
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_%.~';
  const change = fc.record({ at: fc.nat(), to: fc.constantFrom(...alphabet) });
  const before = await dumpWritten(opened.database);
  const altered = fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    let text = reader.token;
    for (const { at, to } of changes) {
      const index = at % text.length;
      text = text.slice(0, index) + to + text.slice(index + 1);
    }
    return text;
  });
  await fc.assert(
    fc.asyncProperty(altered, async (token) => {
      fc.pre(token !== reader.token);
      for (const what of ['/unsubscribe', '/resubscribe']) {
        const { statusCode } = await server.app.inject({
          method: 'POST',
          url: api({ token }, what),
        });
        expect([400, 404]).toContain(statusCode);
      }
      const read = await server.app.inject({ method: 'GET', url: api({ token }) });
      expect([400, 404]).toContain(read.statusCode);
      const click = await server.app.inject({ method: 'POST', url: `/u/${token}` });
      expect(click.statusCode).toBe(200);
    }),
    { numRuns: alterations },
  );
  expect(await dumpWritten(opened.database)).toEqual(before);
});

it('reports an unsubscribe that could not be stored, and only that', async () => {
  const reader = await somebody();
  const { unsubscribe } = opened.service;
  opened.service.unsubscribe = () => Promise.reject(new Refusal('unavailable', 'Away.'));
  const answered = await ask('POST', `/u/${reader.token}`);
  opened.service.unsubscribe = unsubscribe;
  expectProblem(answered, 503, 'unavailable');
  expect((await ask('POST', `/u/${reader.token}`)).status).toBe(200);
});

it('AUTH-03 nothing that a reader gets holds a token of operators', async () => {
  const reader = await somebody();
  const answers = [
    await ask('GET', api(reader)),
    await ask('POST', api(reader, '/unsubscribe')),
    await ask('POST', api(reader, '/resubscribe')),
    await ask('POST', `/u/${reader.token}`),
    await ask('GET', `/u/${reader.token}`),
    await ask('GET', `/unsubscribe/${reader.token}`),
    await ask('POST', `/unsubscribe/${reader.token}`),
    await ask('GET', '/unsubscribe/x'),
  ];
  for (const { status, text, headers } of answers) {
    expect(status).toBeLessThan(500);
    expect(text + JSON.stringify([...headers])).not.toContain(operatorToken);
    expect(headers.get('set-cookie')).toBeNull();
  }
});

it('TOKEN-02 no token is ever written to the log', async () => {
  const reader = await somebody();
  const { unsubscribe } = opened.service;
  opened.service.unsubscribe = () => Promise.reject(new Error('A fault of the test.'));
  for (const path of [`/u/${reader.token}`, api(reader, '/unsubscribe')]) {
    expect((await ask('POST', path)).status).toBe(500);
  }
  opened.service.unsubscribe = unsubscribe;
  expect(server.logged).toHaveLength(2);
  const lines = [...server.logged, ...server.requests.map((line) => JSON.stringify(line))];
  expect(lines.join('\n')).not.toContain(reader.token);
  expect(await opened.service.metrics()).not.toContain(reader.token);
});
