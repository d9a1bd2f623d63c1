import type { DnsResolver } from '@postroad/service/app/checks/check-dns';

/** Answers by name: TXT texts, addresses of a host, names of an address; or the code of a failure. */
export interface FakeDns {
  texts?: Record<string, readonly string[]>;
  addresses?: Record<string, readonly string[]>;
  names?: Record<string, readonly string[]>;
  fails?: string;
}

function failure(code: string): Error {
  return Object.assign(new Error(`query ${code}`), { code });
}

/** DNS in this process, which has only the records of the test. */
export function fakeDns({ texts = {}, addresses = {}, names = {}, fails }: FakeDns): DnsResolver {
  const find = async (
    records: Record<string, readonly string[]>,
    name: string,
    takes: (value: string) => boolean = () => true,
  ): Promise<string[]> => {
    if (fails !== undefined) throw failure(fails);
    const found = (records[name] ?? []).filter(takes);
    if (found.length === 0) throw failure(records[name] ? 'ENODATA' : 'ENOTFOUND');
    return found;
  };
  return {
    // In pieces, as DNS has every text of more than 255 octets.
    resolveTxt: async (name: string) =>
      (await find(texts, name)).map((text) => [text.slice(0, 20), text.slice(20)]),
    resolve4: (async (name: string) =>
      find(addresses, name, (one) => !one.includes(':'))) as DnsResolver['resolve4'],
    resolve6: (async (name: string) =>
      find(addresses, name, (one) => one.includes(':'))) as DnsResolver['resolve6'],
    reverse: (address: string) => find(names, address),
  };
}
