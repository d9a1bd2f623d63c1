import { isLoopbackHost, parseUrl } from '../../platform/url.ts';

/** Schemes by which a browser would run or read something in place of going elsewhere. */
const refusedSchemes =
  /^(?:javascript|data|vbscript|blob|file|about|filesystem|view-source|ws|wss|ftp):$/;

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/** Why a client may not be sent back to an address; null where it may (OAuth 2.1 §2.3, §8.4). */
export function redirectFault(uri: string): string | null {
  const url = parseUrl(uri);
  if (url === null) return `redirect_uris: ${uri} is no absolute URI.`;
  if (uri.includes('#')) return `redirect_uris: ${uri} has a fragment. Leave it out.`;
  if (/[\s\p{C}]/u.test(uri)) return 'redirect_uris: an address has spaces or control characters.';
  if (url.username !== '' || url.password !== '') {
    return 'redirect_uris: an address has a user name or a password.';
  }
  if (refusedSchemes.test(url.protocol)) {
    return `redirect_uris: nobody is sent back to ${url.protocol} addresses.`;
  }
  if (url.protocol === 'http:' && !isLoopbackHost(hostOf(url))) {
    return `redirect_uris: ${uri} must begin with https://, unless it is on the same machine.`;
  }
  return null;
}

/** Whether an address is one of the machine of the person's browser. */
export function isLoopbackRedirect(uri: string): boolean {
  const url = parseUrl(uri);
  return url?.protocol === 'http:' && isLoopbackHost(hostOf(url));
}

/** The same address without its port, where an application listens on any that is free (RFC 8252 §7.3). */
function withoutPort(uri: string): string | null {
  if (!isLoopbackRedirect(uri)) return null;
  const url = new URL(uri);
  url.port = '';
  return url.href;
}

/** Whether a client may be sent back to an address: exactly one of its own; on loopback any port is. */
export function isRegisteredRedirect(uri: string, registered: readonly string[]): boolean {
  if (redirectFault(uri) !== null) return false;
  if (registered.includes(uri)) return true;
  const open = withoutPort(uri);
  return open !== null && registered.some((one) => withoutPort(one) === open);
}

/** Whom an address belongs to, in the form in which a person recognises it. */
export function redirectHost(uri: string): string {
  const { host, protocol } = new URL(uri);
  return /^https?:$/.test(protocol) ? host : protocol.replace(/:$/, '');
}

/** An address with parameters of an answer added to those it has. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(parameters).toString();
  return `${uri}${uri.includes('?') ? (/[?&]$/.test(uri) ? '' : '&') : '?'}${query}`;
}
