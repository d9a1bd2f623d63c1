import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MailFile } from '@postroad/mail/message/attachment';
import { streamOf } from '@postroad/mail/message/attachment';
import { signDkim, withDkim } from '@postroad/mail/message/dkim';
import { buildMessage, buildMessageWith } from '@postroad/mail/message/mime';
import { readWhole } from '@postroad/mail/message/readable-mail';
import { createOutbox } from '@postroad/mail/providers/outbox';
import type { OutgoingMessage } from '@postroad/mail/providers/provider';
import { createSmtp } from '@postroad/mail/smtp/smtp';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { runs } from '../support/property-tests.ts';
import { apiCases } from './api-providers.ts';
import { startApiServer } from './api-server.ts';
import { messageParts, outgoing } from './messages.ts';

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Content of a file, in chunks of a size that divides nothing. */
function file(content: Buffer, change: Partial<MailFile> = {}, chunk = 1_001): MailFile {
  return {
    filename: 'invoice.pdf',
    contentType: 'application/pdf',
    contentId: null,
    octets: content.length,
    async *read() {
      for (let at = 0; at < content.length; at += chunk) yield content.subarray(at, at + chunk);
    },
    ...change,
  };
}

const octets = (length: number) => Buffer.from(Array.from({ length }, (_, at) => (at * 7) % 256));
const pdf = file(octets(5_000), { filename: 'Rechnung für "Ada" — 東京.pdf' });
const logo = file(octets(100), {
  filename: 'logo.png',
  contentType: 'image/png',
  contentId: 'logo',
});

async function whole(message: Pick<OutgoingMessage, 'data' | 'rest'>): Promise<Buffer> {
  const { octets: announced, read } = streamOf(message);
  const chunks: Uint8Array[] = [];
  for await (const chunk of read()) chunks.push(chunk);
  const all = Buffer.concat(chunks);
  expect(all.length).toBe(announced);
  return all;
}

const mail = (files: readonly MailFile[] = [pdf, logo]): OutgoingMessage => {
  const parts = messageParts({
    cc: ['ben@example.com', 'cy@münchen.example'],
    messageId: '<7.0123456789abcdef@example.com>',
  });
  const cc = ['ben@example.com', 'cy@münchen.example'];
  return outgoing({ sendId: 7, cc, bcc: ['dan@example.com'], ...buildMessageWith(parts, files) });
};

describe('a message with files', () => {
  it('is read by a mail reader with every name, id and octet', async () => {
    const data = await whole(mail());
    expect(data.toString('latin1')).not.toMatch(/dan@example|^\.|[^\r]\n/m);
    expect(
      data
        .toString('latin1')
        .split('\r\n')
        .every((line) => line.length <= 78),
    ).toBe(true);
    const email = await PostalMime.parse(data);
    expect(email.text).toContain('welcome.');
    expect(email.cc?.map(({ address }) => address)).toEqual([
      'ben@example.com',
      'cy@xn--mnchen-3ya.example',
    ]);
    const found = email.attachments.map(({ content, ...known }) => ({
      ...known,
      octets: Buffer.from(content as ArrayBuffer),
    }));
    expect(found).toMatchObject([
      { filename: 'logo.png', contentId: '<logo>', disposition: 'inline', related: true },
      { filename: 'Rechnung für "Ada" — 東京.pdf', disposition: 'attachment' },
    ]);
    expect(found.map((one) => one.octets.equals(octets(one.octets.length)))).toEqual([true, true]);
  });

  it('keeps the bytes of a mail without files', () => {
    const parts = messageParts();
    expect(buildMessageWith(parts, []).data.equals(buildMessage(parts))).toBe(true);
  });

  it('holds octets of any length in chunks of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        fc.integer({ min: 1, max: 200 }),
        fc.boolean(),
        async (content, chunk, shown) => {
          const contentId = shown ? 'a' : null;
          const one = file(Buffer.from(content), { contentId }, chunk);
          const email = await PostalMime.parse(await whole(mail([one])));
          const [attachment] = email.attachments;
          expect(Buffer.from(attachment?.content as ArrayBuffer).equals(content)).toBe(true);
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it('refuses a name that would begin another header', () => {
    const evil = { ...pdf, filename: 'a\r\nBcc: eve@example.com' };
    expect(() => mail([evil])).toThrow('line break');
    const address = messageParts({ cc: ['ben@example.com\r\nBcc: eve@example.com'] });
    expect(() => buildMessage(address)).toThrow('Cc');
  });

  it('has the same signature in pieces as in one', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const key = { domain: 'example.com', selector: 's', privateKey };
    const now = new Date('2026-11-21T10:00:00Z');
    const piece = fc.constantFrom('a', ' ', '\t', '\r\n', '\r\n\r\n', ' \r\n', '.', '\r', '  b');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(piece, { maxLength: 4 }), { maxLength: 8 }),
        async (of) => {
          const chunks = of.map((pieces) => Buffer.from(pieces.join('')));
          const [first = Buffer.alloc(0), ...others] = chunks;
          const data = Buffer.concat([Buffer.from('From: a@example.com\r\n\r\n'), first]);
          const rest = {
            octets: 0,
            async *read() {
              yield* others;
            },
          };
          const all = Buffer.concat([data, ...others]);
          expect(await signDkim(data, key, now, rest)).toBe(await signDkim(all, key, now));
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

async function serve(options: SMTPServerOptions) {
  const received: { to: string[]; octets: number; sha: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, callback) {
      const hash = createHash('sha256');
      let length = 0;
      stream.on('data', (chunk: Buffer) => {
        length += chunk.length;
        hash.update(chunk);
      });
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ to, octets: length, sha: hash.digest('hex') });
        callback(null, 'queued as Q1');
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(() => resolve(null))));
  const smtp = createSmtp({
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
  });
  closing.push(() => smtp.close());
  return { smtp, received };
}

const sha = (data: Buffer) => createHash('sha256').update(data).digest('hex');

describe('MSG-09 SMTP', () => {
  it('hands one mail to all its readers, and its files as they are read', async () => {
    const { smtp, received } = await serve({});
    const message = mail();
    expect(await smtp.send(message)).toEqual({ kind: 'accepted', providerId: 'Q1' });
    const data = await whole(message);
    const to = ['anna@example.com', 'ben@example.com', 'cy@münchen.example', 'dan@example.com'];
    expect(received).toEqual([{ to, octets: data.length, sha: sha(data) }]);
  });

  it('says which copies were refused, and sends nothing where the reader is', async () => {
    const { smtp, received } = await serve({
      onRcptTo: ({ address }, _, callback) =>
        /^(?:ben|dan|nobody)@/.test(address)
          ? callback(Object.assign(new Error('No such mailbox'), { responseCode: 550 }))
          : callback(),
    });
    expect(await smtp.send(mail())).toMatchObject({
      kind: 'accepted',
      refused: [
        { address: 'ben@example.com', reason: expect.stringContaining('No such mailbox') },
        { address: 'dan@example.com' },
      ],
    });
    expect(received).toHaveLength(1);
    expect(await smtp.send({ ...mail(), to: 'nobody@example.com' })).toMatchObject({
      kind: 'refused',
      status: 550,
    });
    expect(received).toHaveLength(1);
    expect(await smtp.send(mail())).toMatchObject({ kind: 'accepted' });
  });

  it('sends nothing whole where a file cannot be read to its end', async () => {
    const { smtp, received } = await serve({});
    const broken = {
      ...pdf,
      async *read() {
        yield Buffer.alloc(100);
        throw new Error('The database is gone.');
      },
    };
    const short = { ...pdf, octets: 6_000 };
    for (const bad of [broken, short]) {
      expect(await smtp.send(mail([bad]))).toMatchObject({ kind: 'unreachable' });
    }
    expect(received).toEqual([]);
  });

  it('doubles dots of a message in pieces, wherever they are cut', async () => {
    const { smtp, received } = await serve({});
    const text = '.a\r\n..b\r\n.\r\nc.\n.d\r\n.';
    for (const chunk of [1, 2, 3, 100]) {
      const content = Buffer.from(text);
      const rest = { ...file(content, {}, chunk), eightBit: false, files: null };
      const data = Buffer.from('From: a@example.com\r\n\r\n');
      expect(await smtp.send(outgoing({ data, rest }))).toMatchObject({ kind: 'accepted' });
      expect(received.at(-1)?.sha).toBe(sha(Buffer.concat([data, content, Buffer.from('\r\n')])));
    }
  });
});

it('MSG-09 the outbox shows who would get a blind copy', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'postroad-outbox-'));
  closing.push(() => rm(dir, { recursive: true }));
  const outbox = createOutbox({ dir });
  await outbox.send(mail());
  const text = await readFile(path.join(dir, '7.eml'), 'latin1');
  expect(text).toMatch(/^X-Envelope-To: anna@example.com,\r\n ben@example.com/);
  expect(text.endsWith((await whole(mail())).toString('latin1'))).toBe(true);
});

describe.each(apiCases)('$name', (api) => {
  async function request(message: OutgoingMessage) {
    const server = await startApiServer(api.accepted);
    const provider = api.create({ endpoint: server.endpoint });
    closing.push(
      () => server.close(),
      () => provider.close(),
    );
    expect(await provider.send(message)).toMatchObject({ kind: 'accepted' });
    const [received] = server.requests;
    if (received === undefined) throw new Error('There was no request.');
    expect(received.headers['content-length']).toBe(String(received.body.length));
    return received;
  }

  it('gets readers of copies and files', async () => {
    const { body, headers } = await request(mail());
    const raw = (await whole(mail())).toString('base64');
    const cc = ['ben@example.com', 'cy@xn--mnchen-3ya.example'];
    const [file0, file1] = [octets(100), octets(5_000)].map((data) => data.toString('base64'));
    if (api.name === 'mailgun') {
      const form = await new Response(new Uint8Array(body), {
        headers: { 'content-type': headers['content-type'] ?? '' },
      }).formData();
      expect(form.getAll('to')).toEqual(['anna@example.com', ...cc, 'dan@example.com']);
      const sent = form.get('message');
      if (!(sent instanceof Blob)) throw new Error('The message is not a file.');
      expect(Buffer.from(await sent.arrayBuffer()).toString('base64')).toBe(raw);
      return;
    }
    const expected = {
      ses: {
        Destination: { CcAddresses: cc, BccAddresses: ['dan@example.com'] },
        Content: { Raw: { Data: raw } },
      },
      postmark: {
        Cc: cc.join(','),
        Bcc: 'dan@example.com',
        Attachments: [
          { Name: 'logo.png', Content: file0, ContentType: 'image/png', ContentID: 'cid:logo' },
          { Name: pdf.filename, Content: file1, ContentType: 'application/pdf' },
        ],
      },
      resend: {
        cc,
        bcc: ['dan@example.com'],
        attachments: [
          { filename: 'logo.png', content: file0, content_type: 'image/png', content_id: 'logo' },
          { filename: pdf.filename, content: file1, content_type: 'application/pdf' },
        ],
      },
    }[api.name];
    expect(JSON.parse(body.toString('utf8'))).toMatchObject(expected ?? {});
  });

  it('gets a message that was submitted as it is, or in its fields', async () => {
    const data = await whole(mail());
    const cut = data.indexOf('\r\n\r\n') + 4;
    const rest = { ...file(data.subarray(cut)), eightBit: false, files: null };
    const { body } = await request(outgoing({ sendId: 7, data: data.subarray(0, cut), rest }));
    const text = body.toString('utf8');
    if (api.name === 'mailgun') expect(text).toContain(data.toString('latin1'));
    if (api.name === 'ses') expect(text).toContain(data.toString('base64'));
    if (api.name !== 'postmark' && api.name !== 'resend') return;
    const value: unknown = JSON.parse(text);
    const content = octets(5_000).toString('base64');
    expect(value).toMatchObject(
      api.name === 'postmark'
        ? { Attachments: [{ Name: 'logo.png' }, { Name: pdf.filename, Content: content }] }
        : { attachments: [{ filename: 'logo.png' }, { filename: pdf.filename, content }] },
    );
  });
});

describe('MSG-14 a mail of which a part cannot be read now is left for another attempt', () => {
  const rest = {
    ...{ octets: 100, eightBit: false, files: null },
    async *read() {
      yield octets(10);
      throw new Error('The connection to the database was closed.');
    },
  };
  const later = { kind: 'unreachable', reason: 'A part of the mail could not be read.' };

  it.each(apiCases.filter(({ name }) => name !== 'mailgun'))('with $name', async (api) => {
    const server = await startApiServer(api.accepted);
    const provider = api.create({ endpoint: server.endpoint });
    closing.push(
      () => server.close(),
      () => provider.close(),
    );
    expect(await provider.send({ ...mail([]), rest })).toEqual(later);
    expect(server.requests).toEqual([]);
  });

  it.each(apiCases)('with $name, that has got a part of it', async (api) => {
    const server = await startApiServer(api.accepted);
    const provider = api.create({ endpoint: server.endpoint });
    closing.push(
      () => server.close(),
      () => provider.close(),
    );
    let reads = 0;
    const broken = file(octets(200_000), {
      async *read() {
        reads += 1;
        yield octets(100_000);
        // The signature for SES reads it before.
        if (api.name === 'ses' && reads === 1) yield octets(100_000);
        else throw new Error('The connection to the database was closed.');
      },
    });
    expect(await provider.send(mail([broken]))).toEqual(later);
  });

  it('while it is signed', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'postroad-outbox-'));
    closing.push(() => rm(dir, { recursive: true }));
    const { privateKey } = generateKeyPairSync('ed25519');
    const key = { domain: 'example.com', selector: 'a', privateKey };
    const provider = withDkim(createOutbox({ dir }), key);
    expect(await provider.send({ ...mail([]), rest })).toEqual(later);
  });
});

it('MSG-09 Postmark names the readers it has suppressed', async () => {
  const api = apiCases.find(({ name }) => name === 'postmark');
  if (api === undefined) throw new Error('There is no such provider.');
  const server = await startApiServer({
    status: 200,
    body: {
      MessageID: 'an-id',
      ErrorCode: 0,
      Message: 'Message OK, but will not deliver to these inactive addresses: ben@example.com.',
    },
  });
  const provider = api.create({ endpoint: server.endpoint });
  closing.push(
    () => server.close(),
    () => provider.close(),
  );
  expect(await provider.send(mail())).toMatchObject({
    kind: 'accepted',
    refused: [{ address: 'ben@example.com' }],
  });
});

it('SUBM-05 reads the text of a submitted message however deep its parts are', async () => {
  for (const depth of [1, 5, 6, 29, 30, 200]) {
    let part = 'Content-Type: text/plain\r\n\r\nThe invoice is 7.';
    for (let level = 0; level < depth; level++) {
      const type = `Content-Type: multipart/mixed; boundary="b${level}"`;
      part = `${type}\r\n\r\n--b${level}\r\n${part}\r\n--b${level}--\r\n`;
    }
    const [head = '', ...body] = part.split('\r\n\r\n');
    const rest = {
      files: null,
      eightBit: false,
      octets: 0,
      async *read() {
        yield Buffer.from(body.join('\r\n\r\n'));
      },
    };
    const data = Buffer.from(`From: shop@example.com\r\n${head}\r\n\r\n`);
    const { mail, files } = await readWhole({ data, rest });
    const kept = [Buffer.from(mail.text)];
    for (const one of files) for await (const chunk of one.read()) kept.push(Buffer.from(chunk));
    expect(Buffer.concat(kept).toString(), `${depth} levels`).toContain('The invoice is 7.');
    if (depth < 30) expect(mail.text, `${depth} levels`).toBe('The invoice is 7.');
  }
});
