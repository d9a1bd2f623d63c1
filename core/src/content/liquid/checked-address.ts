import type { Context, Template } from 'liquidjs';
import { unescapeHtml } from '../text/escape-html.ts';
import { isSafeUrl } from '../text/safe-url.ts';

/** The key in the scope of a mail for its links without an address, which templates cannot read. */
export const unaddressedKey = Symbol('links without an address');

interface UnaddressedScope {
  [unaddressedKey]?: Set<string>;
}

/** The address that a rendered attribute holds, or `#`; notes a link that would lead nowhere. */
export function checkedAddress(
  context: Context,
  html: string,
  { loaded, templates }: { loaded: boolean; templates: readonly Template[] },
): string {
  const address = unescapeHtml(html);
  if (!loaded && address.trim() === '') {
    const { [unaddressedKey]: links } = context.environments as UnaddressedScope;
    links?.add(templates.map(({ token }) => token.getText()).join(''));
  }
  return isSafeUrl(address, loaded) ? html : '#';
}
