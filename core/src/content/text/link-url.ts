import { limits } from '../../platform/limits.ts';

/** Needs nothing of what follows, as almost all do. */
const usual = /^https?:\/\/[!-~]*$/;

/** What the URL standard (§4.4) takes off an address before it looks at it. */
function stripped(url: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the standard strips exactly these
  return url.replace(/[\t\n\r]/g, '').replace(/^[\u0000- ]+|[\u0000- ]+$/g, '');
}

/**
 * An address as a redirect leads there, or null where a link to it stays as it is: other schemes than
 * http and https, addresses that depend on where they stand, and those that are too long. UTF-8 can
 * write what it answers, and so can the database.
 */
export function redirectUrl(url: string): string | null {
  if (usual.test(url) && url.length <= limits.urlChars) return url;
  const address = stripped(url);
  if (!/^https?:[\\/]{2}/i.test(address) || address.length > limits.urlChars) return null;
  return address.includes('\u0000') ? null : address.replace(/\p{Cs}/gu, '\ufffd');
}

/** The same address as a header carries it: what is not printable ASCII as its octets in UTF-8. */
export function locationOf(redirect: string): string {
  return redirect.replace(/[^\u0021-\u007e]/gu, (char) => encodeURIComponent(char));
}
