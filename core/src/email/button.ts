import { themeCss } from '../theme/theme-tags.ts';
import type { ResolvedTheme } from '../theme/values.ts';
import { type ButtonStyle, buttonStyles } from '../theme/vocabulary.ts';
import { type ButtonArguments, parseButtonArguments } from './button-arguments.ts';
import { escapeHtml } from './escape-html.ts';
import type { Placeholders } from './placeholders.ts';

/** The six digits that `bgcolor` knows; shorter forms are doubled, an alpha part is dropped. */
function sixDigits(hex: string): string {
  const digits = hex.slice(1);
  if (digits.length >= 6) return `#${digits.slice(0, 6)}`;
  return `#${[...digits.slice(0, 3)].map((digit) => digit + digit).join('')}`;
}

function colorsOf(style: ButtonStyle, theme: ResolvedTheme, dark: boolean) {
  return {
    background: themeCss(theme, `button_${style}_background_color`, dark),
    text: themeCss(theme, `button_${style}_text_color`, dark),
  };
}

const PADDING = '12px 24px';

/**
 * One button as HTML (TAG-09). On a line of its own it is a table, whose cell carries the colour
 * and, through `mso-padding-alt`, the padding in Outlook; within text it is a padded link.
 */
export function buttonHtml(
  button: ButtonArguments,
  theme: ResolvedTheme,
  hidden: Placeholders,
  block: boolean,
): string {
  const { background, text } = colorsOf(button.style, theme, false);
  const radius = themeCss(theme, 'button_border_radius');
  const font = themeCss(theme, 'body_font_stack');
  // A layout's rule for links colours the link; the label keeps its own colour.
  const label = `<span style="color:${text}">${hidden.hideLiquid(button.label, escapeHtml)}</span>`;
  const url = hidden.hideLiquid(button.url, escapeHtml);
  const name = `button button-${button.style}`;
  const link = `display:inline-block;padding:${PADDING};border-radius:${radius};background-color:${background};color:${text};font-family:${font};font-size:16px;font-weight:600;line-height:1.25;text-decoration:none;mso-padding-alt:0`;
  if (!block) return `<a href="${url}" class="${name}" style="${link}">${label}</a>`;
  const cell = `padding:0;border-radius:${radius};background-color:${background};mso-padding-alt:${PADDING}`;
  return [
    '<table role="presentation" border="0" cellpadding="0" cellspacing="0" class="button-table" style="border-collapse:separate;margin:0 0 16px">',
    `<tbody><tr><td align="center" bgcolor="${sixDigits(background)}" class="${name}" style="${cell}">`,
    `<a href="${url}" style="${link}">${label}</a>`,
    '</td></tr></tbody></table>',
  ].join('');
}

/** Replaces the buttons of a markup by HTML and notes which styles are used. */
export function expandButtons(
  html: string,
  theme: ResolvedTheme,
  hidden: Placeholders,
  used: Set<ButtonStyle>,
): string {
  return hidden.replace(html, ({ kind, text }, word, asComment) => {
    if (kind !== 'button') return asComment ? `<!--${word}-->` : word;
    const button = parseButtonArguments(text);
    used.add(button.style);
    return buttonHtml(button, theme, hidden, asComment);
  });
}

/** A rule for each style whose colours differ in the dark, and none for the others (TAG-10, TAG-11). */
export function buttonDarkCss(used: ReadonlySet<ButtonStyle>, theme: ResolvedTheme): string {
  const rules = buttonStyles.flatMap((style) => {
    const light = colorsOf(style, theme, false);
    const dark = colorsOf(style, theme, true);
    const same = light.background === dark.background && light.text === dark.text;
    if (!used.has(style) || same) return [];
    const name = `.button-${style}`;
    return `${name},${name} a{background-color:${dark.background} !important}${name} span{color:${dark.text} !important}`;
  });
  return rules.map((rule) => `@media (prefers-color-scheme: dark){${rule}}`).join('\n');
}
