import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limits } from '@postroad/core/platform/limits';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OAuthAgent, Person, redirectUri } from './oauth-agent.ts';
import { type RunningService, startService } from './running-service.ts';

let running: RunningService;
let agent: OAuthAgent;
let person: Person;
let clientId: string;

beforeAll(async () => {
  running = await startService({ WEBHOOK_ALLOW: '127.0.0.1/32', TRUSTED_PROXIES: '127.0.0.1' });
  agent = new OAuthAgent(running);
  person = await Person.signIn(running, running.token);
});

afterAll(() => running.stop());

/** An application that registered, without the limit on how often one may. */
async function madeClient(): Promise<string> {
  const id = `client_${Math.random()}`;
  await inDatabase(
    (sql) => sql`
      insert into oauth_clients (client_id, kind, name, redirect_uris, auth_method, created_at)
     values (${id}, 'registered', 'Agent', ${[redirectUri]}, 'none', now())`,
  );
  return id;
}

beforeEach(async () => {
  clientId = await madeClient();
});

async function getJson(path: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${running.url}${path}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
}

const inDatabase = <T extends object>(body: (sql: Tx['sql']) => PromiseLike<T>): Promise<T> =>
  transaction(running.database, { testClock: true }, async ({ sql }) => await body(sql));

async function tokenNamed(name: string) {
  const { tokens } = (await running.invoke('list_tokens', { sort: '-id' })) as {
    tokens: { id: number; name: string; revoked_at: string | null; [member: string]: unknown }[];
  };
  const found = tokens.find((token) => token.name === name);
  if (found === undefined) throw new Error(`No token is called ${name}.`);
  return found;
}

describe('OAUTH-01 metadata', () => {
  it.each([
    ['/mcp', 'POST'],
    ['/sse', 'GET'],
  ])('is named by the 401 of %s', async (path, method) => {
    const { status, headers } = await fetch(`${running.url}${path}`, { method });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe(
      `Bearer realm="postroad", resource_metadata="${running.url}/.well-known/oauth-protected-resource${path}", scope="read draft"`,
    );
    const resource = await getJson(`/.well-known/oauth-protected-resource${path}`);
    expect(resource).toMatchObject({
      resource: `${running.url}${path}`,
      authorization_servers: [running.url],
      scopes_supported: ['read', 'draft'],
      bearer_methods_supported: ['header'],
    });
  });

  it('says of a wrong token that it is one', async () => {
    const headers = { authorization: 'Bearer postroad_wrong' };
    const answer = await fetch(`${running.url}/mcp`, { method: 'POST', headers });
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  it('of the authorization server follows RFC 8414', async () => {
    expect(await getJson('/.well-known/oauth-authorization-server')).toMatchObject({
      issuer: running.url,
      authorization_endpoint: `${running.url}/oauth/authorize`,
      token_endpoint: `${running.url}/oauth/token`,
      registration_endpoint: `${running.url}/oauth/register`,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    });
  });

  it.each(['oauth-authorization-server', 'oauth-protected-resource/mcp'])(
    'is read by pages of other sites: %s',
    async (document) => {
      const headers = { origin: 'https://inspector.example' };
      const answer = await fetch(`${running.url}/.well-known/${document}`, { headers });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    },
  );

  it('is by BASE_URL behind a proxy, and there is none without TLS', async () => {
    const { oauth } = running.service;
    expect(oauth.issuerFor('mail.example.com')).toBeNull();
    expect(oauth.issuerFor('127.0.0.1:3000')).toBe('http://127.0.0.1:3000');
    const proxied = await startService({ BASE_URL: 'https://mail.example.com/' });
    try {
      const { headers } = await fetch(`${proxied.url}/mcp`, { method: 'POST' });
      expect(headers.get('www-authenticate')).toContain(
        'resource_metadata="https://mail.example.com/.well-known/oauth-protected-resource/mcp"',
      );
      expect(proxied.service.oauth.issuerFor('127.0.0.1:3000')).toBe('https://mail.example.com');
    } finally {
      await proxied.stop();
    }
  });
});

describe('OAUTH-01 registration', () => {
  it('answers an id, and a secret to who asks for one', async () => {
    const open = await agent.register();
    expect(open).toMatchObject({
      status: 201,
      body: { token_endpoint_auth_method: 'none', redirect_uris: [redirectUri] },
    });
    expect(open.body.client_secret).toBeUndefined();
    const secret = await agent.register({ token_endpoint_auth_method: 'client_secret_post' });
    expect(secret.body).toMatchObject({ client_secret_expires_at: 0 });
    expect(secret.body.client_secret).toMatch(/^[\w-]{43}$/);
  });

  it('takes null for a member that is left out, as records of Python and Go are written', async () => {
    const blank = {
      client_name: null,
      client_uri: null,
      logo_uri: null,
      grant_types: null,
      response_types: null,
      token_endpoint_auth_method: null,
    };
    const { status, body } = await agent.register(blank);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      client_name: 'agent.example',
      token_endpoint_auth_method: 'client_secret_basic',
    });
    expect(body).not.toHaveProperty('client_uri');
    expect(await agent.register({ redirect_uris: null })).toMatchObject({ status: 400 });
  });

  it.each([
    [{ redirect_uris: undefined }, 'redirect_uris is required.'],
    [{ redirect_uris: 'https://agent.example/' }, 'redirect_uris must be a list.'],
    [{ redirect_uris: [] }, 'redirect_uris must hold at least 1 entry.'],
    [{ redirect_uris: [5] }, 'redirect_uris[0] must be text.'],
    [{ client_name: 5 }, 'client_name must be text.'],
  ])('OAUTH-01 says in words what is wrong with %j', async (metadata, said) => {
    const { body } = await agent.register(metadata);
    expect(body).toMatchObject({ error: 'invalid_client_metadata', error_description: said });
  });

  it.each([
    ['http off this machine', { redirect_uris: ['http://agent.example/'] }, 'invalid_redirect_uri'],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    ['a fragment', { redirect_uris: ['https://agent.example/#a'] }, 'invalid_redirect_uri'],
    ['a password', { redirect_uris: ['https://a:b@agent.example/'] }, 'invalid_redirect_uri'],
    ['no address', { redirect_uris: [] }, 'invalid_client_metadata'],
    ['no text', { redirect_uris: [5] }, 'invalid_client_metadata'],
    ['an unknown proof', { token_endpoint_auth_method: 'tls' }, 'invalid_client_metadata'],
    ['no person', { grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    ['a NUL', { client_uri: 'https://agent.example/\0' }, 'invalid_client_metadata'],
    ['half a letter', { client_uri: 'https://agent.example/\ud800' }, 'invalid_client_metadata'],
  ])('refuses %s', async (_, metadata, error) => {
    expect(await agent.register(metadata)).toMatchObject({ status: 400, body: { error } });
  });

  it('knows no application by what no id can be, wherever it is sent', async () => {
    const id = 'client_\0';
    const form = { grant_type: 'refresh_token', refresh_token: 'any', token: 'any' };
    const basic = { authorization: `Basic ${Buffer.from('client_%00:any').toString('base64')}` };
    for (const path of ['/oauth/token', '/oauth/revoke']) {
      const unknown = { status: 401, body: { error: 'invalid_client' } };
      expect(await agent.post(path, { ...form, client_id: id })).toMatchObject(unknown);
      expect(await agent.post(path, form, basic)).toMatchObject(unknown);
    }
    expect(await person.view(agent.ask(id))).toMatchObject({ status: 422 });
  });

  it('refuses what is no JSON in the words of OAuth', async () => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.77' };
    for (const body of ['{"redirect_uris":', '']) {
      const answer = await fetch(`${running.url}/oauth/register`, {
        method: 'POST',
        headers,
        body,
      });
      expect({ status: answer.status, body: await answer.json() }).toMatchObject({
        status: 400,
        body: { error: 'invalid_client_metadata', error_description: expect.stringMatching(/\.$/) },
      });
    }
  });

  it('bounds clients that nobody consented to, and upkeep removes them', async () => {
    await inDatabase(
      (sql) => sql`
      insert into oauth_clients (client_id, kind, name, redirect_uris, auth_method, created_at)
       select 'old ' || n, 'registered', 'old', '{}', 'none', now() - interval '1 day'
       from generate_series(1, ${limits.oauthUnusedClients}) n`,
    );
    await agent.register();
    const [row] = await inDatabase(
      (sql) => sql`select count(*)::int as n from oauth_clients where consented_at is null`,
    );
    expect(row?.n).toBe(limits.oauthUnusedClients);
    await inDatabase(
      (sql) =>
        sql`update oauth_clients set created_at = now() - interval '30 days' where name = 'old'`,
    );
    for (let round = 0; round < 3; round += 1) await running.service.tick();
    const [left] = await inDatabase(
      (sql) => sql`select count(*)::int as n from oauth_clients where name = 'old'`,
    );
    expect(left?.n).toBe(0);
  });
});

describe('OAUTH-01 consent', () => {
  it('sends the browser back with a code, the state and the issuer', async () => {
    const to = await person.sentTo(agent.ask(clientId));
    expect(`${to.origin}${to.pathname}`).toBe(redirectUri);
    expect(to.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
    expect(to.searchParams.get('state')).toBe('state of the application');
    expect(to.searchParams.get('iss')).toBe(running.url);
  });

  it('sends a refusal back with the issuer too', async () => {
    const to = await person.sentTo(agent.ask(clientId), { allow: false });
    expect(Object.fromEntries(to.searchParams)).toMatchObject({
      ...{ error: 'access_denied', state: 'state of the application', iss: running.url },
    });
  });

  it.each([
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no PKCE', { code_challenge: undefined }, 'invalid_request'],
    ['an implicit grant', { response_type: 'token' }, 'unsupported_response_type'],
    ['another server', { resource: 'https://other.example/mcp' }, 'invalid_target'],
  ])('sends %s back as an error, without a code', async (_, changes, error) => {
    const asking = agent.ask(clientId, changes);
    const { body } = await person.view(asking);
    expect(body).toMatchObject({ refused: { error, host: 'agent.example' } });
    const to = await person.sentTo(asking);
    expect([to.searchParams.get('error'), to.searchParams.get('code')]).toEqual([error, null]);
  });

  it.each([
    ['an unknown application', { client_id: 'client_unknown' }],
    ['an address that was not registered', { redirect_uri: 'https://evil.example/callback' }],
    ['an address that is longer', { redirect_uri: `${redirectUri}/more` }],
    ['another query', { redirect_uri: `${redirectUri}?a=b` }],
    ['no address', { redirect_uri: undefined }],
  ])('sends nobody anywhere for %s', async (_, changes) => {
    const asking = agent.ask(clientId, changes);
    expect((await person.view(asking)).status).toBe(422);
    const { status, body } = await person.decide(asking);
    expect(status).toBe(422);
    expect(body.redirect_to).toBeUndefined();
  });

  it('lets an application of this machine listen on any port', async () => {
    const { body } = await agent.register({ redirect_uris: ['http://127.0.0.1/cb'] });
    const id = String(body.client_id);
    const ported = agent.ask(id, { redirect_uri: 'http://127.0.0.1:53123/cb' });
    expect((await person.sentTo(ported)).port).toBe('53123');
    const moved = agent.ask(id, { redirect_uri: 'http://127.0.0.1:53123/other' });
    expect((await person.decide(moved)).status).toBe(422);
  });
});

describe('OAUTH-02 the person', () => {
  it('sees who asks for what, and gives what they choose', async () => {
    const asking = agent.ask(clientId, { scope: 'read draft write openid' });
    expect((await person.view(asking)).body).toEqual({
      client: { name: 'Agent', uri: null, proven_host: null },
      redirect: { uri: redirectUri, host: 'agent.example', is_loopback: false },
      asked: ['read', 'draft', 'write'],
      ticked: ['read', 'draft'],
      offered: ['events', 'read', 'draft', 'send', 'write', 'admin'],
      ...{ ends_at: null, allowed_ips: [] },
    });
    const code = await person.codeFor(asking, { scopes: ['read'], name: 'Narrowed' });
    const { body } = await agent.exchange(asking, code);
    expect(body.scope).toBe('read');
    expect(await tokenNamed('Narrowed')).toMatchObject({
      scopes: ['read'],
      client: { id: clientId, name: 'Agent' },
      created_by: { kind: 'environment', name: 'API_TOKEN' },
    });
  });

  it('is asked by this server alone', async () => {
    const asking = agent.ask(clientId);
    const crossed = await person.post(
      '/console/consent',
      { query: asking.query, allow: true, scopes: ['read'] },
      { 'sec-fetch-site': 'cross-site' },
    );
    expect(crossed).toMatchObject({ status: 403, body: { code: 'cross_site' } });
    const silent = { 'sec-fetch-site': 'none' };
    expect((await person.post('/console/consent', { query: asking.query }, silent)).status).toBe(
      403,
    );
    const nobody = await fetch(`${running.url}/console/consent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${running.token}` },
      body: JSON.stringify({ query: asking.query, allow: true, scopes: ['read'] }),
    });
    expect(nobody.status).toBe(401);
    const page = await fetch(`${running.url}/oauth/authorize?${asking.query}`, {
      headers: { accept: 'text/html' },
    });
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('needs admin, and what they give ends with their token', async () => {
    const made = (input: object) =>
      running.invoke('create_token', input as never) as Promise<{
        secret: string;
        token: { id: number };
      }>;
    const writer = await made({ name: 'Writer', scope: 'write' });
    const other = await Person.signIn(running, writer.secret);
    expect(await other.view(agent.ask(clientId))).toMatchObject({ status: 403 });
    const admin = await made({ name: 'Admin', scope: 'admin' });
    const boss = await Person.signIn(running, admin.secret);
    const { tokens, asking } = await agent.connect(clientId, boss, { name: 'Child' });
    expect(await tokenNamed('Child')).toMatchObject({ parent_id: admin.token.id });
    expect(await agent.mcp(tokens.access_token)).toBe(200);
    await running.invoke('revoke_token', { token_id: admin.token.id });
    expect(await agent.mcp(tokens.access_token)).toBe(401);
    expect((await agent.refresh(asking.client_id, tokens.refresh_token)).body.error).toBe(
      'invalid_grant',
    );
  });

  it('cannot be the application itself', async () => {
    const { tokens } = await agent.connect(clientId, person, {
      scopes: ['admin'],
      name: 'Powerful',
    });
    await expect(Person.signIn(running, String(tokens.access_token))).rejects.toThrow(
      'belongs to an application',
    );
  });

  it('gets no link that would sign in the application', async () => {
    await agent.connect(clientId, person, { name: 'Unlinked' });
    const { id } = await tokenNamed('Unlinked');
    const link = running.invoke('create_sign_in_link', { token_id: id });
    await expect(link).rejects.toMatchObject({ code: 'conflict' });
    await expect(link).rejects.toThrow('belongs to an application');
  });

  it('finds the connection in the history, without secrets', async () => {
    const { tokens } = await agent.connect(clientId, person, { name: 'Remembered' });
    const { changes } = (await running.invoke('list_changes', { resource: 'tokens' })) as {
      changes: { record_name: string; surface: string; actor: object }[];
    };
    expect(changes.find((change) => change.record_name === 'Remembered')).toMatchObject({
      ...{ surface: 'console', actor: { kind: 'environment', name: 'API_TOKEN' } },
    });
    const all = JSON.stringify(await inDatabase((sql) => sql`select * from oauth_grants`));
    expect(all).not.toContain(String(tokens.refresh_token).slice(-20));
  });
});

describe('OAUTH-01 codes', () => {
  it('are good once, and a second use revokes what the first one got', async () => {
    const { asking, code, tokens } = await agent.connect(clientId, person);
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read draft' });
    expect(await agent.mcp(tokens.access_token)).toBe(200);
    expect(await agent.exchange(asking, code)).toMatchObject({
      ...{ status: 400, body: { error: 'invalid_grant' } },
    });
    expect(await agent.mcp(tokens.access_token)).toBe(401);
  });

  it('are given to one of two that come at once', async () => {
    const asking = agent.ask(clientId);
    const code = await person.codeFor(asking);
    const answers = await Promise.all([1, 2].map(() => agent.exchange(asking, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['another address', { redirect_uri: 'https://agent.example/other' }],
  ])('are used up by %s', async (_, changes) => {
    const asking = agent.ask(clientId);
    const code = await person.codeFor(asking);
    expect((await agent.exchange(asking, code, changes)).body.error).toBe('invalid_grant');
    expect((await agent.exchange(asking, code)).body.error).toBe('invalid_grant');
  });

  it('are for the application that asked, and for a minute', async () => {
    const asking = agent.ask(clientId);
    const code = await person.codeFor(asking);
    const stolen = await agent.exchange(asking, code, { client_id: await madeClient() });
    expect(stolen.body.error).toBe('invalid_grant');
    await inDatabase(
      (sql) => sql`update oauth_codes set expires_at = clock_timestamp() where token_id is null`,
    );
    expect((await agent.exchange(asking, code)).body.error).toBe('invalid_grant');
    const [row] = await inDatabase(
      (sql) =>
        sql`select extract(epoch from max(expires_at - created_at))::int as s from oauth_codes`,
    );
    expect(row?.s).toBeLessThanOrEqual(60);
  });

  it.each([
    ['sent twice', 'grant_type=authorization_code&code=a&code=b', 'invalid_request'],
    ['another grant', 'grant_type=password', 'unsupported_grant_type'],
    ['no grant', '', 'invalid_request'],
    ['no client', 'grant_type=refresh_token&refresh_token=a', 'invalid_client'],
  ])('are refused in words of the protocol: %s', async (_, form, error) => {
    const answer = await fetch(`${running.url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form,
    });
    expect(answer.status).toBe(error === 'invalid_client' ? 401 : 400);
    expect(await answer.json()).toMatchObject({ error });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('are given to an application with a secret only for that', async () => {
    for (const method of ['client_secret_basic', 'client_secret_post']) {
      const { body } = await agent.register({ token_endpoint_auth_method: method });
      const [id, secret] = [String(body.client_id), String(body.client_secret)];
      const asking = agent.ask(id);
      const code = await person.codeFor(asking);
      expect((await agent.exchange(asking, code)).status).toBe(401);
      const wrong = await agent.exchange(asking, code, { client_secret: 'wrong' });
      expect(wrong.body.error).toBe('invalid_client');
      const form = {
        ...{ grant_type: 'authorization_code', code, code_verifier: asking.verifier },
        redirect_uri: asking.redirect_uri,
      };
      const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
      const right =
        method === 'client_secret_basic'
          ? await agent.post('/oauth/token', form, { authorization: basic })
          : await agent.exchange(asking, code, { client_secret: secret });
      expect(right.status).toBe(200);
    }
  });
});

/** As if the last renewal of a token were so long ago. */
const renewedAgo = (id: number, ms: number) =>
  inDatabase(
    (sql) => sql`
      update oauth_grants set refreshed_at = refreshed_at - ${ms} * interval '1 millisecond'
      where token_id = ${id}`,
  );

describe('OAUTH-01 refresh tokens', () => {
  it('are another one each time, of the same token', async () => {
    const { asking, tokens } = await agent.connect(clientId, person, { name: 'Renewed' });
    const before = await tokenNamed('Renewed');
    const { body: next } = await agent.refresh(asking.client_id, tokens.refresh_token);
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
    expect(await agent.mcp(tokens.access_token)).toBe(401);
    expect(await agent.mcp(next.access_token)).toBe(200);
    expect((await tokenNamed('Renewed')).id).toBe(before.id);
  });

  it('that come back revoke the token', async () => {
    const { asking, tokens } = await agent.connect(clientId, person, { name: 'Stolen' });
    const { body: next } = await agent.refresh(asking.client_id, tokens.refresh_token);
    await renewedAgo((await tokenNamed('Stolen')).id, limits.oauthRepeatMs);
    const again = await agent.refresh(asking.client_id, tokens.refresh_token);
    expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await agent.mcp(next.access_token)).toBe(401);
    expect((await agent.refresh(asking.client_id, next.refresh_token)).status).toBe(400);
    expect((await tokenNamed('Stolen')).revoked_at).not.toBeNull();
  });

  it('that come back at once get the same tokens, and those before them revoke the token', async () => {
    const { asking, tokens } = await agent.connect(clientId, person, { name: 'At once' });
    const renew = async (secret: unknown) =>
      (await agent.refresh(asking.client_id, secret)).body as Record<string, unknown>;
    const { expires_in: _, ...first } = await renew(tokens.refresh_token);
    expect(await renew(tokens.refresh_token)).toMatchObject(first);
    // A call that saw the old token end a little later comes with the new secret.
    expect(await renew(first.refresh_token)).toMatchObject(first);
    expect(await agent.mcp(first.access_token)).toBe(200);

    await renewedAgo((await tokenNamed('At once')).id, limits.oauthRepeatMs);
    const second = await renew(first.refresh_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(second.access_token).not.toBe(first.access_token);
    expect(await renew(tokens.refresh_token)).toMatchObject({ error: 'invalid_grant' });
    expect(await renew(first.refresh_token)).toMatchObject({ error: 'invalid_grant' });
    expect(await agent.mcp(second.access_token)).toBe(401);
  });

  it('are bound to their application, and to what the person allowed', async () => {
    const { asking, tokens } = await agent.connect(clientId, person);
    const { refresh_token: secret } = tokens;
    expect((await agent.refresh(await madeClient(), secret)).body.error).toBe('invalid_grant');
    const wider = await agent.refresh(asking.client_id, secret, { scope: 'admin' });
    expect(wider.body.error).toBe('invalid_scope');
    const elsewhere = { resource: 'https://other.example/mcp' };
    const moved = await agent.refresh(asking.client_id, secret, elsewhere);
    expect(moved.body.error).toBe('invalid_target');
    expect((await agent.refresh(asking.client_id, secret)).status).toBe(200);
  });

  it('are given for what an allowed scope implies, and scopes that nobody knows are left out', async () => {
    const { asking, tokens } = await agent.connect(clientId, person, { scopes: ['write'] });
    let secret = tokens.refresh_token;
    for (const scope of ['read draft write', 'read', 'offline_access read', 'offline_access']) {
      const { status, body } = await agent.refresh(asking.client_id, secret, { scope });
      expect({ scope, status, given: body.scope }).toEqual({ scope, status: 200, given: 'write' });
      secret = body.refresh_token;
    }
    const wider = await agent.refresh(asking.client_id, secret, { scope: 'read admin' });
    expect(wider.body.error).toBe('invalid_scope');
  });

  it('end with the token in the list of tokens, and after a time without use', async () => {
    const first = await agent.connect(clientId, person, { name: 'Revoked' });
    await running.invoke('revoke_token', { token_id: (await tokenNamed('Revoked')).id });
    const ended = await agent.refresh(first.asking.client_id, first.tokens.refresh_token);
    expect(ended.body.error).toBe('invalid_grant');
    const second = await agent.connect(clientId, person, { name: 'Unused' });
    const { id } = await tokenNamed('Unused');
    await inDatabase(
      (sql) =>
        sql`update oauth_grants set refresh_expires_at = clock_timestamp() where token_id = ${id}`,
    );
    const late = await agent.refresh(second.asking.client_id, second.tokens.refresh_token);
    expect(late.body.error).toBe('invalid_grant');
  });

  it.each(['access_token', 'refresh_token'])('and the %s can be given back', async (kind) => {
    const { asking, tokens } = await agent.connect(clientId, person);
    const form = { client_id: asking.client_id, token: String(tokens[kind]) };
    const foreign = await agent.post('/oauth/revoke', { ...form, client_id: await madeClient() });
    expect(foreign.status).toBe(200);
    expect(await agent.mcp(tokens.access_token)).toBe(200);
    expect((await agent.post('/oauth/revoke', form)).status).toBe(200);
    expect(await agent.mcp(tokens.access_token)).toBe(401);
    expect((await agent.post('/oauth/revoke', form)).status).toBe(200);
  });
});

describe('OAUTH-01 metadata documents of clients', () => {
  let host: Server;
  let address: string;
  let document: Record<string, unknown> | string;
  let headers: Record<string, string>;
  let reads: number;

  beforeAll(async () => {
    host = createServer((_, answer) => {
      reads += 1;
      answer.writeHead(typeof document === 'string' ? 302 : 200, headers);
      answer.end(typeof document === 'string' ? document : JSON.stringify(document));
    });
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  });

  beforeEach(() => {
    const { port } = host.address() as AddressInfo;
    address = `http://127.0.0.1:${port}/client-${Math.random()}.json`;
    document = { client_id: address, client_name: 'Hosted', redirect_uris: [redirectUri] };
    headers = {};
    reads = 0;
  });

  afterAll(() => new Promise((resolve) => host.close(resolve)));

  it('say who asks, and are kept for a while', async () => {
    const asking = agent.ask(address);
    expect((await person.view(asking)).body).toMatchObject({
      client: { name: 'Hosted', proven_host: new URL(address).host },
    });
    const { body } = await agent.exchange(asking, await person.codeFor(asking));
    expect(await agent.mcp(body.access_token)).toBe(200);
    expect(reads).toBe(1);
    headers = { 'cache-control': 'no-store' };
    await inDatabase(
      (sql) =>
        sql`update oauth_clients set fresh_until_at = clock_timestamp() where kind = 'document'`,
    );
    await person.view(asking);
    await person.view(asking);
    expect(reads).toBe(3);
  });

  it.each([
    ['names another client', () => ({ client_id: 'https://other.example/client.json' })],
    ['asks for a secret', () => ({ token_endpoint_auth_method: 'client_secret_post' })],
    ['has other addresses', () => ({ redirect_uris: ['https://other.example/'] })],
    ['is too long', () => ({ client_uri: 'x'.repeat(limits.oauthDocumentBytes) })],
  ])('are refused where one %s', async (_, change) => {
    document = { ...(document as object), ...change() };
    expect((await person.view(agent.ask(address))).status).toBe(422);
  });

  it('are read from public addresses alone, and not elsewhere by a redirect', async () => {
    document = 'moved';
    headers = { location: 'https://example.com/client.json' };
    expect((await person.view(agent.ask(address))).body.detail).toContain('It answers 302.');
    for (const inside of [
      'https://10.0.0.1/c.json',
      'https://[::1]/c.json',
      'http://a.example/c',
    ]) {
      const { status, body } = await person.view(agent.ask(inside));
      expect([status, body.detail]).toEqual([
        422,
        expect.stringMatching(/The URL (?:leads|must)|no/),
      ]);
    }
  });
});

it('OAUTH-01 limits registrations and wrong codes of one address', async () => {
  const flood = new OAuthAgent(running, '203.0.113.7');
  const statuses: number[] = [];
  for (let sent = 0; sent <= limits.oauthRegistrations; sent += 1) {
    statuses.push((await flood.register()).status);
  }
  expect(statuses.at(0)).toBe(201);
  expect(statuses.at(-1)).toBe(429);
  const guesses: number[] = [];
  for (let sent = 0; sent <= limits.failedLogins; sent += 1) {
    guesses.push((await flood.refresh('client_guessed', 'x')).status);
  }
  expect(guesses.at(-1)).toBe(429);
});
