import { structuredHeader } from '@postroad/mail/message/header';
import { buildMessage } from '@postroad/mail/message/mime';
import { mailHeaders } from '@postroad/service/sending/mail-headers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { messageParts } from '../../mail/messages.ts';
import { anyCharacter, runs } from '../../support/property-tests.ts';

const key = Buffer.alloc(32, 7);
const send = { email_id: 12, source_kind: 'flow' as const, source_id: 3, step_id: 4 };

it.each(['flow', 'sequence', 'broadcast'] as const)('mail of a %s is bulk mail', (kind) => {
  const of = { ...send, source_kind: kind };
  const headers = new Map(mailHeaders(key, of, 'https://mail.example.com/u/t'));
  expect([...headers.keys()]).toEqual([
    ...['List-Unsubscribe', 'List-Unsubscribe-Post', 'Feedback-ID', 'Precedence'],
  ]);
  expect(headers.get('List-Unsubscribe')).toBe('<https://mail.example.com/u/t>');
  expect(headers.get('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  expect(headers.get('Precedence')).toBe('bulk');
  const [email, source, step, sender] = headers.get('Feedback-ID')?.split(':') ?? [];
  expect([email, source, step]).toEqual(['email-12', `${kind}-3`, 'step-4']);
  expect(sender).toMatch(/^[a-z0-9]{5,15}$/);
  const other = new Map(mailHeaders(Buffer.alloc(32, 8), of, 'https://mail.example.com/u/t'));
  expect(other.get('Feedback-ID')?.split(':')[3]).not.toBe(sender);
});

it('SUB-12 offers no one click where others get copies, since it would be of another person', () => {
  const of = { ...send, source_kind: 'message' as const, source_id: null, step_id: null };
  const headers = new Map(mailHeaders(key, of, 'https://mail.example.com/u/t', true));
  expect(headers.get('List-Unsubscribe')).toBe('<https://mail.example.com/u/t>');
  expect(headers.has('List-Unsubscribe-Post')).toBe(false);
});

it('a test has the unsubscribe headers alone', () => {
  const test = { ...send, source_kind: 'test' as const, source_id: null, step_id: null };
  const names = mailHeaders(key, test, 'https://mail.example.com/u/t').map(([name]) => name);
  expect(names).toEqual(['List-Unsubscribe', 'List-Unsubscribe-Post']);
});

it('keeps every line of every header within 998 octets, and takes no control in any', () => {
  const any = fc.string({ unit: anyCharacter, maxLength: 1_500 });
  fc.assert(
    fc.property(any, any, any, (subject, display, unsubscribe) => {
      let message: Buffer;
      try {
        const headers = mailHeaders(key, send, unsubscribe);
        const name = display.replace(/["\\<>]/g, '');
        message = buildMessage(
          messageParts({ subject, from: `"${name}" <hello@example.com>`, headers }),
        );
      } catch (error) {
        expect((error as Error).message).toMatch(/^The header /);
        return;
      }
      const lines = message.toString('latin1').split('\r\n');
      for (const line of lines) {
        expect(line.length).toBeLessThanOrEqual(998);
        expect(line.replaceAll('\t', '')).not.toMatch(/\p{Cc}/u);
      }
      const names = lines
        .slice(0, lines.indexOf(''))
        .flatMap((line) => /^[\w-]+(?=:)/.exec(line) ?? []);
      expect(names).toEqual([
        ...['From', 'To', 'Subject', 'Date', 'Message-ID', 'List-Unsubscribe'],
        ...['List-Unsubscribe-Post', 'Feedback-ID', 'Precedence', 'MIME-Version', 'Content-Type'],
      ]);
    }),
    { numRuns: runs(500) },
  );
});

it.each(['\r\nBcc: a@example.com', 'a\nb', 'a\0b', 'a\u2028b', 'a\x7fb'])(
  'refuses %j in a header',
  (value) => {
    expect(() => structuredHeader('List-Unsubscribe', value)).toThrow(/control character/);
  },
);
