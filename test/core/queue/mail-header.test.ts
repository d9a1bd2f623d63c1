import { attachmentProblem } from '@postroad/core/queue/mail-attachment';
import { mailHeaderProblem } from '@postroad/core/queue/mail-header';
import fc from 'fast-check';
import { expect, it } from 'vitest';

it('MSG-12 takes X-*, In-Reply-To, References and Auto-Submitted', () => {
  for (const name of ['X-Order', 'x-a', 'In-Reply-To', 'references', 'AUTO-SUBMITTED']) {
    expect(mailHeaderProblem(name, '<1.abc@example.com>'), name).toBeNull();
  }
});

it('MSG-12 refuses any other header by name, and more than one line', () => {
  const names = ['Subject', 'Bcc', 'List-Unsubscribe', 'X-', 'X-A: b', 'X-Postroad-Send', ''];
  for (const name of names) expect(mailHeaderProblem(name, 'v'), name).toContain(name.slice(0, 10));
  for (const value of ['a\r\nBcc: eve@example.com', 'a\n b', 'a\u2028b', '\0', '  ']) {
    expect(mailHeaderProblem('X-Order', value), value).toContain('X-Order');
  }
  expect(mailHeaderProblem('References', 'x'.repeat(2_001))).toContain('2001');
  expect(mailHeaderProblem('References', `a ${'x'.repeat(990)}`)).toContain('word');
});

it('MSG-12 refuses what adds recipients or a template at a provider, and no other headers of one', () => {
  const orders = ['X-SMTPAPI', 'x-mc-bccaddress', 'X-Mailgun-Template-Name', 'X-MSYS-API'];
  for (const name of [...orders, 'X-MC-Template', 'X-MJ-TemplateID']) {
    expect(mailHeaderProblem(name, '{"to": ["eve@example.com"]}'), name).toBe(
      `The header ${name} is not taken: a mail provider follows it, and it can change who gets the mail and what it says.`,
    );
  }
  for (const name of ['X-SMTPAPI-Note', 'X-Mail', 'X-PM-Tag', 'X-MC-Tags', 'X-SES-MESSAGE-TAGS']) {
    expect(mailHeaderProblem(name, '1'), name).toBeNull();
  }
});

it('MSG-13 refuses names, types and ids of files that a mail cannot carry', () => {
  const file = { filename: 'a.pdf', contentType: 'application/pdf', contentId: null };
  expect(attachmentProblem(file)).toBeNull();
  const bad = [
    [{ filename: 'a\r\nBcc: eve@example.com' }, 'filename'],
    [{ filename: 'gpj.\u202eexe' }, 'filename'],
    [{ filename: ' ' }, 'filename'],
    [{ contentType: 'pdf' }, 'content_type'],
    [{ contentType: 'text/plain\r\nX-A: b' }, 'content_type'],
    [{ contentType: 'message/rfc822' }, 'content_type'],
    [{ contentId: '<logo>' }, 'content_id'],
    [{ contentId: 'a b' }, 'content_id'],
  ] as const;
  for (const [change, member] of bad) {
    expect(attachmentProblem({ ...file, ...change }), JSON.stringify(change)).toMatchObject({
      member,
    });
  }
});

it('MSG-12 lets no text through that could begin another line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, value) => {
      if (mailHeaderProblem(`X-${name}`, value) !== null) return;
      expect(name).toMatch(/^[a-z0-9-]+$/i);
      expect(value).not.toMatch(/[\r\n\0]/);
    }),
  );
});
