import {
  closeParts,
  encodePart,
  encodeQuotedPrintable,
  encodeValue,
} from '@postroad/core/content/text/quoted-printable';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter, runs } from '../../../support/property-tests.ts';
import { decodeQuotedPrintable } from '../compile/compiling.ts';

const lines = (text: string) => text.replace(/\r\n?/g, '\n').toWellFormed();

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '=',
        '.',
        ' ',
        '\t',
        '\n',
        '\r\n',
        '\r',
        'é',
        '€',
        '😀',
        'x'.repeat(70),
        '\0',
      ),
      fc.string({ unit: anyCharacter, maxLength: 90 }),
      fc.constant('\ud800'),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

function expectValid(encoded: string) {
  expect(encoded).toMatch(/^[\t\r\n -~]*$/);
  for (const line of encoded.split('\r\n')) {
    expect(line).not.toMatch(/[\r\n]|[ \t]$|^\./);
    expect(line.length).toBeLessThanOrEqual(76);
  }
}

describe('quoted-printable', () => {
  it.each([
    ['plain', 'plain'],
    ['a=b', 'a=3Db'],
    ['é€😀', '=C3=A9=E2=82=AC=F0=9F=98=80'],
    ['end \nnext\t', 'end=20\r\nnext=09'],
    ['.dot\n.dot', '=2Edot\r\n=2Edot'],
    ['\ud800', '=EF=BF=BD'],
    ['', ''],
  ])('encodes %j as %j', (plain, encoded) => {
    expect(encodeQuotedPrintable(plain)).toBe(encoded);
  });

  it('decodes to what went in, in lines of at most 76 characters without a leading dot', () => {
    fc.assert(
      fc.property(text, (plain) => {
        const encoded = encodeQuotedPrintable(plain);
        expectValid(encoded);
        expect(decodeQuotedPrintable(encoded)).toBe(lines(plain));
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('joined fragments decode to the joined texts', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), text), { maxLength: 8 }), (pieces) => {
        const joined = pieces.map(([part, piece]) =>
          part ? encodePart(piece) : encodeValue(piece),
        );
        const encoded = closeParts(joined.join(''));
        expectValid(encoded);
        expect(encoded.endsWith('=')).toBe(false);
        expect(decodeQuotedPrintable(encoded)).toBe(
          pieces.map(([, piece]) => lines(piece)).join(''),
        );
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('never splits an escape at a soft break', () => {
    for (let before = 60; before < 80; before += 1) {
      const encoded = encodeQuotedPrintable(`${'x'.repeat(before)}ééé.end`);
      expectValid(encoded);
      expect(encoded).not.toMatch(/=[0-9A-F]?=\r\n/);
    }
  });
});
