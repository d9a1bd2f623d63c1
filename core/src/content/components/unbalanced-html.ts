import type { Issue } from '../../platform/issue.ts';
import { isUnbalanced } from '../html/html-balance.ts';
import type { Masks } from '../html/masks.ts';
import { sanitizeHtml } from '../html/sanitize-html.ts';
import { type ComponentUse, expandComponents } from './component.ts';
import { componentPath } from './component-warnings.ts';

/** The parts of a mail in which an element may be left open. */
export interface MailParts {
  body: string;
  masks: Masks;
  /** Uses of components in the body and the layout. */
  uses: readonly ComponentUse[];
}

function pathOf({ body, masks, uses }: MailParts, inlineCss: (html: string) => string): string {
  const unbalanced = (html: string) => isUnbalanced(html, inlineCss(html), masks);
  for (const { key, markup } of uses) {
    const { html } = sanitizeHtml(expandComponents(markup, masks), masks);
    if (unbalanced(html)) return componentPath(key);
  }
  return unbalanced(body) ? 'body_markdown' : 'html';
}

/** A warning that an element was moved, under the path of the innermost part that causes it. */
export function unbalancedWarning(
  moved: string,
  parts: MailParts,
  inlineCss: (html: string) => string,
): Issue {
  const message = `A <${moved}> element does not open and close in the same branch as its partner. Close each one, or put the condition inside its attributes.`;
  return { path: pathOf(parts, inlineCss), code: 'unbalanced_html', message };
}
