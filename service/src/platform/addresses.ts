import { BlockList, isIP } from 'node:net';
import { limits } from '@postroad/core/platform/limits';

type Family = 'ipv4' | 'ipv6';

function familyOf(address: string): Family {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}

/** An IPv6 address without the interface behind it, as in `fe80::1%eth0`. */
function withoutZone(address: string): string {
  return address.split('%', 1)[0] ?? '';
}

/** The parts of `192.0.2.0/24`; an address alone is a range of one. */
function rangeOf(text: string): { address: string; prefix: number; family: Family } {
  const [address = '', prefix] = text.split('/');
  const family = familyOf(address);
  return { address, prefix: Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family };
}

/** Whether a text is an IP address, or a range of them (CIDR). */
export function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || more.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128);
}

/** IP addresses and ranges of them. An IPv4 address counts in its IPv6 form too. */
export class AddressRanges {
  readonly #texts: readonly string[];
  readonly #list = new BlockList();

  constructor(texts: readonly string[]) {
    this.#texts = texts;
    for (const text of texts) {
      const { address, prefix, family } = rangeOf(text);
      this.#list.addSubnet(address, prefix, family);
    }
  }

  get isEmpty(): boolean {
    return this.#texts.length === 0;
  }

  has(address: string): boolean {
    const plain = withoutZone(address);
    return isIP(plain) !== 0 && this.#list.check(plain, familyOf(plain));
  }

  /** Whether one of these ranges contains all of another. */
  contains(text: string): boolean {
    const inner = rangeOf(text);
    return this.#texts.some((own) => {
      const outer = rangeOf(own);
      if (outer.family !== inner.family || outer.prefix > inner.prefix) return false;
      return new AddressRanges([own]).has(inner.address);
    });
  }
}

/** An IPv4 address that a socket for both families shows as `::ffff:192.0.2.1`, as itself. */
export function withoutMapping(address: string): string {
  const plain = withoutZone(address);
  const [, mapped] = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(plain) ?? [];
  return mapped ?? plain;
}

/** The groups of an IPv6 address, of which `::` leaves some out. */
function groupsOf(address: string): string[] {
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
}

/**
 * The part of an address that stands for one client: all of an IPv4 address, the first 64 bits of an
 * IPv6 one, of which a client has every other to choose from.
 */
export function networkOf(address: string): string {
  const plain = withoutZone(address);
  if (isIP(plain) !== 6) return plain.slice(0, limits.addressRangeChars);
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff';
  if (!isMapped) return `${groups.slice(0, 4).join(':')}::/64`;
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join('.');
}
