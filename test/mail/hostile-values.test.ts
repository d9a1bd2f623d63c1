import { parseAddress } from '@postroad/core/people/address';
import { buildMessage } from '@postroad/mail/message/mime';
import fc from 'fast-check';
import PostalMime, { type Email } from 'postal-mime';
import { expect, it } from 'vitest';
import { contextOf, template, values } from '../core/content/html/hostile-mail.ts';
import { runs } from '../support/property-tests.ts';
import { messageParts } from './messages.ts';

const headersList = [
  ['List-Unsubscribe', '<https://mail.example.com/u/token>'],
  ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
] as const;

async function mailWith(given: Record<string, string>): Promise<Email> {
  const filled = template.fillEncoded(contextOf((name) => (given[name] ?? 'x').toWellFormed()));
  const { subject, text, html } = filled;
  const parts = messageParts({
    to: 'ada@example.com',
    subject,
    text,
    html,
    headers: [...headersList],
  });
  return PostalMime.parse(buildMessage(parts));
}

const keysOf = (email: Email) => email.headers.map(({ key }) => key);

it('hostile values change no header, no recipient and no part of the message', async () => {
  const plain = await mailWith({});
  await fc.assert(
    fc.asyncProperty(values, async (given) => {
      const email = await mailWith(given);
      expect(keysOf(email)).toEqual(keysOf(plain));
      expect(email.to).toEqual([{ name: '', address: 'ada@example.com' }]);
      expect([email.from, email.cc, email.bcc, email.messageId]).toEqual([
        plain.from,
        plain.cc,
        plain.bcc,
        plain.messageId,
      ]);
      expect(email.attachments).toEqual([]);
      expect(email.html).toContain('</html>');
      expect(email.text).toContain('\n--\n');
    }),
    { numRuns: runs(150) },
  );
});

it('no hostile text is taken for an address of two people', () => {
  fc.assert(
    fc.property(values, (given) => {
      for (const value of Object.values(given)) {
        for (const text of [value, `ada@example.com${value}`, `${value}@example.com`]) {
          const address = parseAddress(text);
          if (address === null) continue;
          expect(address).toMatch(/^[^\s,;<>@"]+@[^\s,;<>@"]+$/);
        }
      }
    }),
    { numRuns: runs(300) },
  );
});
