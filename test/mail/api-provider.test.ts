import type { AddressInfo } from 'node:net';
import { limits } from '@postroad/core/platform/limits';
import { buildMessage } from '@postroad/mail/message/mime';
import type { ApiOptions } from '@postroad/mail/providers/api-provider';
import type { Outcome } from '@postroad/mail/providers/provider';
import { afterEach, describe, expect, it } from 'vitest';
import { type ApiCase, apiCases, canary } from './api-providers.ts';
import { type ApiReply, type ApiServer, startApiServer } from './api-server.ts';
import { messageParts, outgoing } from './messages.ts';

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(reply: ApiReply): Promise<ApiServer> {
  const server = await startApiServer(reply);
  closing.push(() => server.close());
  return server;
}

function provider({ create }: ApiCase, options: ApiOptions) {
  const made = create(options);
  closing.push(() => made.close());
  return made;
}

const reference = '7-0123456789abcdef';
const mail = () =>
  outgoing({
    sendId: 7,
    data: buildMessage(
      messageParts({
        from: '"Smith, Jörg" <hello@example.com>',
        subject: 'Grüße, Anna',
        messageId: '<7.0123456789abcdef@example.com>',
        headers: [
          ['List-Unsubscribe', '<https://mail.example.com/u/abc>'],
          ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
        ],
      }),
    ),
  });

describe.each(apiCases)('$name', (api) => {
  it('sends a mail once and returns its id', async () => {
    const server = await serve(api.accepted);
    const made = provider(api, { endpoint: server.endpoint });
    expect(made).toMatchObject({ name: api.name, deduplicates: api.deduplicates });
    expect(await made.send(mail())).toEqual({ kind: 'accepted', providerId: api.providerId });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.body.toString('utf8')).toContain(reference);
  });

  it('maps each answer to an outcome, and shows no key', async () => {
    const echo = `your key ${api.secrets.join(', ')}`;
    const common: ApiCase['answers'] = [
      [
        { status: 301, headers: { location: 'https://elsewhere.example/' } },
        { kind: 'unreachable' },
      ],
      [{ status: 413 }, { kind: 'refused', permanent: true }],
      [{ status: 418 }, { kind: 'refused', permanent: false }],
      [{ status: 502, body: '<html>Bad Gateway</html>' }, { kind: 'uncertain' }],
      [{ status: 504 }, { kind: 'uncertain' }],
      [{ status: 200, body: '<html>Sign in to this network</html>' }, { kind: 'uncertain' }],
      [{ status: 200, body: '[]' }, { kind: 'uncertain' }],
      [
        { status: 200, body: '{"id": 7, "MessageId": null, "MessageID": ""}' },
        { kind: 'uncertain' },
      ],
      [{ status: 204 }, { kind: 'uncertain' }],
      [
        { status: 403, body: { message: echo, Message: echo, name: echo } },
        { kind: 'unreachable' },
      ],
      [{ status: 400, body: { message: `a\r\nb\u202e${'🙂'.repeat(5000)}` } }, { kind: 'refused' }],
    ];
    const server = await serve(api.accepted);
    const made = provider(api, { endpoint: server.endpoint });
    for (const [reply, wanted] of [...api.answers, ...common]) {
      server.reply = reply;
      const outcome = await made.send(mail());
      expect(outcome, JSON.stringify(reply)).toMatchObject(wanted);
      expect(JSON.stringify(outcome)).not.toContain(canary);
      if (outcome.kind === 'accepted') continue;
      expect(outcome.reason.length).toBeLessThanOrEqual(limits.smtpReasonChars);
      expect(outcome.reason).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(outcome.reason).toMatch(/answered \d{3}/);
    }
  });

  it('is safe to repeat if nobody listens, and uncertain once the request is sent', async () => {
    const server = await serve(api.accepted);
    const { endpoint } = server;
    const faults: [string, ApiReply][] = [
      ['resets', (response) => response.socket?.resetAndDestroy()],
      ['hangs up', (response) => response.socket?.end()],
      ['answers garbage', (response) => response.socket?.end('SSH-2.0-OpenSSH_9.2\r\n')],
      ['breaks off in the header', (response) => response.socket?.end('HTTP/1.1 200 O')],
      [
        'breaks off in the body',
        (response) => response.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"id":'),
      ],
      [
        'answers without end',
        (response) => {
          response.writeHead(200, { 'content-type': 'application/json' });
          const more = () => {
            while (!response.destroyed && response.write(' '.repeat(10_000)));
          };
          response.on('drain', more);
          more();
        },
      ],
      ['stalls', () => undefined],
      ['stalls in the body', (response) => response.writeHead(200).write('{')],
    ];
    for (const [what, reply] of faults) {
      server.reply = reply;
      const made = provider(api, { endpoint, timeoutMs: what.startsWith('stalls') ? 100 : 60_000 });
      const outcome = await made.send(mail());
      expect(outcome, what).toMatchObject({ kind: 'uncertain' });
      expect(JSON.stringify(outcome)).not.toContain(canary);
    }
    const gone = await startApiServer(api.accepted);
    await gone.close();
    const outcome = await provider(api, { endpoint: gone.endpoint }).send(mail());
    expect(outcome).toMatchObject({ kind: 'unreachable' });
    expect((outcome as { reason: string }).reason).toMatch(/could not be reached: .*ECONNREFUSED/);
  });

  it('treats a certificate that cannot be verified as unreachable', async () => {
    const server = await serve(api.accepted);
    const tls = await tlsServer();
    const endpoint = `https://localhost:${tls}`;
    const outcome = await provider(api, { endpoint }).send(mail());
    expect(outcome).toMatchObject({ kind: 'unreachable' });
    expect(server.requests).toHaveLength(0);
  });

  it.each([429, 503])('pauses after %i for as long as the provider asks', async (status) => {
    const server = await serve({ status, headers: { 'retry-after': '3600' } });
    const made = provider(api, { endpoint: server.endpoint });
    const first: Outcome = await made.send(mail());
    expect(first).toMatchObject({ kind: 'unreachable' });
    server.reply = api.accepted;
    const second = await made.send(mail());
    expect(second).toMatchObject({ kind: 'unreachable' });
    expect((second as { reason: string }).reason).toContain('gets no mail for 3600 s');
    expect(server.requests).toHaveLength(1);
  });

  it('follows no redirect', async () => {
    const elsewhere = await serve(api.accepted);
    const server = await serve({ status: 307, headers: { location: elsewhere.endpoint } });
    const outcome = await provider(api, { endpoint: server.endpoint }).send(mail());
    expect(outcome).toMatchObject({ kind: 'unreachable' });
    expect(elsewhere.requests).toHaveLength(0);
  });

  it('finishes mails in progress when it is closed, and takes no more', async () => {
    const held: (() => void)[] = [];
    const server = await serve((response) => {
      held.push(() => {
        server.reply = api.accepted;
        const { status, body } = api.accepted as { status: number; body: object };
        response.writeHead(status).end(JSON.stringify(body));
      });
      if (held.length === 2) for (const release of held) release();
    });
    const made = provider(api, { endpoint: server.endpoint });
    const sent = [made.send(mail()), made.send(mail())];
    const closed = made.close();
    expect(await made.send(mail())).toMatchObject({ kind: 'unreachable' });
    await closed;
    for (const outcome of await Promise.all(sent)) expect(outcome.kind).toBe('accepted');
  });

  it('keeps its rate, with no more in progress than one second allows', async () => {
    const server = await serve(api.accepted);
    const made = provider(api, { endpoint: server.endpoint, perSecond: 0.01 });
    expect(made.concurrency).toBe(1);
    expect(await made.send(mail())).toMatchObject({ kind: 'accepted' });
    // The next request may start in 100 s, longer than a mail waits.
    expect(await made.send(mail())).toMatchObject({ kind: 'unreachable' });
    expect(server.requests).toHaveLength(1);
  });
});

/** A server with an untrusted certificate. */
async function tlsServer(): Promise<number> {
  const { createServer: createTls } = await import('node:tls');
  const { certificate, privateKey } = await import('./certificate.ts');
  const server = createTls({ cert: certificate, key: privateKey }, (socket) => {
    socket.on('error', () => undefined);
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  closing.push(() => new Promise((resolve) => server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}
