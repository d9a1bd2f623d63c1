import { isBaseUrl } from '@postroad/core/account/profile';
import { parseUrl } from '@postroad/core/platform/url';
import { describe, expect, it } from 'vitest';

/** More often than any engine interprets a function before it compiles it. */
const often = 200_000;

describe('HOOK-13, FORM-10 an address with an umlaut', () => {
  it('is one however often it is read', () => {
    let refused = 0;
    for (let n = 0; n < often; n += 1) if (!isBaseUrl('https://bücher.example/läden')) refused += 1;
    expect(refused).toBe(0);
  });

  it('is read in its form for the wire', () => {
    expect(parseUrl('https://bücher.example/läden')?.href).toBe(
      'https://xn--bcher-kva.example/l%C3%A4den',
    );
    expect(parseUrl('/läden')).toBeNull();
  });
});
