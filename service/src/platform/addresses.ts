import { BlockList, isIP } from 'node:net';

type Family = 'ipv4' | 'ipv6';

function familyOf(address: string): Family {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
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
    const plain = address.replace(/%.*$/, '');
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
