import type { Outcome } from '@postroad/mail/providers/provider';
import { createSmtp, type SmtpOptions } from '@postroad/mail/smtp/smtp';
import { afterEach, describe, expect, it } from 'vitest';
import { outgoing } from './messages.ts';
import {
  type Answer,
  type Conversation,
  converse,
  helloReply,
  type Peer,
  type ScriptedServer,
  startScriptedServer,
} from './scripted-server.ts';

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(
  script: Conversation | ((peer: Peer, connection: number) => Promise<void>),
): Promise<ScriptedServer> {
  const run = typeof script === 'function' ? script : (peer: Peer) => converse(peer, { ...script });
  const server = await startScriptedServer(run);
  closing.push(() => server.close());
  return server;
}

/**
 * Short timeouts once a message is begun; the phases before it get longer ones, so that a slow
 * machine can begin it.
 */
const briefOnceBegun = { blockMs: 100, finalMs: 100 };
const brief = {
  ...briefOnceBegun,
  ...{ greetingMs: 100, commandMs: 100, dataMs: 100, quitMs: 100 },
};

/** Long timeouts unless a test sets others, so that a slow machine changes nothing. */
function client(server: ScriptedServer, options: Partial<SmtpOptions> = {}, query = '') {
  const provider = createSmtp({
    url: `smtp://127.0.0.1:${server.port}${query}`,
    hostname: 'client.example.com',
    ...options,
  });
  closing.push(() => provider.close());
  return provider;
}

function withLogin(server: ScriptedServer, query: string): string {
  return `smtp://someuser:s3cret%20word@localhost:${server.port}${query}`;
}

const faults: Record<string, Answer> = {
  'hangs up': (peer) => peer.end(),
  resets: (peer) => peer.reset(),
  stalls: () => undefined,
  'answers garbage': 'HTTP/1.1 400 Bad Request',
  'answers half a line and hangs up': (peer) => {
    peer.send('25');
    peer.end();
  },
  'answers half a reply and hangs up': (peer) => {
    peer.send('250-one\r\n');
    peer.end();
  },
  'changes the code within a reply': '250-one\r\n550 two',
  'answers 354': '354 Go ahead',
  'answers with a line without end': (peer) => peer.send(`250 ${'x'.repeat(200_000)}`),
  'answers with a reply without end': (peer) => peer.send('250-x\r\n'.repeat(20_000)),
};

/** Each phase of a fault, and the outcomes that it allows. */
const phases: [phase: keyof Conversation, kind: Outcome['kind']][] = [
  ['banner', 'unreachable'],
  ['ehlo', 'unreachable'],
  ['starttls', 'unreachable'],
  ['auth', 'unreachable'],
  ['mail', 'unreachable'],
  ['rcpt', 'unreachable'],
  ['data', 'unreachable'],
  ['end', 'uncertain'],
];

describe.each(phases)('a server that at "%s"', (phase, kind) => {
  const inVain = phase === 'data' ? 'answers 354' : '';
  const wrong = Object.entries(faults).filter(([name]) => name !== inVain);
  describe.each([false, true])('with pipelining: %s', (pipelining) => {
    it.each(wrong)(`%s leaves the message ${kind}`, async (_, fault) => {
      const features = ['AUTH PLAIN', 'SIZE 1000000'];
      if (pipelining) features.push('PIPELINING');
      if (phase === 'starttls') features.push('STARTTLS');
      const server = await serve({ features, auth: '235 2.7.0 Ok', [phase]: fault });
      const tls = phase === 'starttls' ? '?tls=required' : '';
      const url = withLogin(server, tls);
      const timeouts = kind === 'uncertain' ? briefOnceBegun : brief;
      const outcome = await client(server, { url, timeouts }).send(outgoing());
      expect(outcome.kind).toBe(kind);
      if (!('reason' in outcome)) return;
      expect(outcome.reason).toContain(`localhost:${server.port}`);
      expect(outcome.reason).not.toMatch(/s3cret|someuser/);
      // A connection that is closed at once may not be accepted yet.
      await expect.poll(() => server.peers.length).toBe(1);
    });
  });
});

describe('the body', () => {
  it.each<[string, Conversation['body']]>([
    ['hangs up', async (peer) => peer.destroy()],
    ['resets', async (peer) => peer.reset()],
    ['stalls', async (peer) => peer.stopReading()],
    [
      'says yes too early and hangs up',
      async (peer) => {
        peer.send('250 2.0.0 Ok\r\n');
        peer.stopReading();
      },
    ],
  ])('makes the message uncertain once begun, when the server %s', async (_, body) => {
    const server = await serve({
      features: ['PIPELINING'],
      body: async (peer) => {
        await peer.until('\r\n');
        await body?.(peer);
        await peer.closed;
      },
    });
    const data = Buffer.alloc(20_000_000, 'A line of text.\r\n');
    const outcome = await client(server, { timeouts: briefOnceBegun }).send(outgoing({ data }));
    expect(outcome).toMatchObject({ kind: 'uncertain' });
    expect(server.peers).toHaveLength(1);
  });

  it('is refused when the server refuses in its middle', async () => {
    const server = await serve({
      body: async (peer) => {
        await peer.until('\r\n');
        peer.send('552 5.3.4 Too much\r\n');
        peer.stopReading();
        await peer.closed;
      },
    });
    const data = Buffer.alloc(20_000_000, 'A line of text.\r\n');
    const timeouts = { blockMs: 2_000 };
    expect(await client(server, { timeouts }).send(outgoing({ data }))).toMatchObject({
      kind: 'refused',
      permanent: true,
      status: 552,
    });
  });

  it('arrives dot-stuffed, ended once, and whole beyond one block', async () => {
    const bodies: string[] = [];
    const server = await serve({ features: ['PIPELINING'], onBody: (body) => bodies.push(body) });
    const smtp = client(server);
    const line = `${'x'.repeat(70)}\r\n`;
    for (const data of [
      '.\r\n..\r\nend\r\n',
      'no line end',
      'a\n.\nb\r\n.c\r\n',
      'ends in CR\r',
      line.repeat(5_000),
    ]) {
      expect(await smtp.send(outgoing({ data: Buffer.from(data) }))).toMatchObject({
        kind: 'accepted',
      });
    }
    expect(bodies).toEqual([
      '..\r\n...\r\nend\r\n.\r\n',
      'no line end\r\n.\r\n',
      'a\n..\nb\r\n..c\r\n.\r\n',
      'ends in CR\r\r\n.\r\n',
      `${line.repeat(5_000)}.\r\n`,
    ]);
    expect(server.peers).toHaveLength(1);
  });
});

describe.each([false, true])('refusals, with pipelining: %s', (pipelining) => {
  const features = pipelining ? ['PIPELINING', 'ENHANCEDSTATUSCODES'] : ['ENHANCEDSTATUSCODES'];

  it.each<[keyof Conversation, string, boolean, number, string | null]>([
    ['mail', '451 4.7.1 Greylisted', false, 451, '4.7.1'],
    ['mail', '553 5.1.8 Not yours', true, 553, '5.1.8'],
    ['rcpt', '450 4.2.1 Try later', false, 450, '4.2.1'],
    ['mail', '550 5.1.1 Sender unknown', true, 550, null],
    ['rcpt', '550-5.1.1 No such\r\n550 5.1.1 user', true, 550, '5.1.1'],
    ['rcpt', '550', true, 550, null],
    ['data', '451 Not now', false, 451, null],
    ['data', '554 5.5.1 No', true, 554, '5.5.1'],
    ['end', '452 4.3.1 Disk full', false, 452, '4.3.1'],
    ['end', '421 4.3.2 Shutting down', false, 421, '4.3.2'],
    ['end', '550 5.7.515 Not authenticated', true, 550, '5.7.515'],
  ])('at %s: %s', async (phase, answer, permanent, status, enhanced) => {
    let refuse = true;
    const once: Answer = (peer) => {
      const text = refuse
        ? answer
        : { mail: '250 Ok', rcpt: '250 Ok', data: '354 Go' }[phase as 'mail'];
      refuse = false;
      peer.send(`${text ?? '250 Ok'}\r\n`);
    };
    const server = await serve({ features, [phase]: once });
    const smtp = client(server);
    const outcome = await smtp.send(outgoing());
    expect(outcome).toMatchObject({ kind: 'refused', permanent, status, enhanced });
    expect(outcome.kind === 'refused' && outcome.reason).toContain(String(status));
  });

  it('at RCPT leave the connection usable for the next message', async () => {
    const server = await serve(async (peer) => {
      let first = true;
      await converse(peer, {
        features,
        rcpt: () => {
          peer.send(first ? '550 5.1.1 No\r\n' : '250 Ok\r\n');
        },
        // The server waits for a body although it refused the recipient.
        data: '354 Go ahead',
        end: () => {
          peer.send(first && pipelining ? '554 5.5.1 No recipients\r\n' : '250 Ok\r\n');
          first = false;
        },
        rset: () => {
          first = false;
          peer.send('250 Ok\r\n');
        },
      });
    });
    const smtp = client(server);
    expect(await smtp.send(outgoing())).toMatchObject({ kind: 'refused', status: 550 });
    expect(await smtp.send(outgoing())).toMatchObject({ kind: 'accepted' });
    expect(server.peers).toHaveLength(1);
    expect(server.peers[0]?.lines).toContain('RSET');
  });

  it('count when the server closes the connection after them', async () => {
    const server = await serve({
      features,
      rcpt: (peer) => {
        peer.send('550 5.1.1 No such user\r\n');
        peer.end();
      },
    });
    expect(await client(server).send(outgoing())).toMatchObject({ kind: 'refused', status: 550 });
  });

  it('with 503 at the first command, where a server wants a login, are not about the message', async () => {
    const server = await serve({ features, mail: '503 5.5.1 Error: send AUTH first' });
    expect(await client(server).send(outgoing())).toMatchObject({
      kind: 'unreachable',
      reason: expect.stringContaining('answered MAIL FROM: 503 5.5.1 Error: send AUTH first'),
    });
  });

  it('with 421 after the body end the connection', async () => {
    const server = await serve({ features, end: '421 4.3.2 Shutting down' });
    const smtp = client(server);
    for (let at = 0; at < 2; at += 1) {
      expect(await smtp.send(outgoing())).toMatchObject({ kind: 'refused', status: 421 });
    }
    expect(server.peers).toHaveLength(2);
  });

  it.each(['mail', 'rcpt', 'data'])(
    'that are about the connection (421, 530) at %s are not about the message',
    async (phase) => {
      for (const answer of ['421 4.3.2 Shutting down', '530 5.7.0 Authentication required']) {
        const server = await serve({ features, [phase]: answer });
        expect(await client(server).send(outgoing())).toMatchObject({ kind: 'unreachable' });
      }
    },
  );

  it('drops a connection with surplus replies before the body', async () => {
    const server = await serve({ features, data: '354 Go ahead\r\n250 2.0.0 Ok: queued' });
    expect(await client(server).send(outgoing())).toMatchObject({ kind: 'unreachable' });
  });
});

describe('the greeting and what follows', () => {
  it('falls back to HELO', async () => {
    const server = await serve({ ehlo: '502 5.5.1 What?' });
    expect(await client(server).send(outgoing())).toMatchObject({ kind: 'accepted' });
    expect(server.peers[0]?.lines.slice(0, 3)).toEqual([
      'EHLO client.example.com',
      'HELO client.example.com',
      'MAIL FROM:<hello@example.com>',
    ]);
  });

  it('names itself by its address when it has no full name', async () => {
    const server = await serve({});
    await client(server, { hostname: 'bad name\r\nQUIT' }).send(outgoing());
    expect(server.peers[0]?.lines[0]).toBe('EHLO [127.0.0.1]');
  });

  it('understands replies that arrive in pieces', async () => {
    const server = await serve({
      ehlo: async (peer) => {
        for (const character of helloReply(['PIPELINING', 'SIZE 12345'])) {
          peer.send(character);
          await new Promise((resolve) => setImmediate(resolve));
        }
      },
    });
    expect(await client(server).send(outgoing())).toMatchObject({
      kind: 'accepted',
      providerId: '4F5A6B',
    });
    expect(server.peers[0]?.lines[1]).toMatch(/ SIZE=\d+$/);
  });

  it.each([
    ['250 2.0.0 Ok: queued as 4F5A6B', '4F5A6B'],
    ['250 OK id=1abCde-000F3x-2b', '1abCde-000F3x-2b'],
    ['250 Ok 010001861b2c3d4e-5f6a7b8c-000000', '010001861b2c3d4e-5f6a7b8c-000000'],
    ['250 fine', null],
  ])('reads the id of the message from %j', async (end, providerId) => {
    const server = await serve({ end });
    expect(await client(server).send(outgoing())).toEqual({ kind: 'accepted', providerId });
  });

  it('refuses what the server cannot take, without sending it', async () => {
    const server = await serve({ features: ['PIPELINING', 'SIZE 1000'] });
    const smtp = client(server);
    for (const [change, enhanced] of [
      [{ data: Buffer.alloc(1_001, 'a') }, '5.3.4'],
      [{ data: Buffer.from('ü\r\n') }, '5.6.3'],
      [{ to: '用户@例え.jp' }, '5.6.7'],
      [{ from: 'jürgen@example.com' }, '5.6.7'],
      [{ to: 'b@ex.com, evil@x.com' }, '5.1.3'],
      [{ to: 'b@ex.com>\r\nRCPT TO:<evil@x.com' }, '5.1.3'],
      [{ from: 'A <a@example.com>' }, '5.1.7'],
    ] as const) {
      expect(await smtp.send(outgoing(change))).toMatchObject({
        kind: 'refused',
        permanent: true,
        status: null,
        enhanced,
      });
    }
    await smtp.close();
    expect(server.peers.flatMap((peer) => peer.lines)).toEqual(['EHLO client.example.com', 'QUIT']);
  });

  it('is unreachable if nobody listens, and names host and cause', async () => {
    const server = await startScriptedServer(async () => undefined);
    await server.close();
    expect(await client(server).send(outgoing())).toEqual({
      kind: 'unreachable',
      reason: `127.0.0.1:${server.port} could not be reached: connection refused (ECONNREFUSED).`,
    });
  });

  it('drops a server that sends unsolicited replies', async () => {
    const server = await serve({ banner: (peer) => peer.send('220 hello\r\n'.repeat(1_000)) });
    expect(await client(server).send(outgoing())).toEqual({
      kind: 'unreachable',
      reason: `127.0.0.1:${server.port} sent replies to no command.`,
    });
  });

  it('does not wait forever for a TLS handshake', async () => {
    const server = await serve(async (peer) => peer.closed);
    const url = `smtps://127.0.0.1:${server.port}`;
    const timeouts = { connectMs: 100 };
    const outcome = await client(server, { url, timeouts }).send(outgoing());
    expect(outcome).toMatchObject({ kind: 'unreachable' });
  });
});

describe('STARTTLS', () => {
  it('discards replies received before the handshake', async () => {
    const server = await serve({
      features: ['STARTTLS', 'AUTH PLAIN', 'PIPELINING'],
      // An attacker on the network can add these lines to the answer.
      starttls: (peer) =>
        peer.startTls('220 Ready\r\n250-evil\r\n250 AUTH LOGIN\r\n235 Ok\r\n250 Ok\r\n'),
      auth: '235 2.7.0 Ok',
    });
    const url = withLogin(server, '?tls=required&insecure=1');
    expect(await client(server, { url }).send(outgoing())).toMatchObject({ kind: 'accepted' });
    expect(server.peers[0]?.lines.map((line) => line.split(' ')[0])).toEqual([
      'EHLO',
      'STARTTLS',
      'EHLO',
      'AUTH',
      'MAIL',
      'RCPT',
      'DATA',
    ]);
  });

  it.each([
    ['opportunistic', 'accepted'],
    ['required', 'unreachable'],
  ])('refused by the server, with tls=%s, is %s', async (tls, kind) => {
    const server = await serve({ features: ['STARTTLS'], starttls: '454 4.7.0 Not now' });
    expect(await client(server, {}, `?tls=${tls}`).send(outgoing())).toMatchObject({ kind });
  });

  it.each([
    ['never', 'accepted'],
    ['opportunistic', 'accepted'],
    ['required', 'unreachable'],
  ])('not offered, with tls=%s, is %s', async (tls, kind) => {
    const server = await serve({});
    expect(await client(server, {}, `?tls=${tls}`).send(outgoing())).toMatchObject({ kind });
  });

  it('is not begun with tls=never', async () => {
    const server = await serve({ features: ['STARTTLS'] });
    const outcome = await client(server, {}, '?tls=never').send(outgoing());
    expect(outcome).toMatchObject({ kind: 'accepted' });
    expect(server.peers[0]?.lines).not.toContain('STARTTLS');
  });
});

describe('AUTH', () => {
  const password = 's3cret word';
  const blob = Buffer.from(`\0someuser\0${password}`).toString('base64');

  it.each([
    ['AUTH PLAIN LOGIN', [`AUTH PLAIN ${blob}`]],
    ['AUTH=PLAIN', [`AUTH PLAIN ${blob}`]],
    ['AUTH CRAM-MD5 LOGIN', ['AUTH LOGIN', base64('someuser'), base64(password)]],
  ])('with %s', async (offer, expected) => {
    const server = await serve({
      features: [offer],
      auth: async (peer) => {
        if (!peer.lines.includes('AUTH LOGIN')) return peer.send('235 Ok\r\n');
        peer.send('334 VXNlcm5hbWU6\r\n');
        await peer.line();
        peer.send('334 UGFzc3dvcmQ6\r\n');
        await peer.line();
        peer.send('235 Ok\r\n');
      },
    });
    const smtp = client(server, { url: withLogin(server, '') });
    expect(await smtp.send(outgoing())).toMatchObject({ kind: 'accepted' });
    expect(server.peers[0]?.lines.slice(1, 1 + expected.length)).toEqual(expected);
  });

  it.each([
    [['AUTH GSSAPI'], '235 Ok', 'offers none of the login mechanisms'],
    [[], '235 Ok', 'offers none of the login mechanisms'],
    [
      ['AUTH PLAIN'],
      `535 5.7.8 No: ${password} ${blob} ${base64(password)} someuser`,
      'refused the login: 535',
    ],
    [['AUTH PLAIN'], '334 More?', 'refused the login: 334'],
  ])('that fails is unreachable and shows no secret (%j, %j)', async (features, auth, reason) => {
    const server = await serve({ features, auth });
    const outcome = await client(server, { url: withLogin(server, '') }).send(outgoing());
    expect(outcome.kind).toBe('unreachable');
    expect('reason' in outcome && outcome.reason).toContain(reason);
    for (const secret of [password, 'someuser', blob, base64(password)]) {
      expect(JSON.stringify(outcome)).not.toContain(secret);
    }
  });

  it.each([
    ['', 'unreachable', ['EHLO']],
    ['?tls=never', 'accepted', ['EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA']],
  ])(
    'without TLS keeps the password back on the way to another machine (%j)',
    async (query, kind, commands) => {
      const server = await serve({ features: ['AUTH PLAIN'], auth: '235 Ok' });
      // An address of this machine that is not a loopback address.
      const url = withLogin(server, query).replace('localhost', '0.0.0.0');
      expect(await client(server, { url }).send(outgoing())).toMatchObject({ kind });
      const seen = server.peers[0]?.lines.map((line) => line.split(' ')[0]);
      expect(seen).toEqual(commands);
    },
  );

  it('shows no secret that a server repeats later', async () => {
    const server = await serve({
      features: ['AUTH PLAIN'],
      auth: '235 Ok',
      rcpt: `550 5.1.1 ${'x'.repeat(480)} ${password}`,
    });
    const outcome = await client(server, { url: withLogin(server, '') }).send(outgoing());
    expect(outcome).toMatchObject({ kind: 'refused', status: 550 });
    expect(JSON.stringify(outcome)).not.toMatch(/s3cret/);
  });
});

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
