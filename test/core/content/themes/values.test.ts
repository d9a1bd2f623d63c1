import { parseThemeVariables, resolveTheme } from '@postroad/core/content/themes/values';
import { themeVocabulary } from '@postroad/core/content/themes/vocabulary';
import { limits } from '@postroad/core/platform/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../support/property-tests.ts';

const codes = (input: unknown) =>
  parseThemeVariables(input).errors.map(({ path, code }) => `${path} ${code}`);

describe('theme values', () => {
  it.each(['#abc', '#ABCD', '#a1b2c3', '#A1B2C3D4'])('THEME-18 takes hex %s', (hex) => {
    const { values, errors } = parseThemeVariables({ link_color: { light: hex, dark: hex } });
    expect(errors).toEqual([]);
    expect(values.link_color).toEqual({ light: hex, dark: hex });
  });

  it.each([
    '#ab',
    '#abcde',
    'abc',
    'red',
    'rgb(0,0,0)',
    '#ggg',
    '',
    '#fff;',
    '#fff}</style>',
    12,
    null,
  ])('THEME-18 refuses %j as half of a colour', (half) => {
    expect(codes({ link_color: { light: '#ffffff', dark: half } })).toEqual([
      'variables.link_color invalid_color',
    ]);
  });

  it.each([
    '#ffffff',
    null,
    [],
    {},
    { light: '#fff' },
    { light: '#fff', dark: '#000', dim: '#111' },
    7,
  ])('THEME-17 refuses %j for a colour', (value) => {
    expect(codes({ link_color: value })).toEqual(['variables.link_color invalid_color']);
  });

  it.each([
    [12, '12px'],
    ['12', '12px'],
    [0, '0px'],
    ['1.5em', '1.5em'],
    ['.5REM', '.5rem'],
    [' 50% ', '50%'],
    ['6px', '6px'],
    ['-4px', '-4px'],
    [-4, '-4px'],
    ['1.23456', '1.23456px'],
    [1.23456, '1.23456px'],
  ])('SPEC-02, THEME-19, THEME-20 reads the length %j as %s', (given, stored) => {
    const { values, errors } = parseThemeVariables({ hr_thickness: given });
    expect(errors).toEqual([]);
    expect(values.hr_thickness).toBe(stored);
  });

  it.each([
    '12pt',
    '12 px',
    'calc(1px+2px)',
    '',
    'auto',
    '1e9px',
    Number.NaN,
    true,
    '12px;}',
    '{{ x }}',
    {},
  ])('THEME-19 refuses %j for a length', (value) => {
    expect(codes({ hr_thickness: value })).toEqual(['variables.hr_thickness invalid_length']);
  });

  it.each([
    'Georgia, serif',
    '"Exo 2", sans-serif',
    "'Helvetica Neue', Arial",
    '-apple-system',
    'Überfont',
    'Exo 2, Georgia',
    '8bit, monospace',
  ])('SPEC-01, THEME-08 keeps the font stack %s as written', (stack) => {
    const { values, errors } = parseThemeVariables({ headline_font_stack: stack });
    expect(errors).toEqual([]);
    expect(values.headline_font_stack).toBe(stack);
  });

  it.each([
    'Arial; color: red',
    'Arial}</style><script>',
    '"Arial',
    'url(x)',
    'Arial,,serif',
    '{{ person.email }}',
    '{% assign x = 1 %}',
    'a"b',
    "'a', 'b' onload=x",
    'A\\22',
    'Arial /* */',
    '"a\nb"',
    12,
    ['Arial'],
    'x'.repeat(501),
  ])('THEME-21 refuses the font stack %j', (stack) => {
    expect(codes({ headline_font_stack: stack })).toEqual([
      'variables.headline_font_stack invalid_font',
    ]);
  });

  it('THEME-32 headline fonts may be blank, body fonts not', () => {
    expect(codes({ headline_font_stack: ' ' })).toEqual([]);
    expect(codes({ body_font_stack: '' })).toEqual(['variables.body_font_stack invalid_font']);
  });

  it('SEC-16 lists as many unknown variables as anybody reads', () => {
    const names = Array.from({ length: 2 * limits.issuesListedMax }, (_, at) => [`name${at}`, '1']);
    const { errors } = parseThemeVariables(Object.fromEntries(names));
    expect(errors).toHaveLength(limits.issuesListedMax);
  });

  it('THEME-22 names an unknown variable and the nearest known one', () => {
    const [error] = parseThemeVariables({ link_colour: {} }).errors;
    expect(error?.path).toBe('variables.link_colour');
    expect(error?.message).toContain('"link_color"');
    expect(codes(JSON.parse('{"__proto__": 1, "constructor": 2, "toString": 3}'))).toEqual([
      'variables.__proto__ unknown_variable',
      'variables.constructor unknown_variable',
      'variables.toString unknown_variable',
    ]);
  });

  it('FIX-01 says where the colour goes that gives a theme all others', () => {
    const [error] = parseThemeVariables({ accent: '#0a6b5e' }).errors;
    expect(error).toMatchObject({
      path: 'variables.accent',
      fix: expect.stringContaining('beside'),
    });
  });

  it('THEME-23 reports every fault at once', () => {
    expect(codes({ link_color: 'red', hr_thickness: 'wide', nope: 1 })).toHaveLength(3);
  });

  it.each([null, [], 'x', 3])('refuses %j as variables', (input) => {
    expect(codes(input)).toEqual(['variables invalid_type']);
  });

  it('THEME-10 resolves to every variable, set or default, and hands out copies', () => {
    const theme = resolveTheme({ hr_thickness: '2px' });
    expect(Object.keys(theme)).toHaveLength(27);
    expect(theme.hr_thickness).toBe('2px');
    (theme.link_color as { light: string }).light = '#000000';
    expect(resolveTheme({}).link_color).toEqual({ light: '#2563eb', dark: '#94c6ff' });
  });

  it('no accepted value can end a declaration, an attribute or a style element, or open Liquid', () => {
    const piece = fc.constantFrom(
      ...'{}<>%"\'\\;:()/*!@,._- \n\r\t\u0000#aZ9é'.split(''),
      '{{',
      '{%',
      '</style',
      'Arial',
      'px',
      '#fff',
    );
    const text = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.constantFrom(...themeVocabulary), text, text, (variable, first, second) => {
        const given = variable.type === 'color' ? { light: first, dark: second } : first;
        const { values } = parseThemeVariables({ [variable.name]: given });
        const stored = values[variable.name];
        if (stored === undefined) return;
        for (const value of typeof stored === 'string' ? [stored] : Object.values(stored)) {
          // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL must not pass either
          expect(value).not.toMatch(/[{}<>;:()\\/@!*\n\r\u0000]|^[^"']*["'][^"']*$/);
        }
      }),
      { numRuns: runs(2_000) },
    );
  });
});
