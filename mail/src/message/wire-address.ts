import { domainToASCII, domainToUnicode } from 'node:url';

const highCharacter = /[^\0-\x7f]/;

export function isAsciiText(text: string): boolean {
  return !highCharacter.test(text);
}

/**
 * The form of a parsed address in envelopes and headers. A Unicode domain after an ASCII local part
 * becomes A-labels (RFC 5890), so it needs no SMTPUTF8 on the way; anything that does not come back
 * from that unchanged stays as it is.
 */
export function wireAddress(address: string): string {
  if (isAsciiText(address)) return address;
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const domain = address.slice(at + 1);
  if (!isAsciiText(local)) return address;
  const ascii = domainToASCII(domain);
  return ascii !== '' && domainToUnicode(ascii) === domain ? `${local}@${ascii}` : address;
}
