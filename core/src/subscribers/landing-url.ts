/** As written in the setting, and as a browser encodes it. */
const placeholder = /\{token\}|%7btoken%7d/gi;

/**
 * The URL of the setting `sending.unsubscribe_page_url` for one person: the token replaces
 * `{token}` (SET-14), or is added to the query (SET-13), before a fragment.
 */
export function landingUrl(url: string, token: string): string {
  if (url.search(placeholder) !== -1) return url.replace(placeholder, token);
  const hash = url.indexOf('#');
  const [page, fragment] = hash === -1 ? [url, ''] : [url.slice(0, hash), url.slice(hash)];
  const joint = !page.includes('?') ? '?' : /[?&]$/.test(page) ? '' : '&';
  return `${page}${joint}token=${token}${fragment}`;
}
