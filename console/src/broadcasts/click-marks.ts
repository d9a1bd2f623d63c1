/** How often a link was clicked. */
export interface Clicked {
  url: string;
  clicked: number;
}

const mark =
  'display:inline-block;margin-left:4px;padding:0 6px;border-radius:9px;background:#0f5c5c;color:#fff;font:700 12px/18px system-ui,sans-serif;text-decoration:none;vertical-align:baseline';

/** A link, as the compiler of emails writes it. */
const links = /(<a\b[^>]*?\shref="([^"]*)"[^>]*>)([\s\S]*?)<\/a>/gi;

/**
 * The HTML of a mail with the number of clicks behind each of its links that was clicked. As text: a
 * document that this page parsed would have its policy, which refuses the styles of mail.
 */
export function withClicks(
  html: string,
  clicked: readonly Clicked[],
  said: (n: number) => string,
): string {
  const clicks = new Map(clicked.map(({ url, clicked: n }) => [url, n]));
  return html.replace(links, (whole, open: string, href: string, inside: string) => {
    const n = clicks.get(href.replaceAll('&amp;', '&'));
    return n === undefined ? whole : `${open}${inside}<span style="${mark}">${said(n)}</span></a>`;
  });
}
