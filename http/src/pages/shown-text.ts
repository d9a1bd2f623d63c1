import type { ShownText } from '@postroad/core/subscribers/pages/page-copy';
import { html, type Markup, nothing } from './html.ts';

const address = '{email}';

/** The text with the person's address in bold wherever it says `{email}` (SET-23). */
export function withAddress({ text }: Pick<ShownText, 'text'>, email: string): Markup {
  const [first = '', ...rest] = text.split(address);
  const more = rest.map((part) => html`<strong dir="auto">${email}</strong>${part}`);
  return html`${first}${more}`;
}

/** The same for where nothing can be bold. */
export function plainWithAddress({ text }: ShownText, email: string): string {
  return text.split(address).join(email);
}

/** An operator's text can be in any language and direction, whatever the page is in. */
export function ofOperator({ custom }: Pick<ShownText, 'custom'>): Markup {
  return custom ? html` lang="" dir="auto"` : nothing;
}
