import { limits } from '@postroad/core/platform/limits';
import { isAsciiText, wireAddress } from './wire-address.ts';

const control = /[\p{Cc}\p{Zl}\p{Zp}]/u;
/**
 * Text that folding at single spaces does not change and that no reader takes for an encoded word.
 */
const plainText = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;
const plainPhrase = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?: [A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const wordOpening = '=?UTF-8?B?';
const wordClosing = '?=';

/**
 * Throws an Error that names the header if its value has a control character or a line break:
 * either could end the header early or hide text in it.
 */
function refuseControls(name: string, value: string): void {
  if (control.test(value)) {
    throw new Error(`The header ${name} contains a control character or a line break.`);
  }
}

/** Writes a header of free text (RFC 5322 §2.2.1), as encoded words (RFC 2047) if it needs them. */
export function textHeader(name: string, value: string): string {
  refuseControls(name, value);
  if (value === '') return `${name}: \r\n`;
  if (isPlain(value)) {
    const folded = fold(name, value, limits.encodedLineOctets);
    if (folded !== null) return folded;
  }
  return `${name}: ${encodedWords(value, name.length + 2)}\r\n`;
}

/**
 * Writes a header with its own syntax, such as List-Unsubscribe, which encoded words would break.
 * ASCII is folded at single spaces; other text becomes encoded words. Throws an Error that names
 * the header if a line would exceed `limits.mailLineOctets`.
 */
export function structuredHeader(name: string, value: string): string {
  refuseControls(name, value);
  if (!isAsciiText(value)) return `${name}: ${encodedWords(value, name.length + 2)}\r\n`;
  const folded = fold(name, value.trim(), limits.mailLineOctets);
  if (folded === null) {
    throw new Error(`The header ${name} has a line of more than ${limits.mailLineOctets} octets.`);
  }
  return folded;
}

/** Writes a header that holds one mailbox, such as From or To. */
export function mailboxHeader(name: string, display: string | null, address: string): string {
  const path = binary(wireAddress(address));
  if (display === null || display === '') return `${name}: ${path}\r\n`;
  refuseControls(name, display);
  const phrase = phraseOf(display, name.length + 2);
  const line = `${name}: ${phrase} <${path}>`;
  const lastLine = line.slice(line.lastIndexOf('\n') + 1);
  if (lastLine.length <= limits.encodedLineOctets) return `${line}\r\n`;
  return `${name}: ${phrase}\r\n <${path}>\r\n`;
}

/** Writes a header that holds several addresses, one to a line. */
export function mailboxesHeader(name: string, addresses: readonly string[]): string {
  const paths = addresses.map((address) => binary(wireAddress(address)));
  return `${name}: ${paths.join(',\r\n ')}\r\n`;
}

/** The UTF-8 octets of a text as one character each: messages are built in this form. */
export function binary(text: string): string {
  return isAsciiText(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
}

function isPlain(value: string): boolean {
  return plainText.test(value) && !value.includes('=?');
}

function phraseOf(display: string, column: number): string {
  if (isPlain(display) && column + display.length + 2 <= limits.encodedLineOctets) {
    return plainPhrase.test(display) ? display : `"${display.replace(/["\\]/g, '\\$&')}"`;
  }
  return encodedWords(display, column);
}

/**
 * Folds at spaces into lines of 76 octets if the words allow it; null if a line exceeds `longest`.
 */
function fold(name: string, value: string, longest: number): string | null {
  if (name.length + 2 + value.length <= limits.encodedLineOctets) return `${name}: ${value}\r\n`;
  const [first = '', ...words] = value.split(/ +/);
  let line = `${name}: ${first}`;
  let done = '';
  if (line.length > longest) return null;
  for (const word of words) {
    if (line.length + 1 + word.length <= limits.encodedLineOctets) {
      line += ` ${word}`;
      continue;
    }
    if (word.length + 1 > longest) return null;
    done += `${line}\r\n`;
    line = ` ${word}`;
  }
  return `${done}${line}\r\n`;
}

/**
 * Encoded words of at most 75 octets, one to a line, never splitting a character (RFC 2047 §2, §5).
 */
function encodedWords(value: string, firstColumn: number): string {
  const bytes = Buffer.from(value, 'utf8');
  const words: string[] = [];
  let column = firstColumn;
  let start = 0;
  while (start < bytes.length) {
    const room = limits.encodedLineOctets - column - wordOpening.length - wordClosing.length;
    let end = Math.min(bytes.length, start + Math.floor(room / 4) * 3);
    while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
    words.push(wordOpening + bytes.toString('base64', start, end) + wordClosing);
    start = end;
    column = 1;
  }
  return words.join('\r\n ');
}
