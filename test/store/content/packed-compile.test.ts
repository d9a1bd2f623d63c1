import { packCompile, unpackCompile } from '@postroad/store/content/packed-compile';
import { expect, it } from 'vitest';

const compiled = { subject: 'Ahoi ✓', html: '<p>{{ person.first_name }}</p>'.repeat(500) };

it('a packed compile is read back as it was, and is much shorter', () => {
  const stored = Buffer.from(packCompile(compiled), 'base64');
  expect(unpackCompile(stored)).toEqual(compiled);
  expect(stored.length * 5).toBeLessThan(JSON.stringify(compiled).length);
});

it('a compile that was stored as JSON, before they were packed, is still read', () => {
  expect(unpackCompile(Buffer.from(JSON.stringify(compiled)))).toEqual(compiled);
});
