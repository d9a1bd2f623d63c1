import { parseAddress, parseMailbox } from '@postroad/core/people/address';
import { limits } from '@postroad/core/platform/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter, runs } from '../../support/property-tests.ts';

const label63 = 'a'.repeat(limits.domainLabelChars);

describe('parseAddress', () => {
  it.each([
    ['anna@example.com', 'anna@example.com'],
    ['  Anna@Example.COM\r\n', 'anna@example.com'],
    ['postroad@localhost', 'postroad@localhost'],
    ["o'neil+news_1.x-y@mail.example.co.uk", "o'neil+news_1.x-y@mail.example.co.uk"],
    ['!#$%&*/=?^`{|}~@example.com', '!#$%&*/=?^`{|}~@example.com'],
    ['a@xn--mller-kva.de', 'a@xn--mller-kva.de'],
    ['Jürgen@Müller.de', 'jürgen@müller.de'],
    ['用户@例え.jp', '用户@例え.jp'],
    ['राम@उदाहरण.भारत', 'राम@उदाहरण.भारत'],
    ['почта@пример.рф', 'почта@пример.рф'],
    ['почта@example.com', 'почта@example.com'],
    ['anna@пример.рф', 'anna@пример.рф'],
    ['сор@пример.рф', 'сор@пример.рф'],
    [`${'a'.repeat(limits.addressLocalOctets)}@example.com`, `${'a'.repeat(64)}@example.com`],
    [`a@${label63}.com`, `a@${label63}.com`],
  ])('accepts %j', (value, address) => {
    expect(parseAddress(value)).toBe(address);
  });

  it.each([
    ['nothing', ''],
    ['no at', 'anna'],
    ['no local part', '@example.com'],
    ['no domain', 'anna@'],
    ['two ats', 'a@b@example.com'],
    ['a list', 'b@ex.com, evil@x.com'],
    ['a list without space', 'b@ex.com,evil@x.com'],
    ['a semicolon', 'b@ex.com;evil@x.com'],
    ['a display name', 'Anna <anna@example.com>'],
    ['angle brackets', '<anna@example.com>'],
    ['a quoted local part', '"anna b"@example.com'],
    ['a comment', 'anna(x)@example.com'],
    ['a route', '@relay.com:anna@example.com'],
    ['a backslash', 'an\\na@example.com'],
    ['a space inside', 'an na@example.com'],
    ['a line break', 'anna@example.com\r\nRCPT TO:<evil@x.com>'],
    ['a line break and more', 'anna\r\n@example.com'],
    ['NUL', 'anna\0@example.com'],
    ['DEL', 'anna\x7f@example.com'],
    ['a leading dot', '.anna@example.com'],
    ['a trailing dot', 'anna.@example.com'],
    ['two dots', 'an..na@example.com'],
    ['a domain without dot', 'anna@example'],
    ['a domain ending in a dot', 'anna@example.com.'],
    ['an empty label', 'anna@example..com'],
    ['a label beginning with -', 'anna@-example.com'],
    ['a label ending in -', 'anna@example-.com'],
    ['a Unicode label ending in -', 'anna@müller-.com'],
    ['an underscore in the domain', 'anna@ex_ample.com'],
    ['an IP address', 'anna@127.0.0.1'],
    ['an address literal', 'anna@[127.0.0.1]'],
    ['a local part of 65 octets', `${'a'.repeat(65)}@example.com`],
    ['a local part of 33 two-octet letters', `${'ü'.repeat(33)}@example.com`],
    ['a label of 64', `anna@${'a'.repeat(64)}.com`],
    ['more than 254', `anna@${`${label63}.`.repeat(4)}com`],
    ['more than 254 octets', `anna@${`${'ü'.repeat(60)}.`.repeat(2)}${'ü'.repeat(10)}.com`],
    ['a bidi override', 'an\u202ena@example.com'],
    ['a zero-width space', 'an\u200bna@example.com'],
    ['a zero-width joiner', 'an\u200dna@example.com'],
    ['a Hangul filler', 'an\u3164na@example.com'],
    ['a soft hyphen', 'anna@ex\u00adample.com'],
    ['a no-break space', 'an\u00a0na@example.com'],
    ['a decomposed letter', 'ju\u0308rgen@example.com'],
    ['the Kelvin sign', 'mi\u212ae@example.com'],
    ['a full-width letter', 'anna@\uff45xample.com'],
    ['a full-width at', 'anna\uff20example.com'],
    ['an ideographic full stop', 'anna@example\u3002com'],
    ['a lone surrogate', 'an\ud800na@example.com'],
    ['a Cyrillic letter in a Latin domain', 'anna@ex\u0430mple.com'],
    ['a Greek letter in a Latin name', 'ann\u03b1@example.com'],
    ['an emoji', '😀@example.com'],
    ['a mark at the beginning', '\u0903a@example.com'],
    ['Cyrillic that reads as Latin', 'anna@\u0430\u0440\u0440\u04cf\u0435.com'],
    ['a local part that reads as Latin', '\u0441\u043e\u0440\u0435@example.com'],
    ['Greek that reads as Latin', '\u03bf\u03c1\u03b1@example.com'],
  ])('refuses %s', (_, value) => {
    expect(parseAddress(value)).toBeNull();
  });

  it('changes nothing of its own result, which is one address without specials', () => {
    const piece = fc.oneof(
      fc.constantFrom('@', '.', '-', 'a', 'İ', 'ẞ', 'Σ', 'ü', '例', 'com', ' ', ',', '\u0301'),
      fc.string({ unit: anyCharacter, maxLength: 3 }),
      fc.string({ maxLength: 3 }),
    );
    const text = fc.oneof(
      fc.emailAddress(),
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
      fc
        .tuple(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.domain())
        .map(([local, domain]) => `${local}@${domain}`),
    );
    fc.assert(
      fc.property(text, (value) => {
        const address = parseAddress(value);
        if (address === null) return;
        expect(parseAddress(address)).toBe(address);
        expect(address).not.toMatch(/[\s,;:<>"()[\]\\\p{C}\p{Z}]/u);
        expect(address.split('@')).toHaveLength(2);
        expect(Buffer.byteLength(address)).toBeLessThanOrEqual(limits.addressChars);
        expect(parseMailbox(`Some Body <${address}>`)).toEqual({ name: 'Some Body', address });
      }),
      { numRuns: runs(3_000) },
    );
  });

  it.each([
    'a'.repeat(50_000),
    `${'a.'.repeat(25_000)}@example.com`,
    `a@${'a-'.repeat(25_000)}.com`,
    `${' '.repeat(50_000)}a b`,
    `${'<'.repeat(50_000)}>`,
    `"${'\\"'.repeat(25_000)}" <a@example.com>`,
  ])('refuses 50,000 characters (%#)', (value) => {
    expect(parseAddress(value)).toBeNull();
    expect(parseMailbox(value)).toBeNull();
  });
});

describe('parseMailbox', () => {
  it.each([
    ['hello@example.com', null, 'hello@example.com'],
    ['<hello@example.com>', null, 'hello@example.com'],
    ['Postroad <Hello@Example.com>', 'Postroad', 'hello@example.com'],
    ['  Post   road  <hello@example.com> ', 'Post road', 'hello@example.com'],
    ['"Doe, Jane" <jane@example.com>', 'Doe, Jane', 'jane@example.com'],
    ['"Jane \\"JD\\" \\\\ Doe" <jane@example.com>', 'Jane "JD" \\ Doe', 'jane@example.com'],
    ['Acme (EU) Inc. <hi@acme.com>', 'Acme (EU) Inc.', 'hi@acme.com'],
    ['Jürgen 😀 👩‍👧 <j@example.com>', 'Jürgen 😀 👩‍👧', 'j@example.com'],
    ['"" <j@example.com>', null, 'j@example.com'],
  ])('reads %j', (value, name, address) => {
    expect(parseMailbox(value)).toEqual({ name, address });
  });

  it.each([
    ['no address', 'Postroad'],
    ['two addresses', 'a@example.com, B <b@example.com>'],
    ['two mailboxes', 'A <a@example.com>, B <b@example.com>'],
    ['two pairs of brackets', 'A <a@example.com> <b@example.com>'],
    ['something behind', 'A <a@example.com> x'],
    ['an unquoted at', 'a@b.com <c@example.com>'],
    ['an unclosed quote', '"A <a@example.com>'],
    ['a line break', 'A\r\nBcc: x@example.com <a@example.com>'],
    ['a quoted line break', '"A\nB" <a@example.com>'],
    ['a bidi override', 'A\u202eB <a@example.com>'],
    ['a lone surrogate', 'A\udc00 <a@example.com>'],
    ['a long name', `${'a'.repeat(limits.nameChars + 1)} <a@example.com>`],
    ['a bad address', 'A <a b@example.com>'],
  ])('refuses %s', (_, value) => {
    expect(parseMailbox(value)).toBeNull();
  });
});
