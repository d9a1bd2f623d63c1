import { isIP } from 'node:net';
import { parseUrl } from '@postroad/core/platform/url';
import { AddressRanges } from '../platform/addresses.ts';

/**
 * What is no global unicast address of one host, by the registries of special purposes (RFC 6890 and
 * after): private, shared, loopback, link-local, documentation, benchmarks, multicast, reserved.
 */
const refusedV4 = new AddressRanges([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24'],
  ...['192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]);

/** Global unicast; outside are mapped and translated IPv4 addresses, unique local and link-local ones. */
const unicastV6 = new AddressRanges(['2000::/3']);

/** Of these, what leads elsewhere: Teredo and other protocols, 6to4, documentation, AS112. */
const refusedV6 = new AddressRanges([
  ...['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'],
]);

function isPublic(address: string): boolean {
  // A zone says which interface, which no public address needs.
  if (isIP(address) === 4) return !refusedV4.has(address);
  if (isIP(address) !== 6 || address.includes('%')) return false;
  return unicastV6.has(address) && !refusedV6.has(address);
}

/** Where deliveries may go: public addresses, and what WEBHOOK_ALLOW names. */
export class AllowedAddresses {
  readonly #named: AddressRanges;

  constructor(ranges: readonly string[]) {
    this.#named = new AddressRanges(ranges);
  }

  /** Whether there may be addresses to which http is allowed too. */
  get hasNamed(): boolean {
    return !this.#named.isEmpty;
  }

  /** Only to a named address deliveries may go without TLS. */
  isAllowed(address: string, protocol: string): boolean {
    if (this.#named.has(address)) return true;
    return protocol === 'https:' && isPublic(address);
  }
}

/** The address that a URL itself names; null where it has a name that is to be resolved. */
function literalAddress({ hostname }: URL): string | null {
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(host) === 0 ? null : host;
}

/** Why deliveries may not go to a URL, as far as it says so itself; null where they may. */
export function urlFault(text: string, allowed: AllowedAddresses): string | null {
  const url = parseUrl(text);
  if (url === null) return 'is no URL. Write it with its scheme, as in https://example.com/hooks.';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https://.';
  if (url.username !== '' || url.password !== '')
    return 'holds a user name or a password. Leave them out; deliveries are signed.';
  if (url.port === '0') return 'names port 0, at which nothing listens.';
  const literal = literalAddress(url);
  const isOpen =
    literal === null
      ? url.protocol === 'https:' || allowed.hasNamed
      : allowed.isAllowed(literal, url.protocol);
  if (isOpen) return null;
  return url.protocol === 'http:'
    ? 'must begin with https://. Without TLS deliveries go only to addresses that WEBHOOK_ALLOW names.'
    : `leads to ${literal}, which is no public address. Name a public one, or have WEBHOOK_ALLOW name this one.`;
}
