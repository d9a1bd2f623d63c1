import type { Issue } from '../../platform/issue.ts';
import { type CompileScope, type ComponentUse, maskSource } from '../components/component.ts';
import { addressWarnings } from '../html/address-warnings.ts';
import { type KeptCss, splitCss } from '../html/css.ts';
import { Masks, markFor } from '../html/masks.ts';
import { safeCss } from '../html/sanitize-html.ts';
import { checkAndSplitLiquid } from '../liquid/check-liquid.ts';
import { type LiquidPiece, splitLiquid } from '../liquid/liquid-source.ts';
import { themeCss } from '../themes/theme-tags.ts';
import type { ButtonStyle } from '../themes/vocabulary.ts';
import {
  applyTheme,
  componentErrors,
  type MarkupState,
  placeButtons,
  placeComponents,
  sanitize,
  warnOfComponents,
} from './markup-rules.ts';
import { applyRules, type RuleTable, stopAtErrors, withErrors, withWarnings } from './rules.ts';

export interface LayoutSource {
  /** Liquid with exactly one `{{ content }}`. */
  html: string;
  css: string;
}

/** A layout with its theme applied, ready to wrap bodies; prepared once for many emails. */
export interface PreparedLayout {
  readonly source: LayoutSource;
  readonly scope: CompileScope;
  readonly masks: Masks;
  /** Markup before and after the content. */
  readonly before: string;
  readonly after: string;
  /** CSS for the inliner, Liquid masked. */
  readonly inlineCss: string;
  /** CSS that stays in `<style>` elements, Liquid masked. */
  readonly keptCss: KeptCss;
  readonly usedButtons: ReadonlySet<ButtonStyle>;
  readonly uses: readonly ComponentUse[];
}

export interface LayoutFindings {
  prepared: PreparedLayout | null;
  errors: Issue[];
  warnings: Issue[];
}

interface LayoutState extends MarkupState {
  readonly source: LayoutSource;
  /** Texts that must not contain the mark of the placeholders. */
  readonly avoid: readonly string[];
  /** With the theme applied. */
  readonly written: LayoutSource;
  /** Liquid pieces of the written HTML; null if it cannot be cut. */
  readonly pieces: readonly LiquidPiece[] | null;
  readonly before: string;
  readonly after: string;
  readonly inlineCss: string;
  readonly keptCss: KeptCss;
}

const contentOutput = /^\{\{-?\s*content\s*-?\}\}$/;
const layoutNames: ReadonlySet<string> = new Set(['content']);

const documentStart =
  '<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{{ email.subject }}</title></head><body>';

function isDocument(html: string): boolean {
  return /<(?:html|body|head)[\s>]/i.test(html);
}

function applyLayoutTheme(state: LayoutState): LayoutState {
  const html = applyTheme(state.source.html, 'html', state.scope);
  const css = applyTheme(state.source.css, 'css', state.scope);
  const written = { html: html.text, css: css.text };
  return withErrors({ ...state, written }, [...html.errors, ...css.errors]);
}

function checkHtml(state: LayoutState): LayoutState {
  const { errors, warnings, pieces } = checkAndSplitLiquid(state.written.html, 'html', layoutNames);
  return withErrors(withWarnings({ ...state, pieces }, warnings), errors);
}

function checkCss(state: LayoutState): LayoutState {
  const { css } = state.written;
  const refused = (code: string, message: string) =>
    withErrors(state, [{ path: 'css', code, message }]);
  if (/<\/style/i.test(css)) return refused('css_markup', 'CSS cannot hold a </style> tag.');
  const { errors, pieces } = checkAndSplitLiquid(css, 'css');
  if (errors.length > 0) return withErrors(state, errors);
  const tag = pieces?.find(({ kind }) => kind === 'tag');
  if (!tag) return state;
  return refused('liquid_tag_in_css', `CSS can hold values, but no tags such as ${tag.text}.`);
}

function checkContent(state: LayoutState): LayoutState {
  const refused = (code: string, message: string) =>
    withErrors(state, [{ path: 'html', code, message }]);
  if (state.pieces === null) return state;
  const count = state.pieces.filter(({ text }) => contentOutput.test(text)).length;
  if (count === 0) {
    return refused('content_missing', 'A layout holds {{ content }} where the email goes.');
  }
  if (count === 1) return state;
  return refused('content_repeated', `A layout holds {{ content }} once, not ${count} times.`);
}

/** Chooses a mark for the placeholders that none of the texts contains. */
function chooseMark(state: LayoutState): LayoutState {
  const { written, scope, avoid } = state;
  const components = scope.components?.values() ?? [];
  const font = themeCss(scope.theme, 'body_font_stack');
  const mark = markFor([written.html, written.css, font, ...components, ...avoid]);
  return { ...state, masks: new Masks(mark) };
}

function maskLayout(state: LayoutState): LayoutState {
  const { html } = state.written;
  const pieces = state.pieces ?? splitLiquid(html);
  const source = isDocument(html)
    ? { source: html, pieces }
    : { source: `${documentStart}${html}</body></html>` };
  const { text, masks, uses, errors } = maskSource(source, state.scope, state.masks);
  return withErrors({ ...state, html: text, masks, uses }, componentErrors(errors, 'html'));
}

function splitStyles(state: LayoutState): LayoutState {
  const masker = state.masks.masker();
  const css = safeCss(masker.maskLiquid(state.written.css), masker);
  const { inline, kept, hacks } = splitCss(`${state.css}\n${css}`);
  return { ...state, masks: masker.masks(), inlineCss: inline, keptCss: { kept, hacks } };
}

function cutAtContent(state: LayoutState): LayoutState {
  const { html, masks } = state;
  const parts: string[] = [];
  let copied = 0;
  for (const match of html.matchAll(new RegExp(`<!--${masks.mark}\\d+z-->`, 'g'))) {
    if (!contentOutput.test(masks.within(match[0])[0]?.text ?? '')) continue;
    parts.push(html.slice(copied, match.index));
    copied = match.index + match[0].length;
  }
  const cut = { ...state, before: parts[0] ?? '', after: html.slice(copied) };
  if (parts.length === 1) return cut;
  const message = '{{ content }} must be in text, not inside a tag.';
  return withErrors(cut, [{ path: 'html', code: 'invalid_html', message }]);
}

function warnOfLinks(state: LayoutState): LayoutState {
  const text = { path: 'html', source: state.written.html };
  return withWarnings(state, addressWarnings(state.html, state.masks, text));
}

const layoutRules: RuleTable<LayoutState> = [
  ['applyLayoutTheme', applyLayoutTheme],
  ['stopAtErrors', stopAtErrors],
  ['checkHtml', checkHtml],
  ['checkCss', checkCss],
  ['checkContent', checkContent],
  ['stopAtErrors', stopAtErrors],
  ['chooseMark', chooseMark],
  ['maskLayout', maskLayout],
  ['stopAtErrors', stopAtErrors],
  ['placeComponents', placeComponents],
  ['placeButtons', placeButtons],
  ['sanitize', sanitize],
  ['splitStyles', splitStyles],
  ['cutAtContent', cutAtContent],
  ['stopAtErrors', stopAtErrors],
  ['warnOfComponents', warnOfComponents],
  ['warnOfLinks', warnOfLinks],
];

const noStyles: KeptCss = { kept: '', hacks: '' };

/**
 * Checks a layout and applies its theme (spec, "Theme tags"; contract §2, "Layout"). Errors have
 * the paths `html` and `css`; with any, `prepared` is null. `avoid` are texts that must not contain
 * the mark of the placeholders.
 */
export function prepareLayout(
  source: LayoutSource,
  scope: CompileScope,
  avoid: readonly string[] = [],
): LayoutFindings {
  const end = applyRules<LayoutState>(layoutRules, {
    source,
    scope,
    avoid,
    field: 'html',
    written: { html: '', css: '' },
    pieces: null,
    masks: new Masks(''),
    html: '',
    css: '',
    uses: [],
    usedButtons: new Set(),
    before: '',
    after: '',
    inlineCss: '',
    keptCss: noStyles,
    errors: [],
    warnings: [],
    stopped: false,
  });
  const findings = { errors: [...end.errors], warnings: [...end.warnings] };
  if (end.stopped) return { prepared: null, ...findings };
  const { masks, before, after, inlineCss, keptCss, usedButtons, uses } = end;
  const prepared = { source, scope, masks, before, after, inlineCss, keptCss, usedButtons, uses };
  return { prepared, ...findings };
}
