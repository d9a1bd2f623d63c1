import { limits } from '@postroad/core/platform/limits';

/** The length of a text without the line ends at its end. */
export function beforeLineEnds(text: string): number {
  let end = text.length;
  while (end >= 2 && text.startsWith('\r\n', end - 2)) end -= 2;
  return end;
}

const [cr, lf, tab, space] = [0x0d, 0x0a, 0x09, 0x20];
const crlf = Buffer.of(cr, lf);

/**
 * A message in chunks whose lines all end in CRLF and have at most 998 octets. Programs that hand over
 * a text file as it is send a bare LF or a CR too many, which servers refuse (RFC 5321 §2.3.8). A CR
 * within a line becomes a space, as Postfix has it: readers that take it for the end of the line would
 * see headers that nobody checked. What does not fit on a line continues on one that begins with a
 * space: a server that breaks lines by itself would break their signature too.
 */
export async function* withMailLines(content: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> {
  let open: Buffer = Buffer.alloc(0);
  for await (const bytes of content) {
    const text = Buffer.concat([open, bytes]);
    const pieces: Buffer[] = [];
    let kept = 0;
    let start = 0;
    for (let end = text.indexOf(lf); end >= 0; end = text.indexOf(lf, start)) {
      if (!isMailLine(text, start, end)) {
        const lines = mailLines(withoutCr(text.subarray(start, end)));
        pieces.push(text.subarray(kept, start), ...lines.flatMap((line) => [line, crlf]));
        kept = end + 1;
      }
      start = end + 1;
    }
    pieces.push(text.subarray(kept, start));
    const rest = text.subarray(start);
    const begun = withoutCr(rest);
    const lines = mailLines(begun);
    const last = lines.pop() ?? begun;
    pieces.push(...lines.flatMap((line) => [line, crlf]));
    // The next chunk says whether its CR ends the line.
    open = begun.length < rest.length ? Buffer.concat([last, Buffer.of(cr)]) : last;
    yield Buffer.concat(pieces);
  }
  yield withoutCr(open);
}

function isMailLine(text: Buffer, start: number, end: number): boolean {
  const octets = end - start;
  return octets > 0 && octets <= limits.mailLineOctets + 1 && text.indexOf(cr, start) === end - 1;
}

/** The line without any CR at its end. */
function withoutCr(line: Buffer): Buffer {
  let end = line.length;
  while (end > 0 && line[end - 1] === cr) end -= 1;
  return line.subarray(0, end);
}

/** A line without its end, as one or more lines that a mail may have. */
function mailLines(line: Buffer): Buffer[] {
  let rest = line.includes(cr)
    ? Buffer.from(line.toString('latin1').replace(/\r+/g, ' '), 'latin1')
    : line;
  const lines: Buffer[] = [];
  while (rest.length > limits.mailLineOctets) {
    const at = breakOf(rest);
    lines.push(rest.subarray(0, at));
    rest = rest.subarray(at);
    if (!isBlank(rest[0])) rest = Buffer.concat([Buffer.of(space), rest]);
  }
  return [...lines, rest];
}

/** Where a line is broken: before a space near its end, or else between two characters. */
function breakOf(line: Buffer): number {
  const most = limits.mailLineOctets;
  for (let at = most; at > most / 2; at -= 1) if (isBlank(line[at])) return at;
  let at = most;
  while (((line[at] ?? 0) & 0xc0) === 0x80 && at > most - 3) at -= 1;
  return at;
}

function isBlank(octet: number | undefined): boolean {
  return octet === space || octet === tab;
}
