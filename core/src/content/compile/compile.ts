import type { FieldError } from '../../platform/refusal.ts';
import { buttonDarkCss, expandButtons } from '../components/button.ts';
import {
  type CompileScope,
  ComponentExpander,
  type ComponentUse,
  expandComponents,
} from '../components/component.ts';
import { componentWarnings } from '../components/component-warnings.ts';
import { unbalancedWarning } from '../components/unbalanced-html.ts';
import { splitCss } from '../html/css.ts';
import { movedElement } from '../html/html-balance.ts';
import type { Placeholders } from '../html/placeholders.ts';
import { escapeBraces, finishMarkup, protectMarkup } from '../html/sanitize-html.ts';
import { checkLiquid } from '../liquid/check-liquid.ts';
import { engines } from '../liquid/liquid.ts';
import { parseLiquid } from '../liquid/liquid-source.ts';
import { parseMarkdown, renderMarkdown } from '../markdown/markdown.ts';
import { markdownText, TEXT_FOOTER } from '../markdown/plain-text.ts';
import type { ButtonStyle } from '../themes/vocabulary.ts';
import {
  applyTheme,
  componentErrors,
  type LayoutSource,
  type PreparedLayout,
  prepareLayout,
} from './layout.ts';
import { preparedLayout } from './prepared-layouts.ts';

export interface EmailSource {
  subject: string;
  pre_header: string;
  body_markdown: string;
}

/** Liquid sources, stored beside the email; `template.ts` fills them in per person. */
export interface CompiledEmail {
  subject: string;
  pre_header: string;
  html: string;
  text: string;
}

export interface Compilation {
  /** Null where there are errors. */
  compiled: CompiledEmail | null;
  errors: FieldError[];
  warnings: FieldError[];
}

/** Inlines the `<style>` elements of a document and takes them out; throws on CSS it cannot read. */
export type InlineCss = (html: string) => string;

interface Body {
  html: string;
  text: string;
  /** Tags as authored; the same order afterwards means the same nesting. */
  tagOrder: string;
  css: string;
  used: Set<ButtonStyle>;
  hidden: Placeholders;
  uses: readonly ComponentUse[];
  errors: FieldError[];
}

function compileBody(markdown: string, layout: PreparedLayout): Body {
  const hidden = layout.hidden.fork();
  const used = new Set(layout.usedButtons);
  const expander = new ComponentExpander(layout.scope, hidden);
  const source = expander.hide(markdown);
  const tagOrder = hidden.tagOrder(source);
  const tokens = parseMarkdown(source, hidden);
  const hiddenText = markdownText(tokens, hidden);
  const text = hidden.restore(hiddenText);
  const whole = expandComponents(renderMarkdown(tokens), hidden);
  const rendered = expandButtons(whole, layout.scope.theme, hidden, used);
  const { html, css, problems } = protectMarkup(rendered, hidden);
  const errors: FieldError[] = problems.map((message) => ({
    path: 'body_markdown',
    code: 'invalid_html',
    message,
  }));
  if (hidden.tagOrder(hiddenText) !== tagOrder) errors.push(...checkStructure(text, 'text'));
  if (expander.errors.length > 0) errors.unshift(...componentErrors(expander, 'body_markdown'));
  return { html, text, tagOrder, css, used, hidden, uses: expander.uses, errors };
}

/** Styles go where the head ends; the kept ones as comments that the inliner passes over. */
function withStyles(before: string, inline: string, kept: string[], hidden: Placeholders): string {
  const whole = kept
    .filter((css) => css.trim() !== '')
    .map((css) => `<!--${hidden.hide('markup', `<style>\n${css.trim()}\n</style>`)}-->`);
  const styles = (inline.trim() === '' ? '' : `<style>${inline}</style>`) + whole.join('');
  if (styles === '') return before;
  const headEnd = before.search(/<\/head\s*>/i);
  if (headEnd >= 0) return before.slice(0, headEnd) + styles + before.slice(headEnd);
  const bodyStart = before.search(/<body[\s>]/i);
  if (bodyStart < 0) return before + styles;
  return `${before.slice(0, bodyStart)}<head>${styles}</head>${before.slice(bodyStart)}`;
}

/** What markup did to Liquid shows when the whole is parsed again. */
function checkStructure(source: string, flavour: 'html' | 'text'): FieldError[] {
  try {
    parseLiquid(engines[flavour], source);
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `Liquid tags and HTML are interleaved so that they no longer match: ${reason}`;
    return [{ path: 'body_markdown', code: 'liquid_structure', message }];
  }
}

function assemble(
  body: Body,
  layout: PreparedLayout,
  inlineCss: InlineCss,
  checked: boolean,
): { html: string; errors: FieldError[]; moved: string | null } {
  const { hidden } = body;
  const own = splitCss(body.css);
  const dark = buttonDarkCss(body.used, layout.scope.theme);
  const inline = layout.inlineCss + own.inline;
  const kept = (['kept', 'hacks'] as const).map((name) =>
    [layout.keptCss, own, dark]
      .map((css) => css[name])
      .filter((css) => css !== '')
      .join('\n'),
  );
  const page = withStyles(layout.before, inline, kept, hidden) + body.html + layout.after;
  try {
    const inlined = inlineCss(page);
    const html = hidden.restore(escapeBraces(finishMarkup(inlined, hidden)));
    const order = hidden.tagOrder(layout.before) + body.tagOrder + hidden.tagOrder(layout.after);
    const errors = hidden.tagOrder(inlined) === order ? [] : checkStructure(html, 'html');
    return { html, errors, moved: checked ? null : movedElement(page, inlined, hidden) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The CSS cannot be inlined: ${reason}. Look for a broken rule or style attribute.`;
    return { html: '', errors: [{ path: 'css', code: 'invalid_css', message }], moved: null };
  }
}

function oneLine(source: string): string {
  return source.replace(/\s*[\r\n]+\s*/g, ' ').trim();
}

/**
 * Compiles one email into a layout that was prepared before, as a recompile of many does. With
 * `checked` the Liquid of the email is taken as checked by its save, and draws no warnings.
 */
export function compileInto(
  layout: PreparedLayout,
  email: EmailSource,
  inlineCss: InlineCss,
  { checked = false }: { checked?: boolean } = {},
): Compilation {
  const themed = applyTheme(email.body_markdown, 'body_markdown', layout.scope);
  const subject = oneLine(email.subject);
  const preHeader = oneLine(email.pre_header);
  const findings = checked
    ? []
    : [
        checkLiquid(subject, 'subject'),
        checkLiquid(preHeader, 'pre_header'),
        checkLiquid(themed.text, 'body_markdown'),
      ];
  const warnings = findings.flatMap((finding) => finding.warnings);
  const errors = [...themed.errors, ...findings.flatMap((finding) => finding.errors)];
  if (errors.length > 0) return { compiled: null, errors, warnings };

  if (layout.hidden.has(themed.text.toLowerCase())) {
    // The body holds the very word that stands for Liquid here; another one is chosen.
    const again = prepareLayout(layout.source, layout.scope, [themed.text]).prepared;
    if (again) return compileInto(again, email, inlineCss, { checked });
  }
  const body = compileBody(themed.text, layout);
  if (body.errors.length > 0) return { compiled: null, errors: body.errors, warnings };
  if (!checked) warnings.push(...componentWarnings(body.uses));
  const { html, errors: broken, moved } = assemble(body, layout, inlineCss, checked);
  if (broken.length > 0) return { compiled: null, errors: broken, warnings };
  const text = body.text + TEXT_FOOTER;
  const compiled = { subject, pre_header: preHeader, html, text };
  if (moved !== null) {
    const { html: content, hidden } = body;
    const parts = { body: content, hidden, uses: [...body.uses, ...layout.uses] };
    warnings.push(unbalancedWarning(moved, parts, inlineCss));
  }
  if (!html.includes('unsubscribe_url') && !html.includes('preferences_url')) {
    const message = 'The mail has no {{ unsubscribe_url }} link; most countries ask for one.';
    warnings.push({ path: 'html', code: 'unsubscribe_link_missing', message });
  }
  return { compiled, errors: [], warnings };
}

/**
 * Compiles an email in its layout: theme tags, components, buttons, markdown, layout, inlined CSS, and the
 * plain-text twin (spec, "Theme"). Pure: the inliner comes from outside. Errors carry
 * the paths `subject`, `pre_header`, `body_markdown`, `html` and `css`.
 */
export function compileEmail(
  email: EmailSource,
  layout: LayoutSource,
  scope: CompileScope,
  inlineCss: InlineCss,
): Compilation {
  const { prepared, errors, warnings } = preparedLayout(layout, scope);
  if (!prepared) return { compiled: null, errors, warnings };
  const result = compileInto(prepared, email, inlineCss);
  // A component of the layout can stand in the body too.
  const all = new Map(
    [...warnings, ...result.warnings].map((warning) => [warning.path + warning.message, warning]),
  );
  return { ...result, warnings: [...all.values()] };
}
