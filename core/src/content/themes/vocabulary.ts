export interface ColorValue {
  /** Hex, for example `#2563eb`. */
  light: string;
  dark: string;
}

export type ThemeVariableType = 'color' | 'length' | 'font';
export type ThemeVariableGroup = 'typography' | 'colors' | 'buttons' | 'layout';

export interface ThemeVariable {
  name: string;
  type: ThemeVariableType;
  group: ThemeVariableGroup;
  label: string;
  help: string;
  default: ColorValue | string;
}

export const systemFontStack =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

type Row<N extends string> = ThemeVariable & { name: N };

function color<N extends string>(
  name: N,
  group: ThemeVariableGroup,
  light: string,
  dark: string,
  label: string,
  help: string,
): Row<N> {
  return { name, type: 'color', group, label, help, default: { light, dark } };
}

function length<N extends string>(
  name: N,
  group: ThemeVariableGroup,
  value: string,
  label: string,
  help: string,
): Row<N> {
  return { name, type: 'length', group, label, help, default: value };
}

function font<N extends string>(name: N, value: string, label: string, help: string): Row<N> {
  return { name, type: 'font', group: 'typography', label, help, default: value };
}

/** The 27 variables of a theme, in the order of editors (spec, "Theme"; THEME-30). */
export const themeVocabulary = [
  font('body_font_stack', systemFontStack, 'Body font', 'Font stack of running text.'),
  font(
    'headline_font_stack',
    '',
    'Headline font',
    'Font stack of headlines. Blank means that headlines use the body font.',
  ),
  color(
    'email_background_color',
    'colors',
    '#f3f4f6',
    '#101623',
    'Email background',
    'Behind everything.',
  ),
  color(
    'content_background_color',
    'colors',
    '#ffffff',
    '#1f2637',
    'Content background',
    'Behind the content area.',
  ),
  color('heading_color', 'colors', '#111827', '#f9fafb', 'Headings', 'Text of headings.'),
  color('body_text_color', 'colors', '#1f2937', '#e5e7eb', 'Body text', 'Running text.'),
  color(
    'muted_text_color',
    'colors',
    '#6b7280',
    '#9ca3af',
    'Muted text',
    'Footer and quoted text.',
  ),
  color('link_color', 'colors', '#2563eb', '#94c6ff', 'Links', 'Text of links.'),
  color('hr_color', 'colors', '#e5e7eb', '#374151', 'Divider', 'Horizontal rules.'),
  color(
    'content_border_color',
    'colors',
    '#e5e7eb',
    '#47556b',
    'Content border',
    'Border around the content area.',
  ),
  color(
    'button_primary_background_color',
    'buttons',
    '#2563eb',
    '#a3ceff',
    'Primary button',
    'Background of primary buttons.',
  ),
  color(
    'button_primary_text_color',
    'buttons',
    '#ffffff',
    '#111827',
    'Primary button text',
    'Label of primary buttons.',
  ),
  color(
    'button_secondary_background_color',
    'buttons',
    '#111827',
    '#f9fafb',
    'Secondary button',
    'Background of secondary buttons.',
  ),
  color(
    'button_secondary_text_color',
    'buttons',
    '#ffffff',
    '#111827',
    'Secondary button text',
    'Label of secondary buttons.',
  ),
  color(
    'button_tertiary_background_color',
    'buttons',
    '#e5e7eb',
    '#374151',
    'Tertiary button',
    'Background of tertiary buttons.',
  ),
  color(
    'button_tertiary_text_color',
    'buttons',
    '#111827',
    '#f9fafb',
    'Tertiary button text',
    'Label of tertiary buttons.',
  ),
  length('button_border_radius', 'buttons', '6px', 'Button corners', 'Radius of button corners.'),
  length('content_max_width', 'layout', '560px', 'Content width', 'Widest the content area gets.'),
  length(
    'content_border_thickness',
    'layout',
    '1px',
    'Content border thickness',
    'Border around the content area; 0 for none.',
  ),
  length(
    'content_border_radius',
    'layout',
    '8px',
    'Content corners',
    'Radius of the corners of the content area.',
  ),
  length('hr_thickness', 'layout', '4px', 'Divider thickness', 'Height of horizontal rules.'),
  length('content_padding_top', 'layout', '30px', 'Padding top', 'Above the content.'),
  length(
    'content_padding_sides',
    'layout',
    '30px',
    'Padding sides',
    'Left and right of the content.',
  ),
  length('content_padding_bottom', 'layout', '30px', 'Padding bottom', 'Below the content.'),
  length('content_margin_top', 'layout', '20px', 'Margin top', 'Above the content area.'),
  length(
    'content_margin_sides',
    'layout',
    '20px',
    'Margin sides',
    'Left and right of the content area.',
  ),
  length('content_margin_bottom', 'layout', '20px', 'Margin bottom', 'Below the content area.'),
] as const satisfies readonly ThemeVariable[];

export type ThemeVariableName = (typeof themeVocabulary)[number]['name'];

export const themeVariablesByName: ReadonlyMap<
  string,
  ThemeVariable & { name: ThemeVariableName }
> = new Map(themeVocabulary.map((variable) => [variable.name, variable]));

export const buttonStyles = ['primary', 'secondary', 'tertiary'] as const;
export type ButtonStyle = (typeof buttonStyles)[number];
