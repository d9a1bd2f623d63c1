import { limits } from '@postroad/core/platform/limits';

/** A message, or a part of one, in wire form: one character is one octet. */
export interface MessageEntity {
  /** Names in lower case, values unfolded (RFC 5322 §2.2.3) and not decoded. */
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
}

export interface ContentType {
  /** `type/subtype` in lower case. */
  type: string;
  /** Names in lower case; values without quotes. */
  parameters: ReadonlyMap<string, string>;
}

const parameterForm = /;\s*([a-z0-9!#$&^_.+*-]{1,100})\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/gi;
const encodedWord = /=\?([\w.:-]{1,40})(?:\*[A-Za-z-]*)?\?([BbQq])\?([^?\s]*)\?=/g;
const encodedWords = /(?:=\?[\w.:-]{1,40}(?:\*[A-Za-z-]*)?\?[BbQq]\?[^?\s]*\?=)+/g;

const notInHeaders = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * Splits a message into headers and body. Lines that are not headers are skipped, and headers beyond
 * `limits.messageHeadBytes`. Never throws.
 */
export function readEntity(octets: string): MessageEntity {
  const text = /^\r?\n/.test(octets) ? `\n${octets}` : octets;
  const end = /\r?\n\r?\n/.exec(text);
  const head = text.slice(0, Math.min(end?.index ?? text.length, limits.messageHeadBytes));
  const body = end === null ? '' : text.slice(end.index + end[0].length);
  const unfolded = head.replace(/\r?\n(?=[ \t])/g, '');
  const headers: [string, string][] = [];
  for (const line of unfolded.split(/\r?\n/, limits.messageHeaders)) {
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    headers.push([line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]);
  }
  return { headers, body };
}

/** The value of the first header with this name; `name` is in lower case. */
export function headerOf({ headers }: MessageEntity, name: string): string | null {
  return headers.find(([known]) => known === name)?.[1] ?? null;
}

/** Reads Content-Type (RFC 2045 §5); `text/plain` if the header is missing. */
export function contentTypeOf(entity: MessageEntity): ContentType {
  const value = headerOf(entity, 'content-type') ?? '';
  const type = (value.split(';', 1)[0] ?? '').trim().toLowerCase();
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, bare] of value.matchAll(parameterForm)) {
    parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '');
  }
  return { type: type === '' ? 'text/plain' : type, parameters };
}

/**
 * The leaf parts of a multipart, in order; of another entity, the entity itself. A multipart deeper than
 * `limits.messageDepth` is a leaf, so that nothing of it is lost.
 */
export function leavesOf(entity: MessageEntity, depth = 0): MessageEntity[] {
  const { type, parameters } = contentTypeOf(entity);
  const boundary = parameters.get('boundary') ?? '';
  if (!type.startsWith('multipart/') || boundary === '' || depth >= limits.messageDepth) {
    return [entity];
  }
  const leaves: MessageEntity[] = [];
  for (const part of partsBetween(entity.body, boundary)) {
    if (leaves.length >= limits.messageParts) break;
    leaves.push(...leavesOf(readEntity(part), depth + 1));
  }
  return leaves.slice(0, limits.messageParts);
}

/** The texts between the boundary lines (RFC 2046 §5.1.1). */
function partsBetween(body: string, boundary: string): string[] {
  const parts: string[] = [];
  const mark = `--${boundary}`;
  let start = -1;
  let at = body.startsWith(mark) ? 0 : nextMark(body, mark, 0);
  while (at >= 0 && parts.length < limits.messageParts) {
    const after = at + mark.length;
    const lineEnd = body.indexOf('\n', after);
    const rest = body.slice(after, lineEnd < 0 ? undefined : lineEnd).trim();
    if (rest === '' || rest === '--') {
      if (start >= 0) parts.push(body.slice(start, body[at - 2] === '\r' ? at - 2 : at - 1));
      if (rest === '--' || lineEnd < 0) return parts;
      start = lineEnd + 1;
    }
    at = nextMark(body, mark, after);
  }
  // A truncated message has no closing line.
  if (start >= 0 && parts.length < limits.messageParts) parts.push(body.slice(start));
  return parts;
}

/** Where the next line begins that starts with the mark; -1 if none does. */
function nextMark(body: string, mark: string, from: number): number {
  const end = body.indexOf(`\n${mark}`, from);
  return end < 0 ? -1 : end + 1;
}

/** The body of a leaf as text, decoded as its headers say. An unknown charset is read as UTF-8. */
export function bodyText(entity: MessageEntity): string {
  const charset = contentTypeOf(entity).parameters.get('charset') ?? 'utf-8';
  return decodeOctets(bodyOctets(entity), charset);
}

/** The octets of a leaf, decoded as its headers say (RFC 2045 §6). */
export function bodyOctets(entity: MessageEntity): Buffer {
  const encoding = (headerOf(entity, 'content-transfer-encoding') ?? '').toLowerCase();
  if (encoding === 'base64') return Buffer.from(entity.body, 'base64');
  if (encoding === 'quoted-printable') return quotedPrintableOctets(entity.body);
  return Buffer.from(entity.body, 'latin1');
}

/** The octets of a header as text: beyond ASCII they are UTF-8 (RFC 6532). */
export function utf8Of(value: string): string {
  return Buffer.from(value, 'latin1').toString('utf8');
}

/**
 * The value of a header with its encoded words decoded (RFC 2047). They can hold what no header may, such
 * as line ends and NUL, for which it has spaces.
 */
export function headerText(value: string): string {
  return utf8Of(value)
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(encodedWords, wordsText)
    .replace(notInHeaders, ' ');
}

/** Words beside each other are decoded together: some programs part a character between two. */
function wordsText(words: string): string {
  let text = '';
  let charset = '';
  let octets: Buffer[] = [];
  for (const [, named = '', kind = '', coded = ''] of words.matchAll(encodedWord)) {
    if (named.toLowerCase() !== charset) {
      text += decodeOctets(Buffer.concat(octets), charset);
      charset = named.toLowerCase();
      octets = [];
    }
    octets.push(
      kind.toUpperCase() === 'B'
        ? Buffer.from(coded, 'base64')
        : quotedPrintableOctets(coded.replaceAll('_', ' ')),
    );
  }
  return text + decodeOctets(Buffer.concat(octets), charset);
}

/** Loops by itself, since a mail can be megabytes of escapes, for which regular expressions take seconds. */
function quotedPrintableOctets(text: string): Buffer {
  const octets = Buffer.allocUnsafe(text.length);
  let length = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === equals) {
      const value = hexDigit(text.charCodeAt(at + 1)) * 16 + hexDigit(text.charCodeAt(at + 2));
      const next = Number.isNaN(value) ? afterSoftBreak(text, at + 1) : at + 3;
      if (next > 0) {
        at = next;
        if (Number.isNaN(value)) continue;
        octets[length] = value;
        length += 1;
        continue;
      }
    }
    octets[length] = code;
    length += 1;
    at += 1;
  }
  return octets.subarray(0, length);
}

const [equals, space, tab, cr, lf] = [0x3d, 0x20, 0x09, 0x0d, 0x0a];

/** NaN for another character. */
function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}

/** Where the text continues if the line ends here, maybe after spaces; -1 if it does not end. */
function afterSoftBreak(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === space || text.charCodeAt(at) === tab) at += 1;
  if (text.charCodeAt(at) === cr) at += 1;
  return text.charCodeAt(at) === lf ? at + 1 : -1;
}

/** The text of octets; of an unknown charset, as UTF-8. */
export function decodeOctets(octets: Buffer, charset: string): string {
  if (/^utf-?8$/i.test(charset)) return octets.toString('utf8');
  try {
    return new TextDecoder(charset, { ignoreBOM: true }).decode(octets);
  } catch {
    return octets.toString('utf8');
  }
}
