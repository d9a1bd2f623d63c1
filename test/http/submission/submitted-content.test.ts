import { operationNamed } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import { listenForMail, type SubmissionServer } from '@postroad/http/submission/submission-server';
import { readSubmittedContent } from '@postroad/mail/message/readable-mail';
import fc from 'fast-check';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Calling, calling } from '../../service/app/calling.ts';
import { runs } from '../../support/property-tests.ts';
import { openTestService, type TestService } from '../../support/service.ts';

const from = 'shop@example.com';
let opened: TestService;
let calls: Calling;
let server: SubmissionServer;
let token: string;

beforeAll(async () => {
  opened = await openTestService({ env: { MAIL_FROM: from, SEND_RATE: '1000' } });
  calls = calling(opened);
  server = await listenForMail(opened.service, { host: '127.0.0.1', port: 0, tls: null });
  token = (await calls.call('create_token', { name: 'Shop', scope: 'send' })).secret;
});

afterAll(async () => {
  await server.close();
  await opened.close();
});

function transport() {
  const auth = { user: 'anything', pass: token };
  return createTransport({ host: '127.0.0.1', port: server.port, auth, ignoreTLS: true });
}

/** Hands the mail over, and answers the id of its send. */
async function sent(): Promise<number> {
  await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
  const { messages } = await calls.call('list_messages', { limit: 1 });
  expect(messages[0]?.status).toBe('sent');
  return messages[0]?.id ?? 0;
}

async function submit(raw: Buffer | string): Promise<number> {
  await transport().sendMail({ envelope: { from, to: 'ada@example.com' }, raw });
  return await sent();
}

const image = Buffer.from('89504e470d0a1a0a', 'hex');

describe('SENT-02 shows mail submitted by SMTP as it was sent', () => {
  it('with its html, text, files and encoded subject', async () => {
    const html = '<p>Grüße, Łukasz <img src="cid:logo@shop"></p><p>{{ name }}</p>';
    const text = `Grüße, Łukasz\r\n${'weit '.repeat(60)}\r\n{{ name }}`;
    const mail = await transport().sendMail({
      from: `Käse & Co <${from}>`,
      to: 'ada@example.com',
      bcc: 'ben@example.com',
      subject: 'Über Ihre Bestellung ☂, die schon unterwegs ist und bald ankommt',
      ...{ html, text },
      headers: { 'X-Order': '7', 'List-Unsubscribe': '<https://shop.example.com/u/1>' },
      attachments: [
        { filename: 'Rechnung ü.pdf', content: Buffer.alloc(700_000, 7) },
        { filename: 'logo.png', content: image, cid: 'logo@shop' },
      ],
    });
    const send_id = await sent();
    const content = await calls.call('get_send_content', { send_id });
    expect(content).toMatchObject({
      subject: 'Über Ihre Bestellung ☂, die schon unterwegs ist und bald ankommt',
      html,
      text,
      headers: {
        To: 'ada@example.com',
        'X-Order': '7',
        'Message-ID': mail.messageId,
        'List-Unsubscribe': '<https://shop.example.com/u/1>',
        'X-Postroad-Send': expect.stringMatching(new RegExp(`^${send_id}-[0-9a-f]{16}$`)),
      },
    });
    expect(content.headers).not.toHaveProperty('Bcc');
    expect(content).not.toHaveProperty('hidden');
    expect(content.attachments).toHaveLength(2);
    expect(content.attachments).toEqual(
      expect.arrayContaining([
        { filename: 'Rechnung ü.pdf', content_type: 'application/pdf', bytes: 700_000 },
        { filename: 'logo.png', content_type: 'image/png', bytes: 8 },
      ]),
    );
    const reader = await calls.call('create_token', { name: 'Reads', scope: 'read' });
    const actor = await opened.service.authenticate(reader.secret, '127.0.0.1');
    if (actor === null) throw new Error('The token is not taken.');
    const options = { actor, surface: 'http' as const };
    const { output } = await opened.service.invoke('get_send_content', { send_id }, options);
    expect(output).toEqual(content);
  });

  it.each([
    ['windows-1251', Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]), 'Привет'],
    ['Shift_JIS', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), '日本'],
    ['iso-8859-15', Buffer.from([0xa4]), '€'],
    ['no-such-charset', Buffer.from('ü'), 'ü'],
  ])('in the charset %s, as another reader reads it', async (charset, octets, text) => {
    const raw = [
      `From: ${from}`,
      `Subject: =?${charset}?B?${octets.toString('base64')}?=`,
      `Content-Type: text/plain; charset=${charset}`,
      'Content-Transfer-Encoding: base64',
      '',
      octets.toString('base64'),
    ].join('\r\n');
    const content = await calls.call('get_send_content', { send_id: await submit(raw) });
    expect(content).toMatchObject({ subject: text, html: '', attachments: [] });
    expect(content.text).toBe(text);
    if (charset !== 'no-such-charset') expect((await PostalMime.parse(raw)).subject).toBe(text);
  });

  it('a repeated header has its values one a line', async () => {
    const raw = `From: ${from}\r\nReceived: by a\r\n\twith b\r\nReceived: by c\r\n__proto__: x\r\n\r\nHi`;
    const { headers } = await calls.call('get_send_content', { send_id: await submit(raw) });
    expect(headers.Received).toBe('by a\twith b\nby c');
  });

  it('until it is forgotten', async () => {
    const send_id = await submit(`From: ${from}\r\nSubject: Old\r\n\r\nHi`);
    expect((await calls.call('get_send_content', { send_id })).subject).toBe('Old');
    await opened.database.pool`delete from message_file_chunks where position > 0`;
    expect(await calls.refused('get_send_content', { send_id })).toMatchObject({
      code: 'content_expired',
    });
    await calls.call('update_settings', { settings: { 'sending.keep_content_days': 3 } });
    await calls.call('move_clock', { advance: { amount: 4, unit: 'days' } });
    expect(await calls.refused('get_send_content', { send_id })).toMatchObject({
      code: 'content_expired',
      detail: expect.stringContaining('longer ago than the 3 days of sending.keep_content_days'),
    });
  });
});

const mixed = (body: string) =>
  `From: ${from}\r\nSubject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${body}`;
const million = 1_000_000;

function nested(levels: number): string {
  let raw = `From: ${from}\r\n`;
  for (let level = 0; level < levels; level += 1) {
    raw += `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`;
  }
  return `${raw}\r\nThe core`;
}

/** Submitted as bytes, so that the library that submits does not look into them. */
const hostile: Record<string, () => string> = {
  'no body': () => `From: ${from}\r\n`,
  'an empty boundary': () => mixed('').replace('boundary=b', 'boundary=""'),
  'a multipart that never begins': () => mixed('').replace('--b\r\n', ''),
  'a multipart that never ends': () => mixed('Content-Type: text/html\r\n\r\n<p>Hi'),
  'parts inside parts, 30,000 deep': () => nested(30_000),
  'messages inside messages': () =>
    `From: ${from}\r\n${'Content-Type: message/rfc822\r\n\r\n'.repeat(100_000)}`,
  'a million parts': () => mixed('--b\r\n'.repeat(million)),
  'a million lines': () => mixed(`Content-Type: text/html\r\n\r\n${'\r\n'.repeat(2 * million)}`),
  'a parameter that never ends': () => mixed(`Content-Type: a/b; a="${'\\a'.repeat(4 * million)}`),
  'a header of folds': () => mixed(`Content-Type: text/html;${'\r\n '.repeat(2 * million)}`),
  'headers without end': () => mixed('A: b\r\n'.repeat(million)),
  'base64 that is none': () =>
    mixed('Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n=?!ü\x01'),
  'escapes that are none': () =>
    mixed(
      'Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n=ZZ=\r\n=4',
    ),
  'escapes alone': () =>
    mixed(
      `Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${'=41'.repeat(million)}`,
    ),
  'names with escapes that are none': () =>
    mixed("Content-Disposition: attachment; filename*=utf-8''%ZZ%; filename=\"\r\n\r\nx"),
};

it.each(Object.keys(hostile))('SENT-02 answers for a broken MIME: %s', async (name) => {
  const raw = Buffer.from(hostile[name]?.() ?? '', 'latin1');
  const send_id = await submit(raw);
  const content = await calls.call('get_send_content', { send_id });
  // The library that submits ends each line with two characters.
  expect(content.html.length + content.text.length).toBeLessThan(2 * raw.length);
  expect((content.attachments ?? []).length).toBeLessThanOrEqual(limits.messageParts);
});

it('SENT-02 refuses to show a text of many megabytes, and says why', async () => {
  const text = `${'x'.repeat(98)}\r\n`.repeat(limits.submissionShownChars / 100 + 1);
  const send_id = await submit(`From: ${from}\r\n\r\n${text}`);
  expect(await calls.refused('get_send_content', { send_id })).toMatchObject({
    code: 'conflict',
    detail: expect.stringContaining('are too long'),
  });
});

const word = fc.constantFrom(
  ...['\r\n', '\n', '--b', '--', '=', '=?utf-8?q?', '?=', 'Content-Type: ', 'multipart/mixed; '],
  ...[
    'boundary=b',
    'text/html',
    'message/rfc822',
    '; charset=',
    'utf-16',
    'base64',
    '"',
    "filename*0*=''%",
  ],
  ...['Content-Transfer-Encoding: ', 'quoted-printable', 'Content-Disposition: attachment; '],
);
const anyBytes = fc
  .array(
    fc.oneof(
      word.map((text) => Buffer.from(text)),
      fc.uint8Array().map((b) => Buffer.from(b)),
    ),
    {
      maxLength: 40,
    },
  )
  .map((pieces) => Buffer.concat(pieces));

it('SENT-02 answers for mail of any bytes', async () => {
  const bodies = fc.sample(anyBytes, 40);
  const since = (await calls.call('list_messages', { limit: 1 })).messages[0]?.id ?? 0;
  for (const body of bodies) {
    const head = Buffer.from(`From: ${from}\r\nContent-Type: multipart/mixed; boundary=b\r\n`);
    const content = (async function* () {
      yield Buffer.concat([head, body]);
    })();
    const recipients = ['ada@example.com'];
    await opened.service.submission
      .accept({ actor: opened.actor, recipients, content })
      .catch((error: unknown) => expect(error).toBeInstanceOf(Refusal));
  }
  await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
  const { messages } = await calls.call('list_messages', { limit: 50 });
  const newer = messages.filter(({ id }) => id > since);
  expect(newer.length).toBeGreaterThan(10);
  for (const { id } of newer) await calls.call('get_send_content', { send_id: id });
});

it('SENT-02 reads any bytes as some content', () => {
  const output = operationNamed('get_send_content').output;
  fc.assert(
    fc.property(anyBytes, (octets) => {
      output.parse(readSubmittedContent(octets));
    }),
    { numRuns: runs(500) },
  );
});
