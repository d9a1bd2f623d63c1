import { contrastOf, lowContrasts } from '@postroad/core/content/themes/contrast';
import { themeFromAccent } from '@postroad/core/content/themes/from-accent';
import { parseThemeVariables, resolveTheme } from '@postroad/core/content/themes/values';
import fc from 'fast-check';
import { expect, it } from 'vitest';

it('CON2-05 counts contrast as WCAG does', () => {
  expect(contrastOf('#000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#fff')).toBeCloseTo(4.48, 2);
  expect(contrastOf('#123456', '#123456')).toBe(1);
});

it('CON2-05 finds every text that is hard to read, in its scheme', () => {
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
