import { createHash, randomBytes } from 'node:crypto';
import { operatorActor } from '@postroad/service/account/authenticate';
import type { Service } from '@postroad/service/app/service';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';

let opened: TestService;
let services: [Service, Service];

beforeAll(async () => {
  opened = await openTestService({ env: { BASE_URL: 'https://mail.example.com' } });
  services = [opened.service, await opened.another()];
});

afterAll(async () => {
  await services[1].close();
  await opened.close();
});

const host = 'anything.example';
const redirectUri = 'https://agent.example/callback';

it('OAUTH-01 another process takes the next step on the same database', async () => {
  const [one, two] = services;
  const { client_id } = await one.oauth.register({ redirect_uris: [redirectUri] }, '192.0.2.1');
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id, redirect_uri: redirectUri, state: 's' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    ...{ code_challenge_method: 'S256', resource: 'https://mail.example.com/mcp' },
  }).toString();
  expect(await two.oauth.view(operatorActor, { query, host })).toMatchObject({
    client: { name: 'agent.example' },
  });
  const decision = { allow: true, scopes: ['read'], name: '' } as const;
  const to = new URL(await two.oauth.decide(operatorActor, { query, host, ...decision }));
  expect(to.searchParams.get('iss')).toBe('https://mail.example.com');
  const code = to.searchParams.get('code') ?? '';
  const ask = (service: Service, form: Record<string, string>) =>
    service.oauth.token({
      form: new URLSearchParams({ client_id, ...form }).toString(),
      ...{ authorization: undefined, host, address: '192.0.2.1' },
    });
  const exchange = { grant_type: 'authorization_code', code, code_verifier: verifier };
  const refused = { code: 'invalid_client' };
  // It registered with a secret, as RFC 7591 has it where nothing is said.
  await expect(ask(one, exchange)).rejects.toMatchObject(refused);
});

it('OAUTH-01 two processes renew at once for the same tokens, and a copy of the secret ends them later', async () => {
  const [one, two] = services;
  const metadata = { redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' };
  const { client_id } = await two.oauth.register(metadata, '192.0.2.1');
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id, redirect_uri: redirectUri },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  const decision = { allow: true, scopes: ['read', 'draft'], name: 'Agent' } as const;
  const to = new URL(await one.oauth.decide(operatorActor, { query, host, ...decision }));
  const ask = (service: Service, form: Record<string, string>) =>
    service.oauth.token({
      form: new URLSearchParams({ client_id, ...form }).toString(),
      ...{ authorization: undefined, host, address: '192.0.2.1' },
    });
  const code = to.searchParams.get('code') ?? '';
  const exchange = { grant_type: 'authorization_code', code, code_verifier: verifier };
  const first = await ask(two, exchange);
  expect(await one.authenticate(first.access_token)).toMatchObject({ name: 'Agent' });
  const renew = { grant_type: 'refresh_token', refresh_token: first.refresh_token };
  const [next, same] = await Promise.all([ask(one, renew), ask(two, renew)]);
  expect([same.access_token, same.refresh_token]).toEqual([next.access_token, next.refresh_token]);
  expect(await two.authenticate(next.access_token)).toMatchObject({ name: 'Agent' });
  await transaction(
    opened.database,
    {},
    ({ sql }) => sql`update oauth_grants set refreshed_at = refreshed_at - interval '1 minute'`,
  );
  // It comes with a secret that was used: nobody can tell which of them is the thief.
  await expect(ask(one, renew)).rejects.toMatchObject({ code: 'invalid_grant' });
  expect(await two.authenticate(next.access_token)).toBeNull();
});
