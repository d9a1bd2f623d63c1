import type { KeptCss } from '../html/css.ts';
import type { Masker, Masks } from '../html/masks.ts';
import { type ButtonArguments, parseButtonArguments } from '../liquid/button-arguments.ts';
import { escapeHtml } from '../text/escape-html.ts';
import { themeCss } from '../themes/theme-tags.ts';
import type { ResolvedTheme } from '../themes/values.ts';
import { type ButtonStyle, buttonStyles } from '../themes/vocabulary.ts';
import { blockButtons } from './block-buttons.ts';

/** The six-digit form for `bgcolor`: shorter forms are doubled, an alpha part is dropped. */
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

const padding = '12px 24px';

/** Alone on a line of markdown or in a paragraph; alone in an HTML block; or within text. */
type ButtonForm = 'line' | 'block' | 'words';

/** A table in an HTML block follows the alignment of the block, like a link. */
const tableStyles: Readonly<Record<Exclude<ButtonForm, 'words'>, string>> = {
  line: 'border-collapse:separate;margin:8px 0 24px',
  block: 'border-collapse:separate;display:inline-table;vertical-align:middle',
};

/** Word ignores the padding of links; blanks keep the label off the edges. */
const wordBlanks = '<!--[if mso]>&nbsp;&nbsp;&nbsp;<![endif]-->';

/**
 * One button as HTML (TAG-09). A lone button is a table whose cell has the color and, through
 * `mso-padding-alt`, the padding in Outlook; a button within text is a padded link.
 */
function buttonHtml(
  button: ButtonArguments,
  theme: ResolvedTheme,
  masker: Masker,
  form: ButtonForm,
): string {
  const { background, text } = colorsOf(button.style, theme, false);
  const radius = themeCss(theme, 'button_border_radius');
  const font = themeCss(theme, 'body_font_stack');
  // A layout may color links; the label keeps its own color.
  const label = `<span style="color:${text}">${masker.maskLiquid(button.label, escapeHtml)}</span>`;
  const url = masker.maskLiquid(button.url, escapeHtml);
  const name = `button button-${button.style}`;
  const link = `display:inline-block;padding:${padding};border-radius:${radius};background-color:${background};color:${text};font-family:${font};font-size:16px;font-weight:600;line-height:1.25;text-align:center;text-decoration:none;mso-padding-alt:0`;
  if (form === 'words') {
    return `<a href="${url}" class="${name}" style="${link}">${wordBlanks}${label}${wordBlanks}</a>`;
  }
  const cell = `padding:0;border-radius:${radius};background-color:${background};mso-padding-alt:${padding}`;
  return [
    `<table role="presentation" border="0" cellpadding="0" cellspacing="0" class="button-table" style="${tableStyles[form]}">`,
    `<tbody><tr><td align="center" bgcolor="${sixDigits(background)}" class="${name}" style="${cell}">`,
    `<a href="${url}" style="${link}">${label}</a>`,
    '</td></tr></tbody></table>',
  ].join('');
}

/** Replaces the buttons of a markup by HTML; `used` collects their styles. */
export function expandButtons(
  html: string,
  theme: ResolvedTheme,
  masks: Masks,
): { html: string; used: ReadonlySet<ButtonStyle>; masks: Masks } {
  const masker = masks.masker();
  const used = new Set<ButtonStyle>();
  const write = (source: string, form: ButtonForm) => {
    const button = parseButtonArguments(source);
    used.add(button.style);
    return buttonHtml(button, theme, masker, form);
  };
  let blocks = '';
  let copied = 0;
  for (const { word, inParagraph, start, end } of blockButtons(html, masks)) {
    const form = inParagraph ? 'line' : 'block';
    blocks += html.slice(copied, start) + write(masks.within(word)[0]?.text ?? '', form);
    copied = end;
  }
  const written = masker.replace(blocks + html.slice(copied), ({ kind, text }, word, asComment) => {
    if (kind === 'button') return write(text, asComment ? 'line' : 'words');
    return asComment ? `<!--${word}-->` : word;
  });
  return { html: written, used, masks: masker.masks() };
}

/** A rule for each style whose colors differ in dark mode (TAG-10, TAG-11). */
export function buttonDarkCss(used: ReadonlySet<ButtonStyle>, theme: ResolvedTheme): KeptCss {
  const differing = buttonStyles.flatMap((style) => {
    const light = colorsOf(style, theme, false);
    const dark = colorsOf(style, theme, true);
    const same = light.background === dark.background && light.text === dark.text;
    return !used.has(style) || same ? [] : [{ name: `.button-${style}`, ...dark }];
  });
  const rules = differing.map(
    ({ name, background, text }) =>
      `@media (prefers-color-scheme: dark){${name},${name} a{background-color:${background} !important}${name} span{color:${text} !important}}`,
  );
  const hacks = differing.map(
    ({ name, background, text }) =>
      `[data-ogsb] ${name},[data-ogsb] ${name} a{background-color:${background} !important}[data-ogsc] ${name} span{color:${text} !important}`,
  );
  return { kept: rules.join('\n'), hacks: hacks.join('\n') };
}
