/** What a published record says, as far as sending depends on it. */

/** The SPF records among the TXT records of a domain (RFC 7208 §4.5). */
export function spfRecords(texts: readonly string[]): string[] {
  return texts.filter((text) => /^v=spf1(?: |$)/i.test(text));
}

/** Whether an SPF record lets every machine send. */
export function letsEverybodySend(spf: string): boolean {
  return spf.split(/ +/).some((term) => /^\+?all$/i.test(term));
}

/** The tags of a DKIM or DMARC record (RFC 6376 §3.2). */
export function tagsOf(text: string): Map<string, string> {
  return new Map(
    text.split(';').flatMap((part): [string, string][] => {
      const equals = part.indexOf('=');
      if (equals < 1) return [];
      return [[part.slice(0, equals).trim().toLowerCase(), part.slice(equals + 1).trim()]];
    }),
  );
}

/** The DMARC record among the TXT records of a name; only one counts (RFC 7489 §6.6.3). */
export function dmarcRecord(texts: readonly string[]): string | null {
  const found = texts.filter((text) => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(text));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The names at which the DMARC record of a domain can be: its own, then those of the domains above. */
export function dmarcNames(domain: string): string[] {
  const labels = domain.split('.');
  const above = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
  return above.map((name) => `_dmarc.${name}`);
}

/** Whether one domain is the other, or above or below it, as relaxed alignment takes it. */
export function areAligned(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}
