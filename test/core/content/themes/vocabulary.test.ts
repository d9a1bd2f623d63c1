import { fontStacks } from '@postroad/core/content/themes/font-stacks';
import { parseThemeVariables, resolveTheme } from '@postroad/core/content/themes/values';
import { buttonStyles, themeVocabulary } from '@postroad/core/content/themes/vocabulary';
import { describe, expect, it } from 'vitest';

const colors: Record<string, [string, string]> = {
  email_background_color: ['#f3f4f6', '#101623'],
  content_background_color: ['#ffffff', '#1f2637'],
  heading_color: ['#111827', '#f9fafb'],
  body_text_color: ['#1f2937', '#e5e7eb'],
  muted_text_color: ['#6b7280', '#9ca3af'],
  link_color: ['#2563eb', '#94c6ff'],
  hr_color: ['#e5e7eb', '#374151'],
  content_border_color: ['#e5e7eb', '#47556b'],
  button_primary_background_color: ['#2563eb', '#a3ceff'],
  button_primary_text_color: ['#ffffff', '#111827'],
  button_secondary_background_color: ['#111827', '#f9fafb'],
  button_secondary_text_color: ['#ffffff', '#111827'],
  button_tertiary_background_color: ['#e5e7eb', '#374151'],
  button_tertiary_text_color: ['#111827', '#f9fafb'],
};

const lengths: Record<string, string> = {
  button_border_radius: '6px',
  content_max_width: '560px',
  content_border_thickness: '1px',
  content_border_radius: '8px',
  hr_thickness: '4px',
  content_padding_top: '30px',
  content_padding_sides: '30px',
  content_padding_bottom: '30px',
  content_margin_top: '20px',
  content_margin_sides: '20px',
  content_margin_bottom: '20px',
};

describe('theme vocabulary', () => {
  it('THEME-30 has exactly the 27 variables, with one sides value for left and right', () => {
    const names = themeVocabulary.map(({ name }) => name as string);
    const expected = [
      'body_font_stack',
      'headline_font_stack',
      ...Object.keys(colors),
      ...Object.keys(lengths),
    ];
    expect(names.toSorted()).toEqual(expected.toSorted());
    expect(names).toHaveLength(27);
  });

  it('THEME-31, THEME-32 fonts default to the system stack and to blank', () => {
    const theme = resolveTheme({});
    expect(theme.headline_font_stack).toBe('');
    expect(theme.body_font_stack).toMatch(
      /system-ui.*Segoe UI.*Roboto.*Helvetica Neue.*Arial, sans-serif$/,
    );
  });

  it('THEME-33, THEME-34, THEME-35, THEME-36, THEME-37 colours have their defaults', () => {
    const theme: Record<string, unknown> = resolveTheme({});
    for (const [name, [light, dark]] of Object.entries(colors)) {
      expect(theme[name], name).toEqual({ light, dark });
    }
  });

  it('THEME-38, THEME-39, THEME-40 lengths have their defaults', () => {
    const theme: Record<string, unknown> = resolveTheme({});
    for (const [name, value] of Object.entries(lengths)) expect(theme[name], name).toBe(value);
  });

  it('THEME-05 every row carries name, type, group, label, help and default', () => {
    for (const row of themeVocabulary) {
      expect(Object.keys(row).toSorted()).toEqual(
        ['default', 'group', 'help', 'label', 'name', 'type'].toSorted(),
      );
      expect(['typography', 'colors', 'buttons', 'layout']).toContain(row.group);
      expect(row.label && row.help).toBeTruthy();
    }
    expect(new Set(themeVocabulary.map(({ group }) => group)).size).toBe(4);
  });

  it('THEME-06 offers three button styles', () => {
    expect(buttonStyles).toEqual(['primary', 'secondary', 'tertiary']);
  });

  it('THEME-07 offers font stacks of three categories, each one that can be set', () => {
    expect(new Set(fontStacks.map(({ category }) => category))).toEqual(
      new Set(['Sans serif', 'Serif', 'Monospace']),
    );
    for (const { stack } of fontStacks) {
      const { values, errors } = parseThemeVariables({ body_font_stack: stack });
      expect(errors).toEqual([]);
      expect(values.body_font_stack).toBe(stack);
    }
  });

  it('every default passes the grammar of its own type', () => {
    const { errors } = parseThemeVariables(resolveTheme({}));
    expect(errors).toEqual([]);
  });
});
