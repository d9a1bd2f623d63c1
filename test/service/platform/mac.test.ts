import { createHmac } from 'node:crypto';
import { mac } from '@postroad/service/platform/mac';
import fc from 'fast-check';
import { expect, it } from 'vitest';

it('is the HMAC-SHA-256 of all its parts, with keys of any length', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ unit: 'binary' }),
      fc.uint8Array({ maxLength: 80 }),
      fc.string({ unit: 'binary' }),
      (key, text, bytes, after) => {
        const expected = createHmac('sha256', key)
          .update(text)
          .update(bytes)
          .update(after)
          .digest();
        expect(mac(key, text, bytes, after).equals(expected)).toBe(true);
      },
    ),
  );
});
