import { isUtf8 } from 'node:buffer';
import { invalid } from '@postroad/core/platform/refusal';

/** Length of a UTF-8 sequence by its first byte (RFC 3629 §4), 0 if no sequence begins with it. */
function sequenceLength(first: number): number {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

/** Number of bytes at the end that begin an incomplete sequence. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0x80 && byte < 0xc0) continue;
    return sequenceLength(byte) > back ? back : 0;
  }
  return 0;
}

/**
 * Text in which every invalid byte became a lone surrogate, which no valid text holds. So rows with
 * different invalid bytes stay different, and a replacement character in the file is no error.
 */
function withMarks(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes[at] ?? 0);
    const sequence = bytes.subarray(at, at + length);
    const valid = length > 0 && sequence.length === length && isUtf8(sequence);
    text += valid ? sequence.toString('utf8') : String.fromCharCode(0xdc00 + (bytes[at] ?? 0));
    at += valid ? length : 1;
  }
  return text;
}

/** First bytes of files that are not UTF-8 text, with the name of their format. */
const signatures: [bytes: number[], what: string][] = [
  [[0xff, 0xfe], 'text in UTF-16'],
  [[0xfe, 0xff], 'text in UTF-16'],
  [[0x50, 0x4b, 0x03, 0x04], 'a spreadsheet or an archive'],
  [[0x1f, 0x8b], 'compressed'],
];

function refuseForeign(bytes: Buffer): void {
  const found = signatures.find(([start]) => start.every((byte, at) => bytes[at] === byte));
  if (!found) return;
  const message = `The file is ${found[1]}. Save it as CSV or NDJSON in UTF-8.`;
  throw invalid([{ path: 'content', code: 'not_text', message }]);
}

/** Decodes UTF-8 that arrives in pieces. Invalid bytes are marked and do not stop it. */
export class Utf8Decoder {
  #rest: Buffer = Buffer.alloc(0);
  #begun = false;

  /** Throws a 422 if the file begins like one that is not text. */
  push(piece: Uint8Array): string {
    const bytes =
      this.#rest.length > 0
        ? Buffer.concat([this.#rest, piece])
        : Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    if (!this.#begun && bytes.length < 4) {
      this.#rest = bytes;
      return '';
    }
    if (!this.#begun) refuseForeign(bytes);
    this.#begun = true;
    const whole = bytes.length - unfinished(bytes);
    this.#rest = bytes.subarray(whole);
    return this.#text(bytes.subarray(0, whole));
  }

  end(): string {
    const rest = this.#rest;
    this.#rest = Buffer.alloc(0);
    if (!this.#begun) refuseForeign(rest);
    return this.#text(rest);
  }

  #text(bytes: Buffer): string {
    return isUtf8(bytes) ? bytes.toString('utf8') : withMarks(bytes);
  }
}
