import { createHash } from 'node:crypto';
import { type PageParts, pageMarkup } from './page-markup.ts';
import { pageScript } from './page-script.ts';
import { pageStyle } from './page-style.ts';

export interface PageDocument {
  html: string;
  headers: Record<string, string>;
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const scriptHash = hashOf(pageScript);

/** Style sheets by button colour, since building one costs more than a page. */
const styles = new Map<string, { text: string; hash: string }>();

function styleOf(buttonColor: string): { text: string; hash: string } {
  const known = styles.get(buttonColor);
  if (known !== undefined) return known;
  const text = pageStyle(buttonColor);
  const style = { text, hash: hashOf(text) };
  if (styles.size >= 16) styles.clear();
  styles.set(buttonColor, style);
  return style;
}

/**
 * A whole page and its headers. The page is not indexed (SUB-17), framed or cached, sends no
 * referrer and loads nothing remote. Browsers apply `form-action` to redirects after a form too, so
 * it must allow any host if the operator has a URL of their own.
 */
export function pageDocument(parts: PageParts): PageDocument {
  const { language, framedBy } = parts;
  const { text, hash } = styleOf(parts.buttonColor);
  const policy = [
    "default-src 'none'",
    `style-src ${hash}`,
    `script-src ${scriptHash}`,
    'img-src data:',
    "base-uri 'none'",
    `form-action 'self'${parts.redirectsOffSite ? ' https: http:' : ''}`,
    `frame-ancestors ${framedBy === undefined ? "'none'" : ["'self'", ...framedBy].join(' ')}`,
  ];
  return {
    html: pageMarkup(parts, text),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'content-security-policy': policy.join('; '),
      'cross-origin-opener-policy': 'same-origin',
      vary: 'accept-language',
      'x-robots-tag': 'noindex, nofollow',
      // A form tells its own service where it was sent from; browsers take frame-ancestors before the other.
      ...(framedBy && { 'referrer-policy': 'same-origin', 'x-frame-options': 'SAMEORIGIN' }),
    },
  };
}
