import { limits } from '@postroad/core/platform/limits';
import { surfaceHeader } from '@postroad/core/platform/surface';
import type { Actor } from '@postroad/service/platform/actor';
import type { Sql } from '@postroad/store/platform/connection/database';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { operatorToken, type RealServer, startReal } from '../http/real-server.ts';

let server: RealServer;

beforeAll(async () => {
  server = await startReal();
});
afterAll(() => server.stop());

const operator: Actor = { id: 'environment', name: 'test', scopes: ['admin'] };
const sameOrigin = { 'sec-fetch-site': 'same-origin' };

interface Sent {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  body?: unknown;
  cookie?: string | undefined;
  headers?: Record<string, string | string[]>;
  from?: string;
}

/** A request as a page of the console sends it, unless `headers` say otherwise. */
async function ask({ method = 'GET', url, body, cookie, headers = sameOrigin, from }: Sent) {
  const answer = await server.app.inject({
    ...{ method, url, remoteAddress: from ?? '127.0.0.1' },
    headers: { ...headers, ...(cookie === undefined ? {} : { cookie }) },
    ...(body === undefined ? {} : { payload: body as object }),
  });
  const { statusCode: status } = answer;
  return { status, answer, json: answer.body === '' ? {} : answer.json() };
}

type Answer = Awaited<ReturnType<typeof ask>>;

const setCookie = ({ answer }: Answer) => String(answer.headers['set-cookie'] ?? '');

/** What the browser sends back of a cookie that was set. */
const kept = (answer: Answer) => setCookie(answer).split(';')[0];

let addresses = 0;

/** Each from another address, since wrong ones are counted. */
function signIn(given: object, more: Partial<Sent> = {}): Promise<Answer> {
  addresses += 1;
  const from = `198.51.${addresses >> 8}.${addresses & 255}`;
  return ask({ method: 'POST', url: '/console/session', body: given, from, ...more });
}

async function cookieOf(token: string): Promise<string> {
  const answer = await signIn({ token }, { from: '127.0.0.1' });
  expect(answer.status, answer.answer.body).toBe(200);
  return kept(answer) ?? '';
}

async function invoke(name: 'create_token' | 'invite_operator', input: object) {
  const { output } = await server.service.invoke(name, input as never, { actor: operator });
  return output as { token: { id: number }; secret?: string; url?: string };
}

async function make(input: object = {}) {
  const { token, secret = '' } = await invoke('create_token', {
    ...{ name: 'Ada', scope: 'write' },
    ...input,
  });
  return { token, secret };
}

const revoke = (id: number) =>
  server.service.invoke('revoke_token', { token_id: id }, { actor: operator });

async function linkFor(input: object = {}): Promise<{ code: string; id: number }> {
  const { token, url = '' } = await invoke('invite_operator', {
    name: 'Ada',
    scope: 'read',
    ...input,
  });
  return { code: new URL(url).hash.slice(1), id: token.id };
}

const inDatabase = <T>(work: (sql: Sql) => Promise<T>) =>
  transaction(server.database, {}, ({ sql }) => work(sql));

const themes = { url: '/api/v1/themes' };
const rename = { method: 'PATCH', url: '/api/v1/profile', body: { name: 'Analytical' } } as const;

describe('CON-14', () => {
  it('a token becomes a session whose cookie no script reads and no other site sends', async () => {
    const answer = await signIn({ token: operatorToken });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      ...{ name: 'API_TOKEN', scopes: ['admin'], kind: 'environment', test_clock: false },
      account: { name: '', time_zone: 'America/New_York' },
    });
    expect(setCookie(answer)).toMatch(
      /^postroad_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const cookie = kept(answer);
    const { expires_at, ...shown } = answer.json;
    expect((await ask({ url: '/console/session', cookie })).json).toMatchObject(shown);
    const days = (Date.parse(expires_at) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    expect((await ask({ ...themes, cookie })).status).toBe(200);
    expect((await ask(themes)).status).toBe(401);
  });

  it.each([
    ['https://mail.example.com', 'mail.example.com', true],
    ['https://mail.example.com', '127.0.0.1:3000', true],
    [null, 'mail.example.com', true],
    [null, '192.168.1.5:3000', true],
    [null, 'localhost:3000', false],
    [null, '[::1]:3000', false],
    ['http://127.0.0.1:3000', '127.0.0.1:3000', false],
  ])('is Secure off loopback: BASE_URL %s, asked as %s', async (baseUrl, host, secure) => {
    const { SessionCookie } = await import('@postroad/http/console/session-cookie');
    const cookie = new SessionCookie(baseUrl);
    const request = { headers: { host } } as never;
    const header = cookie.set(request, 'x');
    expect(/; Secure$/.test(header)).toBe(secure);
    expect(header.startsWith('__Host-')).toBe(secure);
    // Over TLS, no neighbour can set a cookie that counts.
    const plain = { headers: { host, cookie: 'postroad_session=x' } } as never;
    expect(cookie.read(plain)).toBe(secure ? null : 'x');
  });

  it('signs out, and signs out everywhere', async () => {
    const { secret } = await make();
    const [here, there, other] = [
      await cookieOf(secret),
      await cookieOf(secret),
      await cookieOf(operatorToken),
    ];
    const out = await ask({ method: 'DELETE', url: '/console/session', cookie: here });
    expect([out.status, setCookie(out)]).toEqual([204, expect.stringContaining('Max-Age=0')]);
    expect((await ask({ ...themes, cookie: here })).status).toBe(401);
    expect((await ask({ ...themes, cookie: there })).status).toBe(200);
    const again = await cookieOf(secret);
    const everywhere = { method: 'DELETE', url: '/console/sessions', cookie: again } as const;
    expect((await ask(everywhere)).status).toBe(204);
    for (const cookie of [there, again])
      expect((await ask({ ...themes, cookie })).status).toBe(401);
    expect((await ask({ ...themes, cookie: other })).status).toBe(200);
  });

  it('a session that is dead is refused, and its cookie cleared', async () => {
    const { token, secret } = await make();
    const cookie = await cookieOf(secret);
    await revoke(token.id);
    const answer = await ask({ url: '/console/session', cookie });
    expect([answer.status, answer.json.code]).toEqual([401, 'unauthorized']);
    expect(setCookie(answer)).toMatch(/^postroad_session=; Max-Age=0; Path=\//);
    expect((await ask({ ...themes, cookie })).status).toBe(401);
  });

  it('keeps no secret in the database, and says none in the log', async () => {
    const { secret } = await make();
    const cookie = await cookieOf(secret);
    const { code } = await linkFor();
    const rows = JSON.stringify([
      await inDatabase((sql) => sql`select * from console_sessions`),
      await inDatabase((sql) => sql`select * from sign_in_links`),
      await inDatabase((sql) => sql`select * from changes`),
    ]);
    const lines = server.logged.join('') + JSON.stringify(server.requests);
    for (const text of [secret, cookie.split('=')[1] ?? '', code]) {
      expect(rows.includes(text)).toBe(false);
      expect(lines.includes(text)).toBe(false);
    }
  });

  it('ends with the token: expired, and from elsewhere', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const { token, secret } = await make({ expires_at: until, allowed_ips: ['127.0.0.1'] });
    const cookie = await cookieOf(secret);
    const elsewhere = await ask({ ...themes, cookie, from: '192.0.2.7' });
    expect([elsewhere.status, elsewhere.json.code]).toEqual([403, 'address_not_allowed']);
    await inDatabase((sql) => sql`update api_tokens set expires_at = now() where id = ${token.id}`);
    const over = await ask({ ...themes, cookie });
    expect([over.status, over.json.code]).toEqual([401, 'token_expired']);
    expect(setCookie(await ask({ url: '/console/session', cookie }))).toContain('Max-Age=0');
  });

  it('ends after a month without use, and after half a year of use', async () => {
    const { secret, token } = await make();
    const unused = (days: number) =>
      inDatabase(
        (sql) => sql`
          update console_sessions set last_used_at = now() - ${days} * interval '1 day'
          where token_id = ${token.id}`,
      );
    const idle = await cookieOf(secret);
    await unused(29);
    expect((await ask({ ...themes, cookie: idle })).status).toBe(200);
    await server.service.tick();
    const noted = await inDatabase(
      (sql) => sql`
        select last_used_at > now() - interval '1 minute' as noted from console_sessions
        where token_id = ${token.id}`,
    );
    expect([...noted]).toEqual([{ noted: true }]);
    await unused(30);
    expect((await ask({ ...themes, cookie: idle })).status).toBe(401);
    const used = await cookieOf(secret);
    await inDatabase(
      (sql) => sql`update console_sessions set expires_at = now() where token_id = ${token.id}`,
    );
    expect((await ask({ ...themes, cookie: used })).status).toBe(401);
  });

  it('ends its live stream when it is signed out', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const cookie = await cookieOf(operatorToken);
      const stream = await fetch(`${server.url}/api/v1/live`, { headers: { cookie } });
      expect(stream.status).toBe(200);
      const reader = stream.body?.getReader();
      const ended = (async () => {
        while (!(await reader?.read())?.done);
      })();
      await ask({ method: 'DELETE', url: '/console/session', cookie });
      await vi.advanceTimersByTimeAsync(limits.tokenLookMs);
      await ended;
    } finally {
      vi.useRealTimers();
    }
  });

  it('wrong tokens count as failed logins, whichever way they come', async () => {
    const own = await startReal();
    try {
      const send = (payload: object) =>
        own.app.inject({ method: 'POST', url: '/console/session', payload, headers: sameOrigin });
      const statuses: number[] = [];
      for (let count = 0; count < limits.failedLogins; count += 2) {
        statuses.push((await send({ token: `wrong ${count}` })).statusCode);
        statuses.push((await send({ code: `wrong ${count}` })).statusCode);
      }
      expect(new Set(statuses)).toEqual(new Set([401]));
      expect((await send({ code: 'wrong' })).statusCode).toBe(429);
      // A valid token is never refused for those of others.
      expect((await send({ token: operatorToken })).statusCode).toBe(200);
    } finally {
      await own.stop();
    }
  });
});

describe('CON-15', () => {
  it.each<[string, Record<string, string | string[]>, number]>([
    ['a page of the console', { 'sec-fetch-site': 'same-origin' }, 200],
    ['a browser that does not say it, with our header', { [surfaceHeader]: 'console' }, 200],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a neighbour under the same domain', { 'sec-fetch-site': 'same-site' }, 403],
    ['the address bar', { 'sec-fetch-site': 'none' }, 403],
    ['a form in an old browser', {}, 403],
    ['another surface', { [surfaceHeader]: 'cli' }, 403],
    [
      'another site that adds our header',
      { 'sec-fetch-site': 'cross-site', [surfaceHeader]: 'console' },
      403,
    ],
    [
      'one that says it twice',
      { 'sec-fetch-site': ['same-origin', 'cross-site'], [surfaceHeader]: 'console' },
      403,
    ],
    ['one that says nothing with it', { 'sec-fetch-site': '', [surfaceHeader]: 'console' }, 403],
  ])('a write from %s', async (_, headers, status) => {
    const cookie = await cookieOf(operatorToken);
    const answer = await ask({ ...rename, cookie, headers });
    expect(answer.status).toBe(status);
    if (status === 403) {
      expect(answer.json).toMatchObject({
        code: 'cross_site',
        detail: /only pages of this server/,
      });
    }
    for (const url of ['/console/session', '/console/sessions']) {
      const out = await ask({
        method: 'DELETE',
        url,
        cookie: await cookieOf(operatorToken),
        headers,
      });
      expect(out.status).toBe(status === 200 ? 204 : 403);
    }
  });

  it('is refused before its body is read', async () => {
    const cookie = await cookieOf(operatorToken);
    const headers = { 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' };
    const answer = await ask({ ...rename, cookie, headers, body: '{' as never });
    expect(answer.json.code).toBe('cross_site');
  });

  it('nothing is read for a page of another origin either', async () => {
    const cookie = await cookieOf(operatorToken);
    for (const site of ['same-site', 'cross-site']) {
      const answer = await ask({ ...themes, cookie, headers: { 'sec-fetch-site': site } });
      expect(answer.json.code).toBe('cross_site');
    }
    for (const headers of [{}, { 'sec-fetch-site': 'none' }, sameOrigin]) {
      const answer = await ask({ ...themes, cookie, headers });
      expect([answer.status, answer.answer.headers['access-control-allow-origin']]).toEqual([
        200,
        undefined,
      ]);
    }
  });

  it('no GET writes, whatever its headers ask for', async () => {
    const cookie = await cookieOf(operatorToken);
    const headers = { ...sameOrigin, 'x-http-method-override': 'DELETE', 'x-method': 'DELETE' };
    const asked = await ask({ url: '/console/session?_method=DELETE', cookie, headers });
    expect(asked.status).toBe(200);
    expect((await ask({ ...themes, cookie })).status).toBe(200);
    expect((await ask({ url: '/console/sessions', cookie })).status).toBe(404);
  });

  it('a page of another site signs nobody in', async () => {
    for (const site of ['same-site', 'cross-site', 'none']) {
      const answer = await signIn(
        { token: operatorToken },
        { headers: { 'sec-fetch-site': site } },
      );
      expect([answer.status, setCookie(answer)]).toEqual([403, '']);
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const posted = await signIn(`token=${operatorToken}` as never, { headers: form });
    expect(posted.status).toBe(415);
  });

  it('a token counts before a cookie, and then needs no origin', async () => {
    const cookie = await cookieOf(operatorToken);
    const { secret } = await make({ scope: 'read' });
    const headers = { authorization: `Bearer ${secret}`, 'sec-fetch-site': 'cross-site' };
    expect((await ask({ ...rename, cookie, headers })).json.code).toBe('forbidden');
    const wrong = { authorization: 'Bearer wrong', ...sameOrigin };
    expect((await ask({ ...themes, cookie, headers: wrong })).status).toBe(401);
    const broken = { authorization: 'Bearer ', ...sameOrigin };
    expect((await ask({ ...themes, cookie, headers: broken })).status).toBe(401);
    // The password that a proxy asks for is none of ours.
    const basic = { authorization: 'Basic dTpw', ...sameOrigin };
    expect((await ask({ ...themes, cookie, headers: basic })).status).toBe(200);
  });
});

describe('attacks on the cookie', () => {
  it('CON-14 a secret that the browser came with becomes no session', async () => {
    const planted = `postroad_session=${'a'.repeat(43)}`;
    const answer = await signIn({ token: operatorToken }, { cookie: planted });
    expect(kept(answer)).not.toBe(planted);
    expect((await ask({ ...themes, cookie: planted })).status).toBe(401);
  });

  it('CON-14 signing in ends the session of before', async () => {
    const before = await cookieOf(operatorToken);
    const { secret } = await make();
    await signIn({ token: secret }, { cookie: before });
    expect((await ask({ ...themes, cookie: before })).status).toBe(401);
  });

  it('CON-14 of two cookies that differ, none counts', async () => {
    const own = await cookieOf(operatorToken);
    const tossed = await cookieOf((await make({ scope: 'read' })).secret);
    for (const cookie of [`${own}; ${tossed}`, `${tossed}; ${own}`, `${own}; postroad_session=`]) {
      expect((await ask({ ...themes, cookie })).status).toBe(401);
    }
    expect((await ask({ ...themes, cookie: `a=b; ${own};${own} ` })).status).toBe(200);
  });

  it('CON-14 a secret of a session is no token, and a token no secret of a session', async () => {
    const cookie = await cookieOf(operatorToken);
    const bearer = `Bearer ${cookie.split('=')[1]}`;
    expect((await ask({ ...themes, headers: { authorization: bearer } })).status).toBe(401);
    const { secret } = await make();
    for (const value of [operatorToken, secret, '', '"', '%00', 'a'.repeat(5_000)]) {
      expect((await ask({ ...themes, cookie: `postroad_session=${value}` })).status).toBe(401);
    }
  });

  it('CON-14 the code of a link is no secret of a session, and the other way round', async () => {
    const { code } = await linkFor();
    expect((await ask({ ...themes, cookie: `postroad_session=${code}` })).status).toBe(401);
    const secret = (await cookieOf(operatorToken)).split('=')[1];
    expect((await signIn({ code: secret })).status).toBe(401);
  });

  it('CON-14 agents are served by tokens alone', async () => {
    const cookie = await cookieOf(operatorToken);
    for (const url of ['/mcp', '/sse', '/mailbox/key']) {
      expect((await ask({ url, cookie })).status).not.toBe(200);
    }
  });
});

describe('links', () => {
  it('CON-17 an invitation signs in once, and the name is in the history', async () => {
    const { code } = await linkFor({ name: 'Grace Hopper', scope: 'admin' });
    const answer = await signIn({ code });
    expect(answer.json).toMatchObject({ name: 'Grace Hopper', kind: 'token', scopes: ['admin'] });
    const cookie = kept(answer);
    const headers = { ...sameOrigin, [surfaceHeader]: 'console' };
    expect((await ask({ ...rename, body: { name: 'Bugs' }, cookie, headers })).status).toBe(200);
    const { json } = await ask({ url: '/api/v1/changes?resource=profile&limit=1', cookie });
    expect(json.changes[0]).toMatchObject({
      actor: { kind: 'token', name: 'Grace Hopper' },
      surface: 'console',
    });
    const second = await signIn({ code });
    expect([second.status, setCookie(second)]).toEqual([401, '']);
    expect(second.json.detail).toMatch(/was used already/);
  });

  it('CON-17 of many who use a link at once, one gets in', async () => {
    const { code } = await linkFor();
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn({ code })));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...new Array(7).fill(401)]);
  });

  it('CON-17 revoking the token ends its sessions and its link', async () => {
    const { code, id } = await linkFor();
    const cookie = kept(await signIn({ code }));
    const { output } = await server.service.invoke(
      'create_sign_in_link',
      { token_id: id },
      { actor: operator },
    );
    await revoke(id);
    expect((await ask({ ...themes, cookie })).status).toBe(401);
    expect((await signIn({ code: new URL(output.url).hash.slice(1) })).status).toBe(401);
  });

  it('CON-17 a link that is too old, or of a token from elsewhere, signs nobody in', async () => {
    const { code } = await linkFor();
    await inDatabase((sql) => sql`update sign_in_links set expires_at = now()`);
    expect((await signIn({ code })).status).toBe(401);
    const narrow = await linkFor({ allowed_ips: ['192.0.2.7'] });
    const elsewhere = await signIn({ code: narrow.code });
    expect([elsewhere.status, elsewhere.json.code]).toEqual([403, 'address_not_allowed']);
    // Who could not use it has not used it up.
    expect((await signIn({ code: narrow.code }, { from: '192.0.2.7' })).status).toBe(200);
  });

  it('CON-17 signing out everywhere takes back links that were not used', async () => {
    const { code } = await linkFor({ scope: 'admin' });
    const cookie = kept(await signIn({ code }));
    const link = await ask({ method: 'POST', url: '/api/v1/tokens/link', body: {}, cookie });
    await ask({ method: 'DELETE', url: '/console/sessions', cookie });
    const again = new URL(link.json.url).hash.slice(1);
    expect((await signIn({ code: again })).status).toBe(401);
  });

  it.each([{}, { token: 'a', code: 'b' }, { token: 1 }, { code: 'x'.repeat(101) }, { other: 'a' }])(
    'refuses %j to sign in with',
    async (body) => {
      expect((await signIn(body)).status).toBe(422);
    },
  );

  it('ignores what is no JSON', async () => {
    expect(
      (await signIn('[' as never, { headers: { 'content-type': 'application/json' } })).status,
    ).toBe(400);
  });
});
