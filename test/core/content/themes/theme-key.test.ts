import { themeKey } from '@postroad/core/content/themes/theme-key';
import { themeVocabulary } from '@postroad/core/content/themes/vocabulary';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../support/property-tests.ts';

describe('theme keys', () => {
  it.each([
    ['Spring Sale 2027', 'spring-sale-2027'],
    ['  Café — Été ', 'cafe-ete'],
    ['Dark', 'dark-theme'],
    ['link_color', 'link-color-theme'],
    ['Link color', 'link-color-theme'],
    ['日本', 'theme'],
    ['', 'theme'],
    ['Dark mode', 'dark-mode'],
  ])('THEME-02 the name %j has the key %s', (name, key) => {
    expect(themeKey(name)).toBe(key);
  });

  it('is a slug that no theme tag can confuse, whatever the name', () => {
    const names = new Set<string>(['dark', ...themeVocabulary.map(({ name }) => name)]);
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (name) => {
        const key = themeKey(name);
        expect(key).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
        expect(key.length).toBeLessThanOrEqual(80);
        expect(names.has(key)).toBe(false);
      }),
    );
  });
});
