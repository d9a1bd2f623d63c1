/**
 * A text as an absolute URL; null where it is none. `URL.canParse` of Node.js 20 is not asked: once
 * it is compiled, it reads a text with an umlaut or accent as no URL.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** Whether a host name or address of a URL, without brackets, is that of this machine. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true;
  return firstOctets(name)?.[0] === 127;
}

/** Top-level names that are never delegated in public DNS (RFC 6761, RFC 6762, RFC 8375). */
const privateName =
  /(?:^|\.)(?:localhost|local|internal|intranet|private|corp|home|lan|home\.arpa)\.?$/;

/** Unique local and link-local addresses. */
const privateIpv6 = /^f(?:[cd][0-9a-f]{2}|e[89ab][0-9a-f]):/;

/**
 * Whether a host name or address of a URL, without brackets, is one of an own network: a private
 * address, or a name that public DNS does not have. What a name resolves to does not count, since
 * an attacker may choose that.
 */
export function isPrivateHost(host: string): boolean {
  const name = host.toLowerCase();
  if (isLoopbackHost(name) || privateIpv6.test(name)) return true;
  const octets = firstOctets(name);
  if (octets === null)
    return !name.includes(':') && (!name.includes('.') || privateName.test(name));
  const [first, second] = octets;
  return (
    first === 10 ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && second === 168) ||
    (first === 169 && second === 254) ||
    (first === 100 && second >= 64 && second < 128)
  );
}

/** The first two octets of an IPv4 address; null for anything else. */
function firstOctets(host: string): [number, number] | null {
  const match = /^(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(host);
  return match && [Number(match[1]), Number(match[2])];
}

/**
 * The origin of a page as browsers say it, in lower case, without a default port and with an
 * international name in ASCII; null where the text is none.
 */
export function readOrigin(text: string): string | null {
  const url = /^https?:\/\/[^/?#@\s]+\/?$/i.test(text) ? parseUrl(text) : null;
  return url && /^https?:\/\/[a-z\d.-]+(?::\d+)?$/.test(url.origin) ? url.origin : null;
}

/** A URL or path without the slashes at its end, so that a path can be put behind it. */
export function withoutEndSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}
