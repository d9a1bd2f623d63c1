import type { FieldError } from '../../platform/refusal.ts';
import { expandButtons } from '../components/button.ts';
import {
  type CompileScope,
  ComponentExpander,
  type ComponentUse,
  expandComponents,
} from '../components/component.ts';
import { componentWarnings } from '../components/component-warnings.ts';
import { type KeptCss, splitCss } from '../html/css.ts';
import { Placeholders } from '../html/placeholders.ts';
import { protectMarkup, safeCss } from '../html/sanitize-html.ts';
import { checkLiquid } from '../liquid/check-liquid.ts';
import { type LiquidPiece, splitLiquid } from '../liquid/liquid-source.ts';
import { resolveThemeTags, type ThemeScope, themeCss } from '../themes/theme-tags.ts';
import type { ButtonStyle } from '../themes/vocabulary.ts';

export interface LayoutSource {
  /** Liquid with exactly one `{{ content }}`. */
  html: string;
  css: string;
}

/** A layout with its theme applied, ready to wrap bodies; made once for many emails. */
export interface PreparedLayout {
  source: LayoutSource;
  scope: CompileScope;
  hidden: Placeholders;
  /** Markup before and after the content. */
  before: string;
  after: string;
  /** What the inliner gets, Liquid hidden. */
  inlineCss: string;
  /** What stays in `<style>` elements, Liquid hidden. */
  keptCss: KeptCss;
  usedButtons: ReadonlySet<ButtonStyle>;
  uses: readonly ComponentUse[];
}

export interface LayoutFindings {
  prepared: PreparedLayout | null;
  errors: FieldError[];
  warnings: FieldError[];
}

const CONTENT = /^\{\{-?\s*content\s*-?\}\}$/;
const LAYOUT_NAMES: ReadonlySet<string> = new Set(['content']);

const DOCUMENT_START =
  '<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{{ email.subject }}</title></head><body>';

/** Resolves theme tags and says of each unknown one where it stands (TAG-07). */
export function applyTheme(
  source: string,
  field: string,
  scope: ThemeScope,
): { text: string; errors: FieldError[] } {
  const { text, errors } = resolveThemeTags(source.replace(/\r\n?/g, '\n'), scope);
  return {
    text,
    errors: errors.map(({ message }) => ({ path: field, code: 'unknown_theme_tag', message })),
  };
}

/** What stands against the components of a text, under the field that holds it. */
export function componentErrors({ errors }: ComponentExpander, field: string): FieldError[] {
  return errors.map((message) => ({ path: field, code: 'component_refused', message }));
}

function checkContent(pieces: readonly LiquidPiece[]): FieldError[] {
  const problem = (code: string, message: string) => [{ path: 'html', code, message }];
  const count = pieces.filter(({ text }) => CONTENT.test(text)).length;
  if (count === 0) {
    return problem('content_missing', 'A layout holds {{ content }} where the email goes.');
  }
  return count > 1
    ? problem('content_repeated', `A layout holds {{ content }} once, not ${count} times.`)
    : [];
}

function checkCss(css: string): FieldError[] {
  const problem = (code: string, message: string) => [{ path: 'css', code, message }];
  if (/<\/style/i.test(css)) return problem('css_markup', 'CSS cannot hold a </style> tag.');
  const { errors } = checkLiquid(css, 'css');
  if (errors.length > 0) return errors;
  const tag = splitLiquid(css).find(({ kind }) => kind === 'tag');
  return tag
    ? problem('liquid_tag_in_css', `CSS can hold values, but no tags such as ${tag.text}.`)
    : [];
}

function asDocument(html: string): string {
  if (/<(?:html|body|head)[\s>]/i.test(html)) return html;
  return `${DOCUMENT_START}${html}</body></html>`;
}

/**
 * Checks a layout and applies its theme (spec, "Theme tags"; contract §2, "Layout"). Errors have
 * the paths `html` and `css`; with any, `prepared` is null. `avoid` are texts the placeholders
 * must differ from.
 */
export function prepareLayout(
  layout: LayoutSource,
  scope: CompileScope,
  avoid: string[] = [],
): LayoutFindings {
  const html = applyTheme(layout.html, 'html', scope);
  const css = applyTheme(layout.css, 'css', scope);
  const themeErrors = [...html.errors, ...css.errors];
  if (themeErrors.length > 0) return { prepared: null, errors: themeErrors, warnings: [] };
  const liquid = checkLiquid(html.text, 'html', LAYOUT_NAMES);
  const { warnings } = liquid;
  const errors = [...liquid.errors, ...checkCss(css.text)];
  if (liquid.errors.length === 0) errors.push(...checkContent(splitLiquid(html.text)));
  if (errors.length > 0) return { prepared: null, errors, warnings };

  const components = scope.components?.values() ?? [];
  const font = themeCss(scope.theme, 'body_font_stack');
  const texts = [html.text, css.text, font, ...components, ...avoid];
  const hidden = new Placeholders(Placeholders.markFor(texts));
  const usedButtons = new Set<ButtonStyle>();
  const expander = new ComponentExpander(scope, hidden);
  const source = expandComponents(expander.hide(asDocument(html.text)), hidden);
  const markup = protectMarkup(expandButtons(source, scope.theme, hidden, usedButtons), hidden);
  const split = splitCss(`${markup.css}\n${safeCss(hidden.hideLiquid(css.text), hidden)}`);
  const parts: string[] = [];
  let copied = 0;
  for (const match of markup.html.matchAll(new RegExp(`<!--${hidden.mark}\\d+z-->`, 'g'))) {
    if (!CONTENT.test(hidden.within(match[0])[0]?.text ?? '')) continue;
    parts.push(markup.html.slice(copied, match.index));
    copied = match.index + match[0].length;
  }
  const problems = [...markup.problems];
  if (parts.length !== 1) problems.push('{{ content }} must stand in text, not inside a tag.');
  if (expander.errors.length > 0) {
    return { prepared: null, errors: componentErrors(expander, 'html'), warnings };
  }
  if (problems.length > 0) {
    const found = problems.map((message) => ({ path: 'html', code: 'invalid_html', message }));
    return { prepared: null, errors: found, warnings };
  }
  const [before = ''] = parts;
  const after = markup.html.slice(copied);
  const prepared: PreparedLayout = {
    source: layout,
    scope,
    hidden,
    before,
    after,
    inlineCss: split.inline,
    keptCss: split,
    usedButtons,
    uses: expander.uses,
  };
  return { prepared, errors: [], warnings: [...warnings, ...componentWarnings(expander.uses)] };
}
