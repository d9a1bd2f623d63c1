import {
  contrastOf,
  leastContrast,
  schemes,
  textPairs,
} from '@postroad/core/content/themes/contrast';
import { themeFromAccent } from '@postroad/core/content/themes/from-accent';
import {
  parseThemeVariables,
  type ResolvedTheme,
  resolveTheme,
} from '@postroad/core/content/themes/values';
import fc from 'fast-check';
import { expect, it } from 'vitest';

/** The texts of a theme that are hard to read, in light and in dark. */
function lowContrasts(theme: ResolvedTheme) {
  return schemes.flatMap((scheme) =>
    textPairs.flatMap(({ text, on }) => {
      const [one, other] = [text, on].map((name) => {
        const value = theme[name];
        return typeof value === 'string' ? value : value[scheme];
      }) as [string, string];
      const contrast = contrastOf(one, other);
      return contrast < leastContrast ? [{ text, on, scheme, contrast }] : [];
    }),
  );
}

it('CON2-05 counts contrast as WCAG does', () => {
  expect(contrastOf('#000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#fff')).toBeCloseTo(4.48, 2);
  expect(contrastOf('#123456', '#123456')).toBe(1);
});

it('CON2-05 leaves no text of the default theme hard to read', () => {
  expect(lowContrasts(resolveTheme({}))).toEqual([]);
  const link_color = { light: '#bbbbbb', dark: '#94c6ff' };
  expect(lowContrasts(resolveTheme({ link_color }))).toEqual([
    {
      text: 'link_color',
      on: 'content_background_color',
      scheme: 'light',
      contrast: expect.closeTo(1.92, 1),
    },
  ]);
});

it('LEFT-11 makes of any one colour a theme whose texts can all be read', () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => {
    return `#${value.toString(16).padStart(6, '0')}`;
  });
  fc.assert(
    fc.property(colour, (accent) => {
      const values = themeFromAccent(accent);
      expect(parseThemeVariables(values)).toEqual({ values, errors: [] });
      expect(lowContrasts(resolveTheme(values))).toEqual([]);
    }),
  );
});
