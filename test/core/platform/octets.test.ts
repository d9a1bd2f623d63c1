import { hasMoreOctets, octets } from '@postroad/core/platform/octets';
import fc from 'fast-check';
import { expect, it } from 'vitest';

/** Any text, with surrogates in pairs and alone. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 }).map((units) => {
    return String.fromCharCode(...units);
  }),
  fc.array(fc.integer({ min: 0xd7f0, max: 0xe010 }), { maxLength: 12 }).map((units) => {
    return String.fromCharCode(...units);
  }),
);

it('counts as many octets as UTF-8 has, with three for a lone surrogate', () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(octets(value)).toBe(Buffer.byteLength(value));
    }),
  );
});

it('tells whether there are more octets than a limit', () => {
  fc.assert(
    fc.property(text, fc.nat({ max: 40 }), (value, most) => {
      expect(hasMoreOctets(value, most)).toBe(Buffer.byteLength(value) > most);
    }),
  );
});
