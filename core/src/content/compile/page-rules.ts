import { buttonDarkCss } from '../components/button.ts';
import { unbalancedWarning } from '../components/unbalanced-html.ts';
import { splitCss } from '../html/css.ts';
import { movedElement } from '../html/html-balance.ts';
import type { Masker } from '../html/masks.ts';
import { escapeBraces, finishHtml } from '../html/sanitize-html.ts';
import { scanHtml } from '../text/html-scanner.ts';
import { blankWarnings } from './blank.ts';
import { checkNesting } from './check-nesting.ts';
import type { CompileState } from './compile-state.ts';
import { withErrors, withWarnings } from './rules.ts';

/** Inserts styles at the end of the head; kept styles as comments, which the inliner skips. */
function withStyles(before: string, inline: string, kept: string[], masker: Masker): string {
  const whole = kept
    .filter((css) => css.trim() !== '')
    .map((css) => `<!--${masker.mask('markup', `<style>\n${css.trim()}\n</style>`)}-->`);
  const styles = (inline.trim() === '' ? '' : `<style>${inline}</style>`) + whole.join('');
  if (styles === '') return before;
  const headEnd = before.search(/<\/head\s*>/i);
  if (headEnd >= 0) return before.slice(0, headEnd) + styles + before.slice(headEnd);
  const bodyStart = before.search(/<body[\s>]/i);
  if (bodyStart < 0) return before + styles;
  return `${before.slice(0, bodyStart)}<head>${styles}</head>${before.slice(bodyStart)}`;
}

/** Puts the body into its layout, and the styles of both and of the buttons into the head. */
export function wrapInLayout(state: CompileState): CompileState {
  const { layout, html } = state;
  const masker = state.masks.masker();
  const own = splitCss(state.css);
  const dark = buttonDarkCss(state.usedButtons, state.scope.theme);
  const kept = (['kept', 'hacks'] as const).map((name) =>
    [layout.keptCss, own, dark]
      .map((css) => css[name])
      .filter((css) => css !== '')
      .join('\n'),
  );
  const before = withStyles(layout.before, layout.inlineCss + own.inline, kept, masker);
  return { ...state, page: before + html + layout.after, masks: masker.masks() };
}

export function inlineStyles(state: CompileState): CompileState {
  try {
    const html = state.inlineCss(state.page);
    return { ...state, inlined: { html, parts: scanHtml(html) } };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The CSS cannot be inlined: ${reason}. Look for a broken rule or style attribute.`;
    return withErrors(state, [{ path: 'css', code: 'invalid_css', message }]);
  }
}

/** Adds checks around URLs, restores kept styles, and replaces masks by their Liquid. */
export function unmaskDocument(state: CompileState): CompileState {
  const { html, masks } = finishHtml(state.inlined, state.masks);
  return { ...state, masks, document: masks.restore(escapeBraces(html, masks)) };
}

/** Refuses a document in which an HTML parser moved Liquid tags so that they no longer match. */
export function checkDocument(state: CompileState): CompileState {
  const { masks, layout, inlined } = state;
  const before = masks.tagOrder(layout.before);
  const written = before + state.tagOrder + masks.tagOrder(layout.after);
  if (masks.tagOrder(inlined.html) === written) return state;
  return withErrors(state, checkNesting(state.document, 'html'));
}

/** Warns of elements that a parser closes in another place than written. */
export function warnOfMovedElements(state: CompileState): CompileState {
  const { page, inlined, masks, layout, uses, html, inlineCss } = state;
  const moved = movedElement({ html: page, parts: scanHtml(page) }, inlined, masks);
  if (moved === null) return state;
  const parts = { body: html, masks, uses: [...uses, ...layout.uses] };
  return withWarnings(state, [unbalancedWarning(moved, parts, inlineCss)]);
}

/** Warns that an empty email is never sent. */
export function warnOfBlank(state: CompileState): CompileState {
  return withWarnings(state, blankWarnings(state.email));
}

/** Whether the text part ends with the link too: a transactional email has it where its layout does (MSG-02). */
export function carriesUnsubscribe({ email, layout }: CompileState): boolean {
  if (email.kind === 'marketing') return true;
  return layout.masks.restore(layout.before + layout.after).includes('unsubscribe_url');
}

export function warnOfMissingUnsubscribe(state: CompileState): CompileState {
  const { document, email } = state;
  if (email.kind === 'transactional') return state;
  if (document.includes('unsubscribe_url') || document.includes('preferences_url')) return state;
  const message = 'The mail has no {{ unsubscribe_url }} link; most countries ask for one.';
  const fix = 'Put a link to {{ unsubscribe_url }} into the layout, or into the body.';
  return withWarnings(state, [{ path: 'html', code: 'unsubscribe_link_missing', message, fix }]);
}
