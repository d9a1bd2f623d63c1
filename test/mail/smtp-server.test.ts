import type { AddressInfo } from 'node:net';
import { buildMessage } from '@postroad/mail/message/mime';
import { createSmtp, type SmtpOptions } from '@postroad/mail/smtp/smtp';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { certificate, privateKey } from './certificate.ts';
import { messageParts, outgoing } from './messages.ts';

interface Received {
  from: string;
  to: string[];
  secure: boolean;
  user: unknown;
  data: Buffer;
}

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    key: privateKey,
    cert: certificate,
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ username, password }, _, callback) =>
      username === 'someuser' && password === 's3cret/@?#'
        ? callback(null, { user: username })
        : callback(new Error(`No ${username} with ${password}`)),
    onData: (stream, { envelope, secure, user }, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ from, to, secure, user, data: Buffer.concat(chunks) });
        callback(null, 'queued as Q1');
      });
    },
    ...options,
  });
  // Clients that refuse a certificate cause errors here.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(() => resolve())));
  return { port: (server.server.address() as AddressInfo).port, received };
}

function client(url: string, options: Partial<SmtpOptions> = {}) {
  const provider = createSmtp({ url, ...options });
  closing.push(() => provider.close());
  return provider;
}

const login = 'someuser:s3cret%2F%40%3F%23@';

describe('a real SMTP server', () => {
  it.each([
    ['plain', 'smtp://localhost', '?tls=never', {}, {}, false],
    [
      'plain without extensions',
      'smtp://localhost',
      '',
      { hidePIPELINING: true, hideSTARTTLS: true },
      {},
      false,
    ],
    ['STARTTLS, certificate known', 'smtp://localhost', '', {}, { ca: certificate }, true],
    ['STARTTLS required', 'smtp://localhost', '?tls=required', {}, { ca: certificate }, true],
    ['STARTTLS, any certificate', 'smtp://127.0.0.1', '?insecure=1', {}, {}, true],
    [
      'TLS, certificate known',
      'smtps://localhost',
      '',
      { secure: true },
      { ca: certificate },
      true,
    ],
    ['TLS, any certificate', 'smtps://localhost', '?insecure=1', { secure: true }, {}, true],
  ])('takes messages over %s', async (_, address, query, serverOptions, options, secure) => {
    const { port, received } = await serve(serverOptions);
    const smtp = client(`${address}:${port}${query}`, options);
    const data = buildMessage(messageParts({ subject: 'Grüße 🎉' }));
    const sends = Array.from({ length: 25 }, (_unused, at) =>
      smtp.send(outgoing({ to: `person${at}@example.com`, data })),
    );
    for (const outcome of await Promise.all(sends)) {
      expect(outcome).toEqual({ kind: 'accepted', providerId: 'Q1' });
    }
    expect(received.map(({ to }) => to.join()).sort()).toEqual(
      sends.map((_unused, at) => `person${at}@example.com`).sort(),
    );
    for (const message of received) {
      expect(message).toMatchObject({ from: 'hello@example.com', secure });
      expect(message.data.equals(data)).toBe(true);
    }
    expect((await PostalMime.parse(received[0]?.data ?? '')).subject).toBe('Grüße 🎉');
  });

  it.each([
    [
      'an unknown certificate (STARTTLS)',
      'smtp://localhost',
      {},
      {},
      'DEPTH_ZERO_SELF_SIGNED_CERT',
    ],
    [
      'an unknown certificate (TLS)',
      'smtps://localhost',
      { secure: true },
      {},
      'DEPTH_ZERO_SELF_SIGNED_CERT',
    ],
    [
      'a certificate for another name',
      'smtp://127.0.0.1',
      {},
      { ca: certificate },
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ],
    ['no TLS at all', 'smtps://localhost', {}, {}, 'could not be reached over TLS'],
  ])('is left because of %s', async (_, address, serverOptions, options, cause) => {
    const { port, received } = await serve(serverOptions);
    const outcome = await client(`${address}:${port}`, options).send(outgoing());
    expect(outcome.kind).toBe('unreachable');
    expect('reason' in outcome && outcome.reason).toContain(cause);
    expect(received).toEqual([]);
  });

  it('SEC-32 gets nothing without TLS where that is required, and the reason says what to set', async () => {
    const { port, received } = await serve({ hideSTARTTLS: true });
    const outcome = await client(`smtp://localhost:${port}?tls=required`).send(outgoing());
    expect(outcome.kind).toBe('unreachable');
    expect('reason' in outcome && outcome.reason).toMatch(/offers no TLS.*tls=opportunistic/);
    expect(received).toEqual([]);
  });

  it.each([['PLAIN'], ['LOGIN']])('lets us in with AUTH %s', async (method) => {
    const { port, received } = await serve({ authOptional: false, authMethods: [method] });
    const smtp = client(`smtp://${login}localhost:${port}`, { ca: certificate });
    expect(await smtp.send(outgoing())).toMatchObject({ kind: 'accepted' });
    expect(received).toMatchObject([{ user: 'someuser', secure: true }]);
  });

  it('that refuses the login makes the message retriable, and shows no secret', async () => {
    const { port } = await serve({ authOptional: false });
    const url = `smtp://someuser:wr0ng@localhost:${port}`;
    const outcome = await client(url, { ca: certificate }).send(outgoing());
    expect(outcome).toMatchObject({ kind: 'unreachable' });
    expect('reason' in outcome && outcome.reason).toMatch(/refused the login: 535/);
    expect(JSON.stringify(outcome)).not.toMatch(/wr0ng|someuser/);
  });

  it('that requires a login makes the message retriable', async () => {
    const { port } = await serve({ authOptional: false });
    const outcome = await client(`smtp://localhost:${port}?insecure=1`).send(outgoing());
    expect(outcome).toMatchObject({ kind: 'unreachable' });
  });

  it.each([
    ['onMailFrom', 451, false],
    ['onMailFrom', 550, true],
    ['onRcptTo', 450, false],
    ['onRcptTo', 550, true],
    ['onData', 452, false],
    ['onData', 554, true],
  ] as const)('that refuses in %s with %i', async (hook, responseCode, permanent) => {
    const error = Object.assign(new Error('5.1.1 Not here'), { responseCode });
    const refuse: SMTPServerOptions =
      hook === 'onData'
        ? {
            onData: (stream, _, callback) => {
              stream.resume();
              stream.on('end', () => callback(error));
            },
          }
        : {
            [hook]: (_: unknown, __: unknown, callback: (error: Error) => void) => callback(error),
          };
    const { port } = await serve(refuse);
    const smtp = client(`smtp://localhost:${port}?tls=never`, { connections: 1 });
    for (let at = 0; at < 3; at += 1) {
      expect(await smtp.send(outgoing())).toMatchObject({
        kind: 'refused',
        permanent,
        status: responseCode,
      });
    }
  });

  it('gets Unicode addresses', async () => {
    const { port, received } = await serve();
    const smtp = client(`smtp://localhost:${port}?tls=never`);
    const to = '用户@例え.jp';
    const data = buildMessage(messageParts({ to, subject: 'こんにちは' }));
    expect(await smtp.send(outgoing({ to, data }))).toMatchObject({ kind: 'accepted' });
    expect(await smtp.send(outgoing({ to: 'anna@müller.de' }))).toMatchObject({ kind: 'accepted' });
    expect(received[0]?.to).toEqual([to]);
    expect((await PostalMime.parse(received[0]?.data ?? '')).to?.[0]?.address).toBe(to);
    expect(received[1]?.to).toEqual(['anna@müller.de']);
  });

  it('without SMTPUTF8 gets no Unicode local part', async () => {
    const { port } = await serve({ hideSMTPUTF8: true });
    const smtp = client(`smtp://localhost:${port}?tls=never`);
    expect(await smtp.send(outgoing({ to: 'jürgen@example.com' }))).toMatchObject({
      kind: 'refused',
      permanent: true,
    });
    expect(await smtp.send(outgoing({ to: 'anna@müller.de' }))).toMatchObject({ kind: 'accepted' });
  });

  it('gets large and dotted bodies as they are', async () => {
    const { port, received } = await serve({ size: 10_000_000 });
    const smtp = client(`smtp://localhost:${port}`, { ca: certificate });
    const line = `.${'x'.repeat(70)}\r\n..\r\n.\r\n`;
    const data = Buffer.from(`Subject: x\r\n\r\n${line.repeat(20_000)}`);
    expect(await smtp.send(outgoing({ data }))).toMatchObject({ kind: 'accepted' });
    expect(received[0]?.data.equals(data)).toBe(true);
    const tooLarge = Buffer.alloc(10_000_001, 'x');
    expect(await smtp.send(outgoing({ data: tooLarge }))).toMatchObject({
      kind: 'refused',
      enhanced: '5.3.4',
    });
  });
});
