import type { ShownText } from '@postroad/core/subscribers/pages/page-copy';
import { html, type Markup, nothing } from './html.ts';

const address = '{email}';

/** The text with the person's address in bold in place of `{email}` (SET-23). */
export function emphasizeEmail({ text }: Pick<ShownText, 'text'>, email: string): Markup {
  const [first = '', ...rest] = text.split(address);
  const more = rest.map((part) => html`<strong dir="auto">${email}</strong>${part}`);
  return html`${first}${more}`;
}

/** The same as plain text. */
export function insertEmail({ text }: ShownText, email: string): string {
  return text.split(address).join(email);
}

/** Attributes for the operator's own text, which can be in any language and direction. */
export function customTextAttributes({ custom }: Pick<ShownText, 'custom'>): Markup {
  return custom ? html` lang="" dir="auto"` : nothing;
}
