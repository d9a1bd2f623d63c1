import { limits } from '@postroad/core/platform/limits';
import { withMailLines } from '@postroad/mail/message/line-ends';
import { readMail, readSubmittedContent } from '@postroad/mail/message/readable-mail';
import { readSubmittedHead } from '@postroad/mail/message/submitted-head';
import { describe, expect, it } from 'vitest';

const date = new Date('2026-11-21T10:00:00Z');
const head = (...lines: string[]) =>
  readSubmittedHead(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'utf8'), date);

describe('SUBM-05 the head of a submitted mail', () => {
  it.each([
    '=?utf-8?Q?M=C3=BCller=2C_J=C3=BCrgen?= <shop@example.com>',
    '=?utf-8?B?TcO8bGxlciAoTm9yZCks?=\r\n =?utf-8?Q?_=22GmbH=22?= <shop@example.com>',
    '"=?utf-8?Q?M=C3=BCller=40home?=" <shop@example.com>',
    '"Müller, J" <shop@example.com>',
    '<shop@example.com>',
    'shop@example.com',
    'shop@example.com (Shop, Köln)',
    '"Shop" <shop@example.com> (orders)',
  ])('has its sender in %j', (from) => {
    expect(head(`From: ${from}`)).toMatchObject({ from: 'shop@example.com' });
  });

  it.each([
    'a@example.com, shop@example.com',
    '"A" <a@example.com>, <shop@example.com>',
    '=?utf-8?Q?A?= <a@example.com>, =?utf-8?Q?B?= <shop@example.com>',
    '<a@example.com> <shop@example.com>',
    'a@example.com, shop@example.com (Shop)',
    '',
  ])('has no one sender in %j', (from) => {
    expect(head(`From: ${from}`).from).toBeNull();
  });

  it('keeps a Message-ID, and loses what is none, so that a mail has one', () => {
    const from = 'From: shop@example.com';
    const kept = head(from, 'Message-ID: <a@b>', 'X-Order: 7');
    expect(kept.messageId).toBe('<a@b>');
    expect(kept.octets.toString()).toContain('Message-ID: <a@b>\r\n');
    for (const id of ['<a>', 'a@b', '<a b@c>', '', '<a@b']) {
      const { messageId, octets } = head(from, `Message-Id: ${id}`, 'X-Order: 7');
      expect(messageId).toBeNull();
      expect(octets.toString()).toMatch(
        /^From: shop@example\.com\r\nX-Order: 7\r\nDate: .*\r\n\r\n$/,
      );
    }
  });

  it('has one Message-ID and one Date, also where a program wrote two or a blank one', () => {
    const from = 'From: shop@example.com';
    const kept = head(from, 'Message-ID: <a@b>', 'Message-Id: <c@d>', 'Date: ');
    expect(kept.messageId).toBe('<a@b>');
    expect(kept.octets.toString()).toMatch(
      /^From: shop@example\.com\r\nMessage-ID: <a@b>\r\nDate: Sat, 21 Nov 2026 .*\r\n\r\n$/,
    );
    expect(head(from, 'Message-ID: =?utf-8?Q?<a=00@b>?=').messageId).toBeNull();
  });

  it.each([
    ['=?utf-8?Q?a=00b?=', 'a b'],
    ['=?utf-8?Q?a=0D=0ABcc:_eve@example.com?=', 'a Bcc: eve@example.com'],
    ['=?utf-8?Q?a=E2=80=A8b?=', 'a b'],
    ['=?utf-8?B?R3LDvA==?= =?utf-8?Q?=C3=9Fe_x?=', 'Grüße x'],
    ['=?utf-8?B?R3LD?=\r\n =?UTF-8?Q?=BC=C3?= =?utf-8?B?n2U=?=', 'Grüße'],
    ['=?iso-8859-1?Q?=FC?= =?utf-8?Q?=C3=BC?= a =?utf-8?Q?b?=', 'üü a b'],
    ['=?iso-8859-1*de?q?=fc?= =?x-unknown?q?=C3=BC?=', 'üü'],
  ])('reads the subject %j', (written, subject) => {
    expect(head('From: shop@example.com', `Subject: ${written}`).subject).toBe(subject);
  });

  it('reads its UTF-8 as such where a provider takes fields', () => {
    const lines = [
      'From: "Müller, =?utf-8?Q?J=C3=BCrgen?=" <shop@example.com>',
      'Reply-To: Käse <shop@example.com>',
      'Subject: Grüße',
      'X-Note: naïve',
    ];
    const data = Buffer.from(`${lines.join('\r\n')}\r\n\r\nHi`, 'utf8');
    expect(readMail({ data })).toMatchObject({
      from: '"Müller, Jürgen" <shop@example.com>',
      replyTo: '"Käse" <shop@example.com>',
      subject: 'Grüße',
      headers: [['X-Note', 'naïve']],
    });
  });
});

async function mailLinesOf(chunks: readonly string[]): Promise<string> {
  async function* arriving() {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  const read: Uint8Array[] = [];
  for await (const chunk of withMailLines(arriving())) read.push(chunk);
  return Buffer.concat(read).toString();
}

it('SUBM-05 reads a large chunk in parts, whatever its lines are', async () => {
  const shapes = ['x\n', '\n', 'x\r', 'é', ' ', `${'x'.repeat(70)}\r\n`];
  for (const shape of shapes) {
    const text = shape.repeat(300_000 / shape.length);
    const read: Buffer[] = [];
    for await (const part of withMailLines(
      (async function* () {
        yield Buffer.from(text);
      })(),
    )) {
      read.push(part);
    }
    const most = 2 * (limits.mailPartOctets + limits.mailLineOctets);
    expect(Math.max(...read.map(({ length }) => length))).toBeLessThanOrEqual(most);
    expect(Buffer.concat(read).toString()).toBe(await mailLinesOf(text.match(/.{1,500}/gsu) ?? []));
  }
});

/** The same text in chunks of every size that matters. */
const cuts = (text: string) =>
  [1, 7, 997, 998, 999, 1000, text.length].map((size) =>
    Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
      text.slice(index * size, (index + 1) * size),
    ),
  );

it.each([
  [['a\nb\r\n', '\nc\r', '\nd\n', '\n']],
  [['\n', 'a', '\n\n', '\r', 'b\r', '\n.\n']],
  [['', 'a\r\n']],
  [['a\r\r\n', '\r', '\r', '\nb\r\r', 'c\rd', '\r', 'e\r\r\n']],
])('SUBM-05 ends each line of a mail with CRLF, and no other CR is left: %j', async (chunks) => {
  const whole = chunks
    .join('')
    .replace(/\r*\n/g, '\r\n')
    .replace(/\r+(?!\n)/g, ' ');
  expect(await mailLinesOf(chunks)).toBe(whole);
});

it.each([
  ['x'.repeat(998), ['x'.repeat(998)]],
  ['x'.repeat(999), ['x'.repeat(998), ' x']],
  ['x'.repeat(2000), ['x'.repeat(998), ` ${'x'.repeat(997)}`, ' xxxxx']],
  [`${'x'.repeat(900)} ${'y'.repeat(200)}`, ['x'.repeat(900), ` ${'y'.repeat(200)}`]],
  [`${'x'.repeat(997)}üy`, ['x'.repeat(997), ' üy']],
  [`${'x'.repeat(990)}\r\r${'y'.repeat(20)}`, ['x'.repeat(990), ` ${'y'.repeat(20)}`]],
])(
  'SUBM-05 no line of a mail is longer than 998 octets, however it arrives: %#',
  async (line, is) => {
    for (const end of ['\r\n', '\n', '']) {
      const text = `a\r\n${line}${end}`;
      const whole = `a\r\n${is.join('\r\n')}${end === '' ? '' : '\r\n'}`;
      for (const chunks of cuts(text)) expect(await mailLinesOf(chunks)).toBe(whole);
    }
  },
);

it.each([
  [`filename*=iso-8859-1''Rechnung%20%FC.pdf`, 'Rechnung ü.pdf'],
  [`filename*=UTF-8'de'Rechnung%20%C3%BC.pdf`, 'Rechnung ü.pdf'],
  [`filename*0="it's Bob's "; filename*1="100%25.pdf"`, "it's Bob's 100%25.pdf"],
  [`filename*0*=utf-8''%C3; filename*1*=%BC; filename*2=".pdf"`, 'ü.pdf'],
  [`filename="=?utf-8?Q?=C3=BC.pdf?="`, 'ü.pdf'],
  ['filename="ü.pdf"', 'ü.pdf'],
])('SENT-02 reads the name of a file in %j', (written, filename) => {
  const lines = [
    'From: shop@example.com',
    'Content-Type: application/pdf',
    `Content-Disposition: attachment; ${written}`,
    '',
    'x',
  ];
  const { attachments } = readSubmittedContent(Buffer.from(lines.join('\r\n'), 'utf8'));
  expect(attachments).toMatchObject([{ filename }]);
});
