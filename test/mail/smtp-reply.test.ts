import { limits } from '@postroad/core/platform/limits';
import { ReplyParser, replyText } from '@postroad/mail/smtp/smtp-reply';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const read = (text: string) => new ReplyParser().push(Buffer.from(text));

describe('ReplyParser', () => {
  it.each([
    ['250 Ok\r\n', { code: 250, enhanced: null, lines: ['Ok'] }],
    ['250\r\n', { code: 250, enhanced: null, lines: [''] }],
    ['250 \n', { code: 250, enhanced: null, lines: [''] }],
    ['550 5.1.1 No such user\r\n', { code: 550, enhanced: '5.1.1', lines: ['5.1.1 No such user'] }],
    ['550 5.7.515\r\n', { code: 550, enhanced: '5.7.515', lines: ['5.7.515'] }],
    ['550 5.1.1.1 x\r\n', { code: 550, enhanced: null, lines: ['5.1.1.1 x'] }],
    ['250-a\r\n250-b\r\n250 c\r\n', { code: 250, enhanced: null, lines: ['a', 'b', 'c'] }],
    ['550 Gr\u00fc\u00dfe\0\u202e\u0007!\r\n', { code: 550, enhanced: null, lines: ['Grüße !'] }],
  ])('reads %j', (text, reply) => {
    expect(read(text)).toEqual([reply]);
  });

  it.each([
    '\r\n',
    'hello\r\n',
    '25 x\r\n',
    '2500 x\r\n',
    '150 x\r\n',
    '650 x\r\n',
    '250_x\r\n',
    '250-a\r\n251 b\r\n',
  ])('takes %j for no reply', (text) => {
    expect(() => read(text)).toThrow();
  });

  it('reads the same, however it is cut', () => {
    const text = '220 hi\r\n250-scripted\r\n250-SIZE 5\r\n250 8BITMIME\r\n550 5.1.1 Grüße\r\n';
    const bytes = Buffer.from(text);
    const whole = read(text);
    expect(whole).toHaveLength(3);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
        const parser = new ReplyParser();
        const offsets = [0, ...cuts.sort((one, other) => one - other), bytes.length];
        const replies = offsets
          .slice(1)
          .flatMap((end, at) => parser.push(bytes.subarray(offsets[at], end)));
        expect(replies).toEqual(whole);
        expect(parser.empty).toBe(true);
      }),
    );
  });

  it.each([
    ['one line', () => 'x'.repeat(100)],
    ['many lines', () => '250-x\r\n'.repeat(10)],
  ])('keeps no more of a reply without end than the limit: %s', (_, piece) => {
    const parser = new ReplyParser();
    let pushed = 0;
    expect(() => {
      for (; pushed < 10 * limits.smtpReplyBytes; pushed += piece().length) {
        parser.push(Buffer.from(pushed === 0 ? `250-${piece()}` : piece()));
      }
    }).toThrow(`more than ${limits.smtpReplyBytes} bytes`);
    expect(pushed).toBeLessThanOrEqual(limits.smtpReplyBytes);
  });
});

it('replyText leaves secrets out before it cuts', () => {
  const lines = [`${'😀'.repeat(limits.smtpReasonChars)}`];
  const cut = replyText({ code: 550, enhanced: null, lines }, []);
  expect(cut.length).toBeLessThanOrEqual(limits.smtpReasonChars);
  expect(cut).not.toMatch(/\p{Cs}/u);
  const start = 'x'.repeat(limits.smtpReasonChars - 8);
  const text = replyText({ code: 550, enhanced: null, lines: [`${start} s3cret`] }, ['s3cret']);
  expect(text).not.toContain('s3');
});
