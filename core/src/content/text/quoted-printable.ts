// Quoted-printable (RFC 2045 §6.7), optimised for the hot path: ASCII passes through one regular
// expression, and only text with something to encode is processed. No line begins with a dot, so
// SMTP never has to stuff one (RFC 5321 §4.5.2).

const hex = Array.from(
  { length: 256 },
  (_, byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
);

/** RFC 2045 §6.7 rule 5: 76 characters with the `=` of the soft break. */
const lineChars = 76;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to be encoded
const unsafe = /[=\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\uffff]|[ \t](?=\n|$)/;
const unsafeAll = new RegExp(`[\\ud800-\\udbff][\\udc00-\\udfff]|${unsafe.source}`, 'g');
/** One line in which only `=` may need encoding. */
const printable = /^[!-~]+$/;
/** Needs only its soft break. */
const plainValue = /^(?!\.)[\t !-<>-~]{0,74}(?<![ \t])$/;

function bytesOf(code: number): string {
  if (code < 0x80) return hex[code] ?? '';
  // A lone surrogate has no UTF-8 form and becomes U+FFFD.
  const point = code >= 0xd800 && code <= 0xdfff ? 0xfffd : code;
  const last = hex[0x80 | (point & 0x3f)];
  if (point < 0x800) return `${hex[0xc0 | (point >> 6)]}${last}`;
  const third = hex[0x80 | ((point >> 6) & 0x3f)];
  if (point < 0x10000) return `${hex[0xe0 | (point >> 12)]}${third}${last}`;
  return `${hex[0xf0 | (point >> 18)]}${hex[0x80 | ((point >> 12) & 0x3f)]}${third}${last}`;
}

function encodeBytes(text: string): string {
  if (!unsafe.test(text)) return text;
  return text.replace(unsafeAll, (char) => bytesOf(char.codePointAt(0) ?? 0));
}

/** Breaks one encoded line softly; never inside an escape, and no part begins with a dot. */
function breakLine(line: string): string {
  let rest = line.startsWith('.') ? `=2E${line.slice(1)}` : line;
  let broken = '';
  while (rest.length >= lineChars) {
    let cut = lineChars - 2;
    if (rest[cut - 1] === '=') cut -= 1;
    else if (rest[cut - 2] === '=') cut -= 2;
    broken += `${rest.slice(0, cut)}=\r\n`;
    rest = rest.slice(cut);
    if (rest.startsWith('.')) rest = `=2E${rest.slice(1)}`;
  }
  return broken + rest;
}

/**
 * Encodes a whole body: UTF-8, CRLF line ends whatever the input has, lines of at most 76
 * characters. A text without a final line end stays without one.
 */
export function encodeQuotedPrintable(text: string): string {
  const unix = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  return encodeBytes(unix).split('\n').map(breakLine).join('\r\n');
}

/** Encodes a fragment and ends it with a soft break: joined fragments form a body. */
export function encodePart(text: string): string {
  return text === '' ? '' : `${encodeQuotedPrintable(text)}=\r\n`;
}

/** Same as `encodePart`, but fast for URLs and short values, as most merge fields are. */
export function encodeValue(text: string): string {
  if (text === '') return '';
  if (plainValue.test(text)) return `${text}=\r\n`;
  if (printable.test(text)) return `${breakLine(text.replaceAll('=', hex[0x3d] ?? ''))}=\r\n`;
  return encodePart(text);
}

/** Turns joined fragments into a body by dropping the last soft break (RFC 2045 §6.7 rule 3). */
export function closeParts(joined: string): string {
  return joined.endsWith('=\r\n') ? joined.slice(0, -3) : joined;
}
