import { domainToASCII, domainToUnicode } from 'node:url';

const highCharacter = /[^\0-\x7f]/;

export function isAsciiText(text: string): boolean {
  return !highCharacter.test(text);
}

/**
 * The form of a parsed address in envelopes and headers. After an ASCII local part, a Unicode
 * domain becomes A-labels (RFC 5890), so that the mail does not need SMTPUTF8. A domain that does
 * not survive the round trip stays as it is.
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
