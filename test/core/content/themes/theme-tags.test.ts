import {
  findThemeTags,
  resolveThemeTags,
  themeKeysNamedIn,
} from '@postroad/core/content/themes/theme-tags';
import { resolveTheme } from '@postroad/core/content/themes/values';
import { describe, expect, it } from 'vitest';

const own = resolveTheme({ link_color: { light: '#111111', dark: '#222222' } });
const other = resolveTheme({
  link_color: { light: '#333333', dark: '#444444' },
  button_primary_background_color: { light: '#555555', dark: '#666666' },
});
const scope = { theme: own, themesByKey: new Map([['acme-2027', other]]) };
const resolve = (text: string) => resolveThemeTags(text, scope);

describe('theme tags', () => {
  it.each([
    ['TAG-01 light', '{{ theme.link_color }}', '#111111'],
    ['TAG-02 dark', '{{ theme.dark.link_color }}', '#222222'],
    ['TAG-03 another theme', '{{ theme.acme-2027.link_color }}', '#333333'],
    ['TAG-03 another theme, dark', '{{ theme.acme-2027.dark.link_color }}', '#444444'],
    ['TAG-01 a length', '{{ theme.hr_thickness }}', '4px'],
    ['TAG-05 shorthand background', '{{ theme.button_background_color }}', '#2563eb'],
    ['TAG-05 shorthand text, dark', '{{ theme.dark.button_text_color }}', '#111827'],
    [
      'TAG-05 shorthand of another theme, dark',
      '{{theme.acme-2027.dark.button_background_color}}',
      '#666666',
    ],
    [
      'contract 5.10 an exact name wins before shorthand',
      '{{ theme.button_border_radius }}',
      '6px',
    ],
    ['spaces and whitespace control', '{{-theme . dark . link_color-}}', '#222222'],
    ['THEME-32 a blank headline font is the body font', '{{ theme.headline_font_stack }}', null],
  ])('%s', (_, tag, expected) => {
    const { text, errors } = resolve(`a{x:${tag}}`);
    expect(errors).toEqual([]);
    const body =
      "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
    expect(text).toBe(`a{x:${expected ?? body}}`);
  });

  it('SPEC-01 a family that CSS takes only in quotes gets them', () => {
    const theme = resolveTheme({ body_font_stack: 'Exo 2, Georgia, "A B", -apple-system' });
    const { text } = resolveThemeTags('{{ theme.body_font_stack }}', { ...scope, theme });
    expect(text).toBe("'Exo 2', Georgia, 'A B', -apple-system");
  });

  it.each([
    ['{{ theme.link_colour }}', 'link_color'],
    ['{{ theme.dark.hr_colr }}', 'hr_color'],
    ['{{ theme.acme-2026.link_color }}', 'acme-2027'],
    ['{{ theme.drk.link_color }}', 'dark'],
    ['{{ theme.acme-2027.dark.lnk_color }}', 'link_color'],
    ['{{ theme.dark.dark.link_color }}', null],
    ['{{ theme.acem-2027.link_color }}', 'acme-2027'],
    ['{{ theme.x.link_color }}', null],
    ['{{ theme }}', null],
    ['{{ theme.link_color | upcase }}', null],
    ['{{ theme.a.b.c.d }}', null],
    ['{{ theme.constructor }}', null],
    ['{{ theme.__proto__.link_color }}', null],
  ])('TAG-07 refuses %s and names the nearest', (tag, near) => {
    const { text, errors } = resolve(`one\ntwo ${tag}\n`);
    expect(errors).toHaveLength(1);
    const message = errors[0]?.message ?? '';
    expect(message).toContain(`${tag} on line 2`);
    expect(/Did you mean "(.*)"\?/.exec(message)?.[1] ?? null).toBe(near);
    expect(text).toContain(tag);
  });

  it('leaves other Liquid alone, names that begin like theme included', () => {
    const text = '{{ person.first_name }} {{ themes.link_color }} {{ theme-x }} {% if theme %}';
    expect(resolve(text)).toEqual({ text, errors: [] });
  });

  it('finds tags with their lines and the keys they name', () => {
    const text = 'a\n{{ theme.x }}\n\n{{ theme.acme.dark.y }}{{ theme.dark.z }}{{ theme.b-c.d }}';
    expect(findThemeTags(text).map(({ line, path }) => [line, path.join('.')])).toEqual([
      [2, 'x'],
      [4, 'acme.dark.y'],
      [4, 'dark.z'],
      [4, 'b-c.d'],
    ]);
    expect(themeKeysNamedIn(text)).toEqual(['acme', 'b-c']);
  });

  it('stays quick on hostile text', () => {
    for (const text of ['{{ theme'.repeat(30_000), `{{ theme.${'a-'.repeat(100_000)} }}`]) {
      expect(resolve(text).errors.length).toBeLessThanOrEqual(1);
    }
  });
});
