import { randomUUID } from 'node:crypto';
import { inBase64, type Streamed } from '../message/attachment.ts';

/** The body of a request that is written while it is read, of a length that is known ahead. */
export interface StreamedBody extends Streamed {
  contentType: string;
}

type Piece = string | Streamed;

/** Marks a value of JSON that is a file in base64. */
export class Base64Value {
  readonly streamed: Streamed;

  constructor(source: Streamed) {
    this.streamed = inBase64(source);
  }
}

/** JSON in which each `Base64Value` is read while the request is written. */
export function streamedJson(value: unknown): StreamedBody {
  // Nobody can write the mark into a value, since nobody knows it.
  const mark = randomUUID();
  const files: Streamed[] = [];
  const text = JSON.stringify(value, (_key, member: unknown) => {
    if (!(member instanceof Base64Value)) return member;
    files.push(member.streamed);
    return mark;
  });
  const pieces = text
    .split(mark)
    .flatMap((piece, at): Piece[] => (files[at] === undefined ? [piece] : [piece, files[at]]));
  return { contentType: 'application/json', ...joined(pieces) };
}

/** A form with one file (RFC 7578). Names and values must have no line break. */
export function streamedForm(
  fields: readonly (readonly [name: string, value: string])[],
  file: { name: string; filename: string; content: Streamed },
): StreamedBody {
  const boundary = `postroad-${randomUUID()}`;
  const opening = (name: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n`;
  const head = fields.map(([name, value]) => `${opening(name)}\r\n${value}\r\n`).join('');
  const fileHead = opening(file.name, `; filename="${file.filename}"`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    ...joined([
      `${head}${fileHead}Content-Type: application/octet-stream\r\n\r\n`,
      file.content,
      `\r\n--${boundary}--\r\n`,
    ]),
  };
}

function joined(pieces: readonly Piece[]): Streamed {
  const parts = pieces.map((piece) =>
    typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece,
  );
  let octets = 0;
  for (const part of parts) octets += Buffer.isBuffer(part) ? part.length : part.octets;
  return {
    octets,
    async *read() {
      for (const part of parts) {
        if (Buffer.isBuffer(part)) yield part;
        else yield* part.read();
      }
    },
  };
}
