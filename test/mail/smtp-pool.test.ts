import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseAddress } from '@postroad/core/people/address';
import { buildMessage } from '@postroad/mail/message/mime';
import { createSmtp, type SmtpOptions } from '@postroad/mail/smtp/smtp';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { runs } from '../support/property-tests.ts';
import { messageParts, outgoing } from './messages.ts';
import {
  converse,
  type Peer,
  type ScriptedServer,
  startScriptedServer,
} from './scripted-server.ts';

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(script: (peer: Peer, connection: number) => Promise<void>) {
  const server = await startScriptedServer(script);
  closing.push(() => server.close());
  return server;
}

function client(server: ScriptedServer, options: Partial<SmtpOptions> = {}) {
  const provider = createSmtp({ url: `smtp://127.0.0.1:${server.port}`, ...options });
  closing.push(() => provider.close());
  return provider;
}

const features = ['PIPELINING', 'SMTPUTF8', '8BITMIME'];

describe('an idle connection', () => {
  it.each<[string, (peer: Peer) => Promise<void>]>([
    [
      'was closed by the server',
      async (peer) => {
        peer.end();
        await peer.closed;
      },
    ],
    ['was reset', async (peer) => peer.reset()],
    [
      'got a 421 and was closed',
      async (peer) => {
        peer.send('421 4.4.2 Idle for too long\r\n');
        peer.end();
      },
    ],
    [
      'is closed at the next command',
      async (peer) => {
        await peer.line();
        peer.end();
      },
    ],
    [
      'is reset at the next command',
      async (peer) => {
        await peer.line();
        peer.reset();
      },
    ],
    [
      'gets a 421 at the next command',
      async (peer) => {
        await peer.line();
        peer.send('421 4.7.0 Too many messages\r\n');
        peer.end();
      },
    ],
    ['had an answer too many', async (peer) => peer.send('250 2.0.0 Ok: queued as EVIL\r\n')],
  ])('that %s is replaced once by a fresh one', async (_, spoil) => {
    const server = await serve(async (peer, connection) => {
      if (connection > 1) return converse(peer, { features, end: '250 queued as FRESH' });
      return converse(peer, {
        features,
        end: async () => {
          peer.send('250 queued as FIRST\r\n');
          await spoil(peer);
          throw new Error('This conversation is over.');
        },
      });
    });
    const smtp = client(server);
    expect(await smtp.send(outgoing())).toEqual({ kind: 'accepted', providerId: 'FIRST' });
    expect(await smtp.send(outgoing())).toEqual({ kind: 'accepted', providerId: 'FRESH' });
    expect(server.peers).toHaveLength(2);
  });

  it('is not replaced once the body has begun', async () => {
    const server = await serve((peer) => {
      let messages = 0;
      return converse(peer, {
        features,
        end: () => {
          messages += 1;
          if (messages === 1) peer.send('250 Ok\r\n');
          else peer.end();
        },
      });
    });
    const smtp = client(server);
    expect(await smtp.send(outgoing())).toMatchObject({ kind: 'accepted' });
    expect(await smtp.send(outgoing())).toMatchObject({ kind: 'uncertain' });
    expect(server.peers).toHaveLength(1);
  });

  it('is not replaced a second time', async () => {
    const server = await serve((peer, connection) =>
      converse(peer, {
        features,
        mail: () => {
          const messages = peer.lines.filter((line) => line.startsWith('MAIL')).length;
          if (connection === 1 && messages === 1) peer.send('250 Ok\r\n');
          else peer.end();
        },
      }),
    );
    const smtp = client(server);
    expect(await smtp.send(outgoing())).toMatchObject({ kind: 'accepted' });
    expect(await smtp.send(outgoing())).toMatchObject({ kind: 'unreachable' });
    expect(server.peers).toHaveLength(2);
  });

  it('is closed with QUIT after the idle time', async () => {
    const server = await serve((peer) => converse(peer, { features }));
    expect(await client(server, { idleMs: 1 }).send(outgoing())).toMatchObject({
      kind: 'accepted',
    });
    await server.peers[0]?.closed;
    expect(server.peers[0]?.lines.at(-1)).toBe('QUIT');
  });

  it('does not keep the process alive', async () => {
    const server = await serve((peer) => converse(peer, { features: ['STARTTLS'] }));
    const program = `
      import { createSmtp } from '@postroad/mail/smtp/smtp';
      const smtp = createSmtp({
        url: 'smtp://localhost:${server.port}?tls=required&insecure=1',
        idleMs: 3_600_000,
      });
      const outcome = await smtp.send({
        sendId: 1, from: 'a@example.com', to: 'b@example.com', data: Buffer.from('a: b\\r\\n\\r\\nc\\r\\n'),
      });
      process.stdout.write(outcome.kind);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      cwd: new URL('.', import.meta.url),
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    const [code] = await once(child, 'close');
    expect([code, output]).toEqual([0, 'accepted']);
  });
});

describe('the pool', () => {
  it('respects its number of connections, and reuses each', async () => {
    const server = await serve((peer) => converse(peer, { features }));
    const smtp = client(server, { connections: 3 });
    expect(smtp.concurrency).toBe(3);
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => smtp.send(outgoing())));
    expect(outcomes.every(({ kind }) => kind === 'accepted')).toBe(true);
    expect(server.peers).toHaveLength(3);
    await smtp.close();
    expect(server.peers.map((peer) => peer.lines.at(-1))).toEqual(['QUIT', 'QUIT', 'QUIT']);
  });

  it('replaces a connection after its number of messages', async () => {
    const server = await serve((peer) => converse(peer, { features }));
    const smtp = client(server, { connections: 1, messagesPerConnection: 5 });
    for (let at = 0; at < 12; at += 1) {
      expect(await smtp.send(outgoing())).toMatchObject({ kind: 'accepted' });
    }
    await smtp.close();
    const counts = server.peers.map(
      (peer) => peer.lines.filter((line) => line.startsWith('MAIL')).length,
    );
    expect(counts).toEqual([5, 5, 2]);
    expect(server.peers.every((peer) => peer.lines.at(-1) === 'QUIT')).toBe(true);
  });

  it('finishes messages in progress on close, and refuses the rest', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let begun: () => void = () => undefined;
    const underWay = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const server = await serve((peer) =>
      converse(peer, {
        features,
        end: async () => {
          begun();
          await released;
          peer.send('250 Ok\r\n');
        },
      }),
    );
    const smtp = client(server, { connections: 1 });
    const [first, second] = [smtp.send(outgoing()), smtp.send(outgoing())];
    await underWay;
    const closed = smtp.close();
    expect(await second).toMatchObject({ kind: 'unreachable' });
    release();
    expect(await first).toMatchObject({ kind: 'accepted' });
    await closed;
    expect(await smtp.send(outgoing())).toMatchObject({ kind: 'unreachable' });
    expect(server.peers).toHaveLength(1);
  });
});

it('asks for SMTPUTF8 where only Reply-To is beyond ASCII, of a server that has it', async () => {
  for (const offered of [features, features.filter((feature) => feature !== 'SMTPUTF8')]) {
    const server = await serve((peer) => converse(peer, { features: offered }));
    const smtp = client(server, { connections: 1 });
    const data = buildMessage(messageParts({ replyTo: 'Jürgen <jürgen@example.com>' }));
    expect(await smtp.send(outgoing({ data }))).toMatchObject({ kind: 'accepted' });
    const mail = 'MAIL FROM:<hello@example.com> BODY=8BITMIME';
    const asked = server.peers[0]?.lines.find((line) => line.startsWith('MAIL'));
    expect(asked).toBe(offered === features ? `${mail} SMTPUTF8` : mail);
  }
});

it('gives the server exactly one recipient, the stored address, whatever was accepted', async () => {
  const server = await serve((peer) => converse(peer, { features }));
  const smtp = client(server, { connections: 1, messagesPerConnection: 100_000 });
  const piece = fc.constantFrom('@', '.', '-', ',', '<', '>', ' ', 'ü', '例', 'b.com', '\r\n', 'x');
  const near = fc.tuple(fc.emailAddress(), fc.array(piece, { maxLength: 2 }), fc.nat(40));
  const text = fc.oneof(
    fc.emailAddress(),
    near.map(([address, pieces, at]) => address.slice(0, at) + pieces.join('') + address.slice(at)),
    fc
      .tuple(
        fc.string({ unit: fc.constantFrom('a', 'é', '用', '.', '+'), minLength: 1 }),
        fc.domain(),
      )
      .map(([local, domain]) => `${local}@${domain}`),
  );
  let accepted = 0;
  const numRuns = runs(1_000);
  await fc.assert(
    fc.asyncProperty(text, async (value) => {
      const to = parseAddress(value);
      if (to === null) return;
      accepted += 1;
      const lines = server.peers[0]?.lines;
      const before = lines?.length ?? 1;
      const data = Buffer.from('Subject: x\r\n\r\nx\r\n');
      expect(await smtp.send(outgoing({ to, data }))).toMatchObject({ kind: 'accepted' });
      const ascii = /^[\0-\x7f]*$/.test(to);
      const unicodeDomainOnly = !ascii && /^[\0-\x7f]*@/.test(to);
      expect(server.peers[0]?.lines.slice(before)).toEqual([
        `MAIL FROM:<hello@example.com>${ascii || unicodeDomainOnly ? '' : ' SMTPUTF8'}`,
        unicodeDomainOnly
          ? expect.stringMatching(/^RCPT TO:<[^<>@\s]+@[a-z0-9.-]+>$/)
          : `RCPT TO:<${to}>`,
        'DATA',
      ]);
    }),
    { numRuns },
  );
  expect(accepted).toBeGreaterThan(numRuns / 10);
});
