import { encodeQuotedPrintable } from '@postroad/core/content/text/quoted-printable';
import { limits } from '@postroad/core/platform/limits';
import { buildMessage } from '@postroad/mail/message/mime';
import fc from 'fast-check';
import PostalMime, { type Email } from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { runs } from '../support/property-tests.ts';
import { messageParts } from './messages.ts';

const standing = ['from', 'to', 'subject', 'date', 'message-id', 'mime-version', 'content-type'];

function linesOf(message: Buffer): string[] {
  return message.toString('latin1').split('\r\n');
}

function headerOf(message: Buffer): string {
  const text = message.toString('latin1');
  return text.slice(0, text.indexOf('\r\n\r\n'));
}

/** Checks that hold for every message. */
async function expectValid(message: Buffer, further: string[] = []): Promise<Email> {
  const lines = linesOf(message);
  expect(lines.every((line) => line.length <= limits.mailLineOctets)).toBe(true);
  expect(lines.join('')).not.toMatch(/[\r\n]/);
  expect(lines.some((line) => line.startsWith('.'))).toBe(false);
  for (const line of headerOf(message).split('\r\n')) {
    expect(line).not.toMatch(/^\s*$/);
    if (line.includes('=?')) expect(line.length).toBeLessThanOrEqual(limits.encodedLineOctets);
  }
  const email = await PostalMime.parse(message);
  expect(email.headers.map(({ key }) => key).sort()).toEqual([...standing, ...further].sort());
  expect(email.attachments).toEqual([]);
  return email;
}

/** postal-mime ends every body with a line end. */
const body = (text: string) => `${text.replace(/\r\n?/g, '\n')}\n`;

describe('buildMessage', () => {
  it('writes the golden message', async () => {
    const message = buildMessage(
      messageParts({
        subject: 'Schöne Grüße, Anna – your account is ready and here is what comes next',
        from: '"Doe, Jane" <jane@example.com>',
        headers: [
          [
            'List-Unsubscribe',
            `<https://mail.example.com/u/${'x'.repeat(90)}>, <mailto:u@example.com>`,
          ],
          ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
          ['Feedback-ID', '7:flow:postroad'],
        ],
        text: encodeQuotedPrintable('Grüße\n.dot\nFrom here'),
        html: encodeQuotedPrintable('<p>Grüße</p>'),
      }),
    );
    await expect(message.toString('latin1')).toMatchFileSnapshot('./golden/message.eml');
  });

  it('round-trips any subject, name and body', async () => {
    const text = fc.oneof(
      fc.string({ maxLength: 120 }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.string({ unit: fc.constantFrom('a', '.', '=', ' ', '\n', '\r', 'ü', '😀', '-', '_') }),
    );
    const visible = fc
      .oneof(
        fc.string({ maxLength: limits.subjectChars }),
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.string({ unit: fc.constantFrom('a', ' ', '=?', '?=', 'ü', '😀', '"', '\\', '語') }),
      )
      .map((value) => value.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ''));
    const name = visible.map((value) =>
      value
        .replace(/[\p{Bidi_Control}\p{Cs}]/gu, '')
        .replace(/\s+/gu, ' ')
        .trim()
        .slice(0, 80)
        .replace(/\p{Cs}/gu, '')
        .trim(),
    );
    await fc.assert(
      fc.asyncProperty(visible, name, text, text, async (subject, display, plain, html) => {
        const quoted = `"${display.replace(/["\\]/g, '\\$&')}" <hello@example.com>`;
        const message = buildMessage(
          messageParts({
            subject,
            from: quoted,
            text: encodeQuotedPrintable(plain),
            html: encodeQuotedPrintable(html),
          }),
        );
        const email = await expectValid(message);
        expect(decodeHeader(message, 'Subject')).toBe(subject);
        expect(email.from).toEqual({ address: 'hello@example.com', name: display });
        expect(email.to).toEqual([{ address: 'anna@example.com', name: '' }]);
        expect(email.text).toBe(body(plain));
        expect(email.html).toBe(body(html));
      }),
      { numRuns: runs(500) },
    );
  });

  it.each([
    ['plain', 'Welcome to Postroad', 'Subject: Welcome to Postroad'],
    ['empty', '', 'Subject: '],
    ['like an encoded word', '=?UTF-8?Q?x?=', 'Subject: =?UTF-8?B?PT9VVEYtOD9RP3g/PQ==?='],
    ['with two spaces', 'a  b', 'Subject: =?UTF-8?B?YSAgYg==?='],
    ['emoji', '🎉', 'Subject: =?UTF-8?B?8J+OiQ==?='],
    ['lone surrogate', 'a\ud800', 'Subject: =?UTF-8?B?Ye+/vQ==?='],
  ])('writes a subject: %s', (_, subject, line) => {
    expect(linesOf(buildMessage(messageParts({ subject })))).toContain(line);
  });

  it('folds a long ASCII subject at its spaces', async () => {
    const subject = Array.from({ length: 40 }, (_, at) => `word${at}`).join(' ');
    const message = buildMessage(messageParts({ subject }));
    const header = headerOf(message);
    expect(header).not.toContain('=?');
    expect(header.split('\r\n').every((line) => line.length <= 76)).toBe(true);
    expect((await expectValid(message)).subject).toBe(subject);
  });

  it('keeps a subject without spaces within its lines', async () => {
    const subject = 'x'.repeat(limits.subjectChars);
    expect((await expectValid(buildMessage(messageParts({ subject })))).subject).toBe(subject);
  });

  it('keeps further headers in their order and unbroken', async () => {
    const url = `<https://mail.example.com/u/${'x'.repeat(limits.publicTokenChars)}>`;
    const message = buildMessage(
      messageParts({
        headers: [
          ['List-Unsubscribe', `${url}, <mailto:unsubscribe@example.com?subject=unsubscribe>`],
          ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
          ['X-Note', 'Grüße'],
          ['Precedence', 'bulk'],
        ],
      }),
    );
    const further = ['list-unsubscribe', 'list-unsubscribe-post', 'x-note', 'precedence'];
    await expectValid(message, further);
    expect(linesOf(message).some((line) => line.includes(url))).toBe(true);
    expect(decodeHeader(message, 'List-Unsubscribe')).toBe(
      `${url}, <mailto:unsubscribe@example.com?subject=unsubscribe>`,
    );
    expect(decodeHeader(message, 'X-Note')).toBe('Grüße');
  });

  it('writes Unicode addresses as RFC 6531 has them, and A-labels where they suffice', () => {
    const message = (to: string) => linesOf(buildMessage(messageParts({ to }))).map(utf8);
    expect(message('用户@例え.jp')).toContain('To: 用户@例え.jp');
    expect(message('anna@müller.de')).toContain('To: anna@xn--mller-kva.de');
  });

  it('derives the boundary from the message id, and no body can contain it', async () => {
    const id = '<7.abc@example.com>';
    const first = buildMessage(messageParts({ messageId: id }));
    const boundary = /boundary="([^"]+)"/.exec(first.toString('latin1'))?.[1] ?? '';
    expect(boundary).toMatch(/^=_[A-Za-z0-9.-]+$/);
    const hostile = `--${boundary}\n--${boundary}--\nContent-Type: text/html\n\n<b>in</b>`;
    const message = buildMessage(
      messageParts({ messageId: id, text: encodeQuotedPrintable(hostile) }),
    );
    expect(message.toString('latin1').split(`--${boundary}`)).toHaveLength(4);
    expect((await expectValid(message)).text).toBe(body(hostile));
  });

  it.each<[string, Parameters<typeof messageParts>[0]]>([
    ['Subject', { subject: 'a\r\nBcc: evil@x.com' }],
    ['Subject', { subject: 'a\nb' }],
    ['Subject', { subject: 'a\0b' }],
    ['Subject', { subject: 'a\u2028b' }],
    ['Subject', { subject: 'a\u0085b' }],
    ['From', { from: 'A\r\nBcc: evil@x.com <a@example.com>' }],
    ['From', { from: '' }],
    ['From', { from: 'a@example.com, b@example.com' }],
    ['To', { to: 'a@example.com, b@example.com' }],
    ['To', { to: 'A <a@example.com>' }],
    ['Date', { date: new Date(Number.NaN) }],
    ['Message-ID', { messageId: 'x' }],
    ['Message-ID', { messageId: '<a@b>\r\nBcc: evil@x.com' }],
    ['Message-ID', { messageId: `<${'a'.repeat(1_000)}@b>` }],
    ['X-Note', { headers: [['X-Note', 'a\r\nBcc: evil@x.com']] }],
    ['X-Note', { headers: [['X-Note', 'x'.repeat(limits.mailLineOctets)]] }],
    ['X-Note', { headers: [['X-Note', `a ${'x'.repeat(limits.mailLineOctets)}`]] }],
    ['header has a name', { headers: [['X-Note: a\r\nBcc', 'evil@x.com']] }],
    ['header has a name', { headers: [['', 'a']] }],
    ['Bcc', { headers: [['Bcc', 'evil@x.com']] }],
    ['Content-Type', { headers: [['Content-Type', 'text/plain']] }],
    ['subject', { headers: [['subject', 'again']] }],
    [
      'x-note',
      {
        headers: [
          ['X-Note', 'a'],
          ['x-note', 'b'],
        ],
      },
    ],
  ])('refuses, naming %s: %j', (name, change) => {
    expect(() => buildMessage(messageParts(change))).toThrow(name);
  });
});

const utf8 = (line: string) => Buffer.from(line, 'latin1').toString('utf8');

/** A second reader, since postal-mime trims: it unfolds and decodes as RFC 2047 §6.2 says. */
function decodeHeader(message: Buffer, name: string): string {
  const raw = headerOf(message)
    .replace(/\r\n(?=[ \t])/g, '')
    .split('\r\n')
    .find((line) => line.startsWith(`${name}: `));
  return (raw ?? '')
    .slice(name.length + 2)
    .replace(/(\?=)\s+(?==\?)/g, '$1')
    .replace(/=\?UTF-8\?B\?([A-Za-z0-9+/=]*)\?=/g, (_, base64) =>
      Buffer.from(base64, 'base64').toString('utf8'),
    );
}
