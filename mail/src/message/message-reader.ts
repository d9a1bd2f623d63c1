import { limits } from '@postroad/core/platform/limits';

/** A header, or a message or part of one, as it stands on the wire: one character is one octet. */
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

const parameterForm = /;\s*([a-z0-9!#$&^_.+-]{1,100})\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/gi;
const encodedWord = /=\?([A-Za-z0-9-]{1,40})(?:\*[A-Za-z-]*)?\?([BbQq])\?([^?\s]*)\?=/g;

/** Reads headers and body. Whatever is no header line is passed over; no input makes it throw. */
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

/** The first header of that name, given in lower case. */
export function headerOf({ headers }: MessageEntity, name: string): string | null {
  return headers.find(([known]) => known === name)?.[1] ?? null;
}

/** Content-Type (RFC 2045 §5); `text/plain` where there is none. */
export function contentTypeOf(entity: MessageEntity): ContentType {
  const value = headerOf(entity, 'content-type') ?? '';
  const type = (value.split(';', 1)[0] ?? '').trim().toLowerCase();
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, bare] of value.matchAll(parameterForm)) {
    parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '');
  }
  return { type: type === '' ? 'text/plain' : type, parameters };
}

/** The parts of a multipart, in order and those within them too; the entity itself where it is none. */
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

/** RFC 2046 §5.1.1: what stands between lines that are the boundary. */
function partsBetween(body: string, boundary: string): string[] {
  const parts: string[] = [];
  const mark = `--${boundary}`;
  const text = `\n${body}`;
  let start = -1;
  let from = 0;
  while (parts.length < limits.messageParts) {
    const at = text.indexOf(`\n${mark}`, from);
    if (at < 0) break;
    const after = at + 1 + mark.length;
    const lineEnd = text.indexOf('\n', after);
    const rest = text.slice(after, lineEnd < 0 ? undefined : lineEnd).trim();
    from = after;
    if (rest !== '' && rest !== '--') continue;
    if (start >= 0) parts.push(text.slice(start, text[at - 1] === '\r' ? at - 1 : at));
    if (rest === '--' || lineEnd < 0) return parts;
    start = lineEnd + 1;
  }
  // A message that was cut off has no closing line.
  if (start >= 0 && parts.length < limits.messageParts) parts.push(text.slice(start));
  return parts;
}

/** The body of a leaf as text, decoded as its headers say; an unknown charset is read as UTF-8. */
export function textOf(entity: MessageEntity): string {
  const encoding = (headerOf(entity, 'content-transfer-encoding') ?? '').toLowerCase();
  const charset = contentTypeOf(entity).parameters.get('charset') ?? 'utf-8';
  if (encoding === 'base64') return decodeOctets(Buffer.from(entity.body, 'base64'), charset);
  const octets = encoding === 'quoted-printable' ? readQuotedPrintable(entity.body) : entity.body;
  return decodeOctets(Buffer.from(octets, 'latin1'), charset);
}

/** Text of a header with its encoded words (RFC 2047) decoded. */
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
