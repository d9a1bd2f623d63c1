const lineWithDot = Buffer.from('\n.', 'latin1');
const dot = 0x2e;

/**
 * Doubles the dot at the start of a line (RFC 5321 §4.5.2). A bare LF counts as a line end too, so
 * that no server finds the end of the message inside it, however it reads line ends. Our
 * quoted-printable bodies have no line that begins with a dot: they are returned uncopied. Of a message
 * in chunks, `atLineStart` says whether the one before ended with a line.
 */
export function stuffDots(data: Buffer, atLineStart = true): Buffer {
  let found = atLineStart && data[0] === dot ? 0 : nextDot(data, 0);
  if (found < 0) return data;
  const pieces: Buffer[] = [];
  let start = 0;
  while (found >= 0) {
    pieces.push(data.subarray(start, found + 1));
    start = found;
    found = nextDot(data, found);
  }
  pieces.push(data.subarray(start));
  return Buffer.concat(pieces);
}

/** Whether the data ends with CRLF. */
export function endsWithLine(data: Buffer): boolean {
  return data.at(-1) === 0x0a && data.at(-2) === 0x0d;
}

function nextDot(data: Buffer, from: number): number {
  const index = data.indexOf(lineWithDot, from);
  return index < 0 ? -1 : index + 1;
}
