const lineWithDot = Buffer.from('\n.', 'latin1');
const dot = 0x2e;

/**
 * RFC 5321 §4.5.2: a line that begins with a dot gets another. A bare LF counts as a line end too,
 * so that no server, however it reads line ends, finds the end of the message inside it. Bodies in
 * our quoted-printable have no such line and come back as they are.
 */
export function stuffDots(data: Buffer): Buffer {
  let found = data[0] === dot ? 0 : nextDot(data, 0);
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

export function endsWithLine(data: Buffer): boolean {
  return data.at(-1) === 0x0a && data.at(-2) === 0x0d;
}

function nextDot(data: Buffer, from: number): number {
  const at = data.indexOf(lineWithDot, from);
  return at < 0 ? -1 : at + 1;
}
