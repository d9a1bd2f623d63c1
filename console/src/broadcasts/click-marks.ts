/** How often a link was clicked. */
export interface Clicked {
  url: string;
  clicked: number;
}

const mark =
  'display:inline-block;margin-left:4px;padding:0 6px;border-radius:9px;background:#0f5c5c;color:#fff;font:700 12px/18px system-ui,sans-serif;text-decoration:none;vertical-align:baseline';

const end = '</a>';

/** Where the last link of a text leads, as the compiler of emails writes it; null where there is none. */
function lastHref(text: string): string | null {
  const start = text.lastIndexOf('<a ');
  if (start < 0) return null;
  const tag = text.slice(start, text.indexOf('>', start));
  const [, behind] = tag.split(' href="');
  return behind?.split('"')[0]?.replaceAll('&amp;', '&') ?? null;
}

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
  const parts = html.split(end);
  const marked = parts.slice(0, -1).map((part) => {
    const n = clicks.get(lastHref(part) ?? '');
    return n === undefined ? part : `${part}<span style="${mark}">${said(n)}</span>`;
  });
  return [...marked, parts.at(-1) ?? ''].join(end);
}
