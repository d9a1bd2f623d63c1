import { limits } from '../../platform/limits.ts';

/** Needs none of the following steps, like almost all URLs. */
const usual = /^https?:\/\/[!-~]*$/;

/** Strips the characters that the URL standard (§4.4) strips first. */
function stripped(url: string): string {
  const text = url.replace(/[\t\n\r]/g, '');
  const isStripped = (at: number) => text.charCodeAt(at) <= 0x20;
  let start = 0;
  let end = text.length;
  while (isStripped(start)) start += 1;
  while (end > start && isStripped(end - 1)) end -= 1;
  return text.slice(start, end);
}

/**
 * The target of a redirect to a URL, or null if a link to it stays unchanged: for schemes other
 * than http and https, relative URLs, and URLs that are too long. The result fits in UTF-8 and in
 * the database.
 */
export function redirectUrl(url: string): string | null {
  if (usual.test(url) && url.length <= limits.urlChars) return url;
  const address = stripped(url);
  if (!/^https?:[\\/]{2}/i.test(address) || address.length > limits.urlChars) return null;
  return address.includes('\u0000') ? null : address.replace(/\p{Cs}/gu, '\ufffd');
}

/** The same URL for a header: characters outside printable ASCII as their UTF-8 octets. */
export function locationOf(redirect: string): string {
  return redirect.replace(/[^\u0021-\u007e]/gu, (char) => encodeURIComponent(char));
}
