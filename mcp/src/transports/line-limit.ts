import { Transform, type TransformCallback } from 'node:stream';
import { roundedMessage, roundedNumber } from '@postroad/core/platform/operations/rounded-number';
import { tooLong } from './message-body.ts';

type Id = string | number | undefined;

/** Bytes of either end of a line in which its id is looked for: clients write it first or last. */
const endBytes = 256;

const newline = 0x0a;

const firstMembers = '{"jsonrpc":"2.0","id":';
const lastMember = ',"id":';

/** The id of a request by the ends of its JSON; undefined where neither has it. */
function idIn(head: string, tail: string): Id {
  const end = tail.trimEnd();
  const at = end.lastIndexOf(lastMember);
  const first = head.startsWith(firstMembers)
    ? head.slice(firstMembers.length).split(',', 1)[0]
    : '';
  const last = at >= 0 && end.endsWith('}') ? end.slice(at + lastMember.length, -1) : '';
  const found = [first, last].find((text = '') => /^(?:"[^"\\]{1,100}"|\d{1,15})$/.test(text));
  return found === undefined ? undefined : (JSON.parse(found) as string | number);
}

/** The request whose numbers would lose digits, and what to say of it; null for any other line. */
function roundedIn(line: string): { id: Id; why: string } | null {
  try {
    const rounded = roundedNumber(line);
    if (rounded === null) return null;
    const { id } = JSON.parse(line) as { id?: Id };
    return { id, why: roundedMessage(rounded) };
  } catch {
    // The transport says what it thinks of a line that is no JSON.
    return null;
  }
}

/**
 * Passes on whole lines. In place of one that is too long it says which request it was: the transport
 * behind it would end the connection, and the agent would wait for its answers. It does so too for
 * one whose numbers the transport would round.
 */
export class LineLimit extends Transform {
  readonly #most: number;
  readonly #refuse: (id: Id, why: string) => void;
  #line: Buffer[] = [];
  #length = 0;
  #head = '';
  #tail = Buffer.alloc(0);

  constructor(most: number, refuse: (id: Id, why: string) => void) {
    super();
    this.#most = most;
    this.#refuse = refuse;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      this.#add(chunk.subarray(start, end + 1));
      this.#endLine();
      start = end + 1;
    }
    if (start < chunk.length) this.#add(chunk.subarray(start));
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#endLine();
    done();
  }

  #add(part: Buffer): void {
    this.#length += part.length;
    if (this.#length <= this.#most) {
      this.#line.push(part);
      return;
    }
    const more = Buffer.concat([this.#tail, ...this.#line, part]);
    if (this.#head === '') this.#head = more.subarray(0, endBytes).toString('latin1');
    this.#tail = Buffer.from(more.subarray(-endBytes));
    this.#line = [];
  }

  #endLine(): void {
    if (this.#length > this.#most) {
      this.#refuse(idIn(this.#head, this.#tail.toString('latin1')), tooLong);
    } else if (this.#length > 0) this.#pass(Buffer.concat(this.#line));
    this.#line = [];
    this.#length = 0;
    this.#head = '';
    this.#tail = Buffer.alloc(0);
  }

  #pass(line: Buffer): void {
    const rounded = roundedIn(line.toString('utf8'));
    if (rounded === null) this.push(line);
    else this.#refuse(rounded.id, rounded.why);
  }
}
