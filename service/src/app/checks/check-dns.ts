import { createPublicKey, type KeyObject } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { CheckResult } from '@postroad/core/account/checks/check-operations';
import { parseMailbox } from '@postroad/core/people/address';
import { limits } from '@postroad/core/platform/limits';
import type { ProfileRow } from '@postroad/store/account/profile';
import { defaultSender, isPlaceholder } from '../../account/sender.ts';
import { AddressRanges } from '../../platform/addresses.ts';
import type { Config } from '../config/config.ts';
import { reasonOf, resultsOf } from './check-result.ts';
import {
  areAligned,
  dmarcNames,
  dmarcRecord,
  letsEverybodySend,
  spfRecords,
  tagsOf,
} from './dns-records.ts';

/** How the checks ask DNS; tests answer it themselves. */
export type DnsResolver = Pick<Resolver, 'resolveTxt' | 'resolve4' | 'resolve6' | 'reverse'>;

export function systemResolver(): DnsResolver {
  return new Resolver({ timeout: limits.checkDnsMs, tries: 2 });
}

type DnsConfig = Pick<Config, 'mailProvider' | 'mailFrom' | 'smtpUrl' | 'dkim'>;

interface Sending {
  /** Of the sender, in ASCII. */
  domain: string;
  config: DnsConfig;
  resolver: DnsResolver;
}

/** SPF, DKIM and DMARC of the domain that mail comes from, and PTR of the server that takes it. */
export async function checkDns(
  config: DnsConfig,
  profile: Pick<ProfileRow, 'default_from_address'>,
  resolver: DnsResolver,
): Promise<CheckResult[]> {
  const from = defaultSender(config, profile);
  if (config.mailProvider === 'outbox' || isPlaceholder(from)) return [];
  const address = parseMailbox(from)?.address ?? '';
  const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1));
  const sending = { domain, config, resolver };
  const checks = [checkSpf(sending), checkDkim(sending), checkDmarc(sending), checkPtr(sending)];
  return (await Promise.all(checks)).flat();
}

/** Codes of an answer that says there is nothing, as against no answer. */
const nothing: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

/** The answers to a question; none if DNS says that there is nothing. Throws if it does not answer. */
async function answersTo<T>(question: Promise<T[]>): Promise<T[]> {
  try {
    return await question;
  } catch (error) {
    if (nothing.has((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

/** The TXT records of a name, each in one piece (RFC 7208 §3.3). */
async function textsOf(resolver: DnsResolver, name: string): Promise<string[]> {
  return (await answersTo(resolver.resolveTxt(name))).map((pieces) => pieces.join(''));
}

/** The result of a check, or that DNS did not answer it. */
async function asked(
  check: string,
  name: string,
  look: () => Promise<CheckResult>,
): Promise<CheckResult[]> {
  try {
    return [await look()];
  } catch (error) {
    const values = { record: check.toUpperCase(), name };
    return [resultsOf(check).warning('dns_silent', values, reasonOf(error))];
  }
}

function checkSpf({ domain, config, resolver }: Sending): Promise<CheckResult[]> {
  const { ok, warning, problem } = resultsOf('spf');
  return asked('spf', domain, async () => {
    const [record, ...more] = spfRecords(await textsOf(resolver, domain));
    if (record === undefined) {
      // The API of a provider sends with a return address of its own.
      const said = config.mailProvider === 'smtp' ? problem : warning;
      return said('spf_missing', { domain });
    }
    if (more.length > 0) {
      return problem('spf_several', { domain, records: more.length + 1 });
    }
    return letsEverybodySend(record)
      ? problem('spf_open', { domain })
      : ok('spf_there', { domain });
  });
}

/** The key as `p=` has it: a raw Ed25519 key (RFC 8463 §4.2), or an RSA key in SPKI. */
function publishedForm(privateKey: KeyObject): string {
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const raw = privateKey.asymmetricKeyType === 'ed25519' ? der.subarray(-32) : der;
  return raw.toString('base64');
}

function checkDkim({ domain, config, resolver }: Sending): Promise<CheckResult[]> {
  const { ok, warning, problem } = resultsOf('dkim');
  const { dkim } = config;
  const name = dkim === null ? domain : `${dkim.selector}._domainkey.${dkim.domain}`;
  return asked('dkim', name, async () => {
    if (dkim === null && config.mailProvider === 'smtp') return warning('dkim_unsigned');
    if (dkim === null) return ok('dkim_by_provider', { provider: config.mailProvider });
    if (!areAligned(dkim.domain.toLowerCase(), domain)) {
      return problem('dkim_not_aligned', { domain, signer: dkim.domain });
    }
    const published = (await textsOf(resolver, name)).map((text) => tagsOf(text).get('p') ?? null);
    const own = publishedForm(dkim.privateKey);
    if (published.every((key) => key === null)) return problem('dkim_no_key', { name });
    const isOwn = published.some((key) => key?.replaceAll(/\s/g, '') === own);
    return isOwn ? ok('dkim_there', { name }) : problem('dkim_other_key', { name });
  });
}

function checkDmarc({ domain, resolver }: Sending): Promise<CheckResult[]> {
  const { ok, warning } = resultsOf('dmarc');
  return asked('dmarc', domain, async () => {
    for (const name of dmarcNames(domain)) {
      const record = dmarcRecord(await textsOf(resolver, name));
      if (record !== null) return ok('dmarc_there', { name });
    }
    return warning('dmarc_missing', { domain });
  });
}

const privateRanges = new AddressRanges([
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8', '169.254.0.0/16'],
  ...['100.64.0.0/10', '::1/128', 'fc00::/7', 'fe80::/10'],
]);

async function addressesOf(resolver: DnsResolver, host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  const families = [resolver.resolve4(host), resolver.resolve6(host)].map(answersTo);
  return (await Promise.all(families)).flat();
}

/** Whether a name of an address leads back to it. */
async function isConfirmed(resolver: DnsResolver, address: string): Promise<boolean> {
  for (const name of await answersTo(resolver.reverse(address))) {
    const back = isIP(address) === 4 ? resolver.resolve4(name) : resolver.resolve6(name);
    if ((await answersTo(back)).includes(address)) return true;
  }
  return false;
}

async function checkPtr({ config, resolver }: Sending): Promise<CheckResult[]> {
  const { ok, warning } = resultsOf('ptr');
  if (config.smtpUrl === null || config.mailProvider !== 'smtp') return [];
  const host = new URL(config.smtpUrl).hostname.replace(/^\[|\]$/g, '');
  return await asked('ptr', host, async () => {
    const outside = (await addressesOf(resolver, host)).filter((one) => !privateRanges.has(one));
    if (outside.length === 0) return ok('ptr_inside', { host });
    for (const address of outside) {
      if (await isConfirmed(resolver, address)) continue;
      return warning('ptr_missing', { address, host });
    }
    return ok('ptr_there', { host });
  });
}
