import type { FieldError } from '../../platform/refusal.ts';
import { isUnbalanced } from '../html/html-balance.ts';
import type { Placeholders } from '../html/placeholders.ts';
import { protectMarkup } from '../html/sanitize-html.ts';
import { type ComponentUse, expandComponents } from './component.ts';
import { componentPath } from './component-warnings.ts';

/** What a mail is made of, where an element can be open that is never closed. */
export interface MailParts {
  body: string;
  hidden: Placeholders;
  /** Of the body and of the layout. */
  uses: readonly ComponentUse[];
}

function pathOf({ body, hidden, uses }: MailParts, inlineCss: (html: string) => string): string {
  const unbalanced = (html: string) => isUnbalanced(html, inlineCss(html), hidden);
  for (const { key, markup } of uses) {
    const html = protectMarkup(expandComponents(markup, hidden), hidden).html;
    if (unbalanced(html)) return componentPath(key);
  }
  return unbalanced(body) ? 'body_markdown' : 'html';
}

/** That an element was moved, under the path of the innermost part that has it by itself. */
export function unbalancedWarning(
  moved: string,
  parts: MailParts,
  inlineCss: (html: string) => string,
): FieldError {
  const message = `A <${moved}> element does not open and close in the same branch as its partner. Close each one, or put the condition inside its attributes.`;
  return { path: pathOf(parts, inlineCss), code: 'unbalanced_html', message };
}
