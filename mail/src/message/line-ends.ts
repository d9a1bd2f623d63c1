import { limits } from '@postroad/core/platform/limits';

/** The length of a text without the line ends at its end. */
export function beforeLineEnds(text: string): number {
  let end = text.length;
  while (end >= 2 && text.startsWith('\r\n', end - 2)) end -= 2;
  return end;
}

const [cr, lf, tab, space] = [0x0d, 0x0a, 0x09, 0x20];
const crlf = Buffer.of(cr, lf);
const nothing: Buffer = Buffer.alloc(0);
const oneSpace = Buffer.of(space);

/**
 * A message in chunks whose lines all end in CRLF and have at most 998 octets. Programs that hand over
 * a text file as it is send a bare LF or a CR too many, which servers refuse (RFC 5321 §2.3.8). A CR
 * within a line becomes a space, as Postfix has it: readers that take it for the end of the line would
 * see headers that nobody checked. What does not fit on a line continues on one that begins with a
 * space: a server that breaks lines by itself would break their signature too. A large chunk comes in
 * parts, between which the process can do other work.
 */
export async function* withMailLines(content: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> {
  let open = nothing;
  for await (const bytes of content) {
    for (let at = 0; at < bytes.length; at += limits.mailPartOctets) {
      const text = Buffer.concat([open, bytes.subarray(at, at + limits.mailPartOctets)]);
      const { whole, begun } = wholeLines(text);
      open = begun;
      if (whole.length > 0) yield whole;
    }
  }
  yield withoutCr(open);
}

/** The lines of a text as a mail has them, and what may continue in the next text. */
function wholeLines(text: Buffer): { whole: Buffer; begun: Buffer } {
  // A line end grows by one octet at most, and a long line by three for hundreds.
  const out = Buffer.allocUnsafe(2 * text.length);
  let length = 0;
  const write = (octets: Buffer, from = 0, to = octets.length) => {
    if (from < to) length += octets.copy(out, length, from, to);
  };
  /** All but the end of the last line. */
  const writeLines = (lines: readonly Buffer[]) => {
    for (const [index, line] of lines.entries()) {
      if (index > 0) write(crlf);
      write(line);
    }
  };
  let kept = 0;
  let start = 0;
  let nextCr = text.indexOf(cr);
  for (let end = text.indexOf(lf); end >= 0; end = text.indexOf(lf, start)) {
    if (nextCr >= 0 && nextCr < start) nextCr = text.indexOf(cr, start);
    const octets = end - start;
    const isMailLine = octets > 0 && octets <= limits.mailLineOctets + 1 && nextCr === end - 1;
    if (!isMailLine) {
      write(text, kept, start);
      // Most such lines lack only their CR.
      const isWhole = octets <= limits.mailLineOctets && (nextCr < 0 || nextCr > end);
      if (isWhole) write(text, start, end);
      else writeLines(mailLines(withoutCr(text.subarray(start, end))));
      out[length] = cr;
      out[length + 1] = lf;
      length += 2;
      kept = end + 1;
    }
    start = end + 1;
  }
  write(text, kept, start);
  const rest = text.subarray(start);
  const begun = withoutCr(rest);
  const lines = mailLines(begun);
  const last = lines.pop() ?? begun;
  writeLines(lines);
  if (lines.length > 0) write(crlf);
  // The next text says whether its CR ends the line.
  const open = begun.length < rest.length ? Buffer.concat([last, Buffer.of(cr)]) : last;
  return { whole: out.subarray(0, length), begun: open };
}

/** The line without any CR at its end. */
function withoutCr(line: Buffer): Buffer {
  let end = line.length;
  while (end > 0 && line[end - 1] === cr) end -= 1;
  return line.subarray(0, end);
}

/** A line without its end, as one or more lines that a mail may have. */
function mailLines(line: Buffer): Buffer[] {
  const text = line.includes(cr)
    ? Buffer.from(line.toString('latin1').replace(/\r+/g, ' '), 'latin1')
    : line;
  const lines: Buffer[] = [];
  let start = 0;
  let before = nothing;
  while (text.length - start > limits.mailLineOctets - before.length) {
    const end = breakOf(text, start + limits.mailLineOctets - before.length);
    lines.push(Buffer.concat([before, text.subarray(start, end)]));
    start = end;
    before = isBlank(text[start]) ? nothing : oneSpace;
  }
  const rest = text.subarray(start);
  return [...lines, before.length === 0 ? rest : Buffer.concat([before, rest])];
}

/** Where a line is broken that fits up to here: before a space near its end, or else between two characters. */
function breakOf(line: Buffer, most: number): number {
  const least = most - limits.mailLineOctets / 2;
  for (let at = most; at > least; at -= 1) if (isBlank(line[at])) return at;
  let at = most;
  while (((line[at] ?? 0) & 0xc0) === 0x80 && at > most - 3) at -= 1;
  return at;
}

function isBlank(octet: number | undefined): boolean {
  return octet === space || octet === tab;
}
