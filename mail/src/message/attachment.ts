import { limits } from '@postroad/core/platform/limits';
import { type AttachmentNames, attachmentProblem } from '@postroad/core/queue/mail-attachment';
import { isAsciiText } from './wire-address.ts';

/** Octets that are read in small chunks when they are needed, any number of times. */
export interface Streamed {
  octets: number;
  read(): AsyncIterable<Uint8Array>;
}

/** A file of a mail, which is read when the mail is handed over. */
export interface MailFile extends AttachmentNames, Streamed {}

/** What follows the octets of a message that are in memory. */
export interface MessageRest extends Streamed {
  /** Whether it may have octets beyond ASCII. */
  eightBit: boolean;
  /** The files it consists of; null for a message that was submitted as it is. */
  files: readonly MailFile[] | null;
}

const quotable = /^[\x20-\x7e]{0,60}$/;
/** The wire form of the parts of a message that hold files (RFC 2046 §5.1). */
export function filesOf(groups: readonly FileGroup[]): MessageRest {
  const pieces = groups.flatMap(({ boundary, files }) => [
    ...files.flatMap((file) => [
      Buffer.from(`--${boundary}\r\n${fileHeaders(file)}\r\n`, 'latin1'),
      file,
    ]),
    Buffer.from(`--${boundary}--\r\n`, 'latin1'),
  ]);
  let octets = 0;
  for (const piece of pieces) {
    octets += Buffer.isBuffer(piece) ? piece.length : linesOctets(piece.octets);
  }
  return {
    octets,
    eightBit: false,
    files: groups.flatMap(({ files }) => files),
    async *read() {
      for (const piece of pieces) {
        if (Buffer.isBuffer(piece)) yield piece;
        else yield* base64Lines(piece);
      }
    },
  };
}

/** The files of one multipart, which ends after them. */
export interface FileGroup {
  boundary: string;
  files: readonly MailFile[];
}

/** Throws an Error that says which member of the file is not valid. */
function fileHeaders(file: MailFile): string {
  const problem = attachmentProblem(file);
  if (problem !== null) throw new Error(problem.message);
  const { filename, contentType, contentId } = file;
  const disposition = contentId === null ? 'attachment' : 'inline';
  return (
    `Content-Type: ${contentType}\r\nContent-Transfer-Encoding: base64\r\n` +
    (contentId === null ? '' : `Content-ID: <${contentId}>\r\n`) +
    `Content-Disposition: ${disposition};${parameter('filename', filename)}\r\n`
  );
}

/** A parameter of a header, each on lines of its own (RFC 2231 §3, §4 where quotes do not do). */
function parameter(name: string, value: string): string {
  if (quotable.test(value)) return `\r\n ${name}="${value.replace(/["\\]/g, '\\$&')}"`;
  const characters = [...value.toWellFormed()].map((character) =>
    isAsciiText(character) && /[A-Za-z0-9._-]/.test(character)
      ? character
      : percentEncoded(character),
  );
  const lines: string[] = [];
  let line = "utf-8''";
  for (const character of characters) {
    if (line.length + character.length > limits.encodedLineOctets - name.length - 8) {
      lines.push(line);
      line = '';
    }
    line += character;
  }
  lines.push(line);
  return lines.map((text, at) => `\r\n ${name}*${at}*=${text}`).join(';');
}

function percentEncoded(character: string): string {
  return [...Buffer.from(character, 'utf8')]
    .map((octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

/** Octets of a full line of base64, before and after encoding (RFC 2045 §6.8). */
const lineOctets = 57;
const lineChars = 76;

function linesOctets(octets: number): number {
  const rest = octets % lineOctets;
  const full = ((octets - rest) / lineOctets) * (lineChars + 2);
  return full + (rest === 0 ? 0 : Math.ceil(rest / 3) * 4 + 2);
}

async function* base64Lines(file: Streamed): AsyncIterable<Buffer> {
  for await (const chunk of inMultiplesOf(lineOctets, file)) {
    const text = chunk.toString('base64').replace(/.{76}/g, '$&\r\n');
    yield Buffer.from(chunk.length % lineOctets === 0 ? text : `${text}\r\n`, 'latin1');
  }
}

/** Base64 in one line, as JSON carries it. */
export function inBase64(source: Streamed): Streamed {
  return {
    octets: Math.ceil(source.octets / 3) * 4,
    async *read() {
      for await (const chunk of inMultiplesOf(3, source)) {
        yield Buffer.from(chunk.toString('base64'), 'latin1');
      }
    },
  };
}

/**
 * Chunks whose lengths are multiples of `size`, except the last. Throws where there are more or fewer
 * octets than announced, since their number was sent ahead.
 */
async function* inMultiplesOf(size: number, { octets, read }: Streamed): AsyncIterable<Buffer> {
  let carry: Buffer = Buffer.alloc(0);
  let seen = 0;
  for await (const chunk of read()) {
    seen += chunk.length;
    if (seen > octets) break;
    const all = carry.length === 0 ? Buffer.from(chunk) : Buffer.concat([carry, chunk]);
    const whole = all.length - (all.length % size);
    if (whole > 0) yield all.subarray(0, whole);
    carry = all.subarray(whole);
  }
  if (seen !== octets) throw new Error('A part of the mail is not as long as it was.');
  if (carry.length > 0) yield carry;
}

/** The octets of a message, from the first to the last. */
export function streamOf({ data, rest }: { data: Buffer; rest?: MessageRest }): Streamed {
  return {
    octets: data.length + (rest?.octets ?? 0),
    async *read() {
      yield data;
      if (rest !== undefined) yield* rest.read();
    },
  };
}
