import { createAccessTokenSource } from '@postroad/mail/smtp/oauth-token';
import { createSmtp } from '@postroad/mail/smtp/smtp';
import { afterEach, describe, expect, it } from 'vitest';
import { type ApiReply, type ApiServer, startApiServer } from './api-server.ts';
import { outgoing } from './messages.ts';
import { type Conversation, converse, startScriptedServer } from './scripted-server.ts';

const canary = 'cAnArY0123456789';
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function tokens(reply: ApiReply): Promise<[ApiServer, () => Promise<string>]> {
  const server = await startApiServer(reply);
  closing.push(() => server.close());
  const client = {
    tokenUrl: `${server.endpoint}/token`,
    ...{ clientId: 'me', clientSecret: `secret-${canary}`, refreshToken: `refresh-${canary}` },
  };
  return [server, createAccessTokenSource(client)];
}

const fresh: ApiReply = { status: 200, body: { access_token: `t-${canary}`, expires_in: 3600 } };

async function smtp(conversation: Conversation, accessToken: () => Promise<string>) {
  const server = await startScriptedServer((peer) => converse(peer, { ...conversation }));
  const url = `smtp://anna%40example.com@localhost:${server.port}?auth=xoauth2&tls=never`;
  const provider = createSmtp({ url, accessToken, hostname: 'client.example.com' });
  closing.push(
    () => server.close(),
    () => provider.close(),
  );
  return { server, provider };
}

const line = (token: string) =>
  `AUTH XOAUTH2 ${Buffer.from(`user=anna@example.com\x01auth=Bearer ${token}\x01\x01`).toString('base64')}`;

describe('XOAUTH2', () => {
  it('logs in with an access token that is fetched once for all connections', async () => {
    const [api, source] = await tokens(fresh);
    const conversation = { features: ['AUTH PLAIN XOAUTH2'], auth: '235 2.7.0 Ok' };
    const { server, provider } = await smtp(conversation, source);
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => provider.send(outgoing())));
    expect(outcomes.map(({ kind }) => kind)).toEqual(new Array(5).fill('accepted'));
    for (const peer of server.peers) expect(peer.lines[1]).toBe(line(`t-${canary}`));
    expect(api.requests).toHaveLength(1);
    const form = new URLSearchParams(api.requests[0]?.body.toString('utf8'));
    expect(Object.fromEntries(form)).toEqual({
      grant_type: 'refresh_token',
      ...{ client_id: 'me', client_secret: `secret-${canary}`, refresh_token: `refresh-${canary}` },
    });
  });

  it('answers an error with nothing, and shows no token that the server repeats', async () => {
    const [, source] = await tokens(fresh);
    const { server, provider } = await smtp(
      {
        features: ['AUTH XOAUTH2'],
        auth: async (peer) => {
          peer.send('334 eyJzdGF0dXMiOiI0MDEifQ==\r\n');
          await peer.line();
          peer.send(`535 5.7.8 t-${canary} is not accepted\r\n`);
        },
      },
      source,
    );
    const outcome = await provider.send(outgoing());
    expect(outcome).toMatchObject({ kind: 'unreachable' });
    expect(JSON.stringify(outcome)).toContain('refused the login: 535');
    expect(JSON.stringify(outcome)).not.toContain(canary);
    expect(server.peers[0]?.lines[2]).toBe('');
  });

  it('is never replaced by another login mechanism', async () => {
    const [, source] = await tokens(fresh);
    const { provider } = await smtp({ features: ['AUTH PLAIN LOGIN'], auth: '235 Ok' }, source);
    const outcome = await provider.send(outgoing());
    expect(outcome).toMatchObject({ kind: 'unreachable' });
    expect(JSON.stringify(outcome)).toContain('offers none of the login mechanisms');
  });

  it.each<[string, ApiReply, string]>([
    [
      'a refusal',
      { status: 400, body: { error: 'invalid_grant', error_description: canary } },
      '400, invalid_grant',
    ],
    ['a page', { status: 200, body: '<html>' }, '200'],
    ['an odd token', { status: 200, body: { access_token: 'a\r\nRSET' } }, '200'],
    ['a break', (response) => response.socket?.destroy(), 'No access token'],
  ])('leaves mail to be tried again after %s', async (_what, reply, words) => {
    const [api, source] = await tokens(reply);
    const { server, provider } = await smtp({ features: ['AUTH XOAUTH2'], auth: '235 Ok' }, source);
    const outcome = await provider.send(outgoing());
    expect(outcome).toMatchObject({ kind: 'unreachable' });
    expect(JSON.stringify(outcome)).toContain(words);
    expect(JSON.stringify(outcome)).not.toContain(canary);
    expect(server.peers).toHaveLength(0);
    // The next mail fetches a token again.
    api.reply = fresh;
    expect(await provider.send(outgoing())).toMatchObject({ kind: 'accepted' });
  });

  it('fetches a new token shortly before one expires', async () => {
    const [api, source] = await tokens({
      status: 200,
      body: { access_token: 'a', expires_in: 30 },
    });
    await source();
    api.reply = { status: 200, body: { access_token: 'b', expires_in: '3600' } };
    expect(await source()).toBe('b');
    expect(await source()).toBe('b');
    expect(api.requests).toHaveLength(2);
  });
});
