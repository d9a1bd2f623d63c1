/** The length of a text without the line ends at its end. */
export function beforeLineEnds(text: string): number {
  let end = text.length;
  while (end >= 2 && text.startsWith('\r\n', end - 2)) end -= 2;
  return end;
}

const [cr, lf] = [0x0d, 0x0a];

/**
 * A message in chunks whose lines all end in CRLF: servers refuse a bare LF (RFC 5321 §2.3.8), which a
 * program sends that hands over a text file as it is.
 */
export async function* withLineEnds(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let before = 0;
  for await (const bytes of content) {
    yield withCr(bytes, before);
    before = bytes.at(-1) ?? before;
  }
}

function withCr(bytes: Uint8Array, before: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  let start = 0;
  for (let at = bytes.indexOf(lf); at >= 0; at = bytes.indexOf(lf, at + 1)) {
    if ((at === 0 ? before : bytes[at - 1]) === cr) continue;
    pieces.push(bytes.subarray(start, at), Buffer.of(cr));
    start = at;
  }
  return pieces.length === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(start)]);
}
