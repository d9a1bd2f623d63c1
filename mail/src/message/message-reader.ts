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
const encodedWord = /=\?([A-Za-z0-9-]{1,40})(?:\*[A-Za-z-]*)?\?([BbQq])\?([^?\s]*)\?=/g;

/** Splits a message into headers and body. Lines that are not headers are skipped. Never throws. */
export function readEntity(octets: string): MessageEntity {
  const text = /^\r?\n/.test(octets) ? `\n${octets}` : octets;
  const end = /\r?\n\r?\n/.exec(text);
  const head = end === null ? text : text.slice(0, end.index);
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
 * The leaf parts of a multipart, in order and at any depth; of another entity, the entity itself.
 */
export function leavesOf(entity: MessageEntity, depth = 0): MessageEntity[] {
  const { type, parameters } = contentTypeOf(entity);
  const boundary = parameters.get('boundary') ?? '';
  if (!type.startsWith('multipart/') || boundary === '') return [entity];
  if (depth >= limits.messageDepth) return [];
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
  const text = `\n${body}`;
  let start = -1;
  let from = 0;
  while (parts.length < limits.messageParts) {
    const index = text.indexOf(`\n${mark}`, from);
    if (index < 0) break;
    const after = index + 1 + mark.length;
    const lineEnd = text.indexOf('\n', after);
    const rest = text.slice(after, lineEnd < 0 ? undefined : lineEnd).trim();
    from = after;
    if (rest !== '' && rest !== '--') continue;
    if (start >= 0) parts.push(text.slice(start, text[index - 1] === '\r' ? index - 1 : index));
    if (rest === '--' || lineEnd < 0) return parts;
    start = lineEnd + 1;
  }
  // A truncated message has no closing line.
  if (start >= 0 && parts.length < limits.messageParts) parts.push(text.slice(start));
  return parts;
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
  const octets = encoding === 'quoted-printable' ? readQuotedPrintable(entity.body) : entity.body;
  return Buffer.from(octets, 'latin1');
}

/** The value of a header with its encoded words decoded (RFC 2047). */
export function headerText(value: string): string {
  const joined = Buffer.from(value, 'latin1')
    .toString('utf8')
    .replace(/\?=\s+=\?/g, '?==?');
  return joined.replace(encodedWord, (_, charset: string, kind: string, text: string) => {
    const octets =
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64')
        : Buffer.from(readQuotedPrintable(text.replaceAll('_', ' ')), 'latin1');
    return decodeOctets(octets, charset);
  });
}

function readQuotedPrintable(text: string): string {
  return text
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

function decodeOctets(octets: Buffer, charset: string): string {
  return /^(?:iso-8859-1|latin1|windows-1252)$/i.test(charset)
    ? octets.toString('latin1')
    : octets.toString('utf8');
}
