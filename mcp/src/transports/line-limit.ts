import { Transform, type TransformCallback } from 'node:stream';

/** Bytes of either end of a line in which its id is looked for: clients write it first or last. */
const endBytes = 256;

const newline = 0x0a;

const firstMembers = '{"jsonrpc":"2.0","id":';
const lastMember = ',"id":';

/** The id of a request by the ends of its JSON; undefined where neither has it. */
function idIn(head: string, tail: string): string | number | undefined {
  const end = tail.trimEnd();
  const at = end.lastIndexOf(lastMember);
  const first = head.startsWith(firstMembers)
    ? head.slice(firstMembers.length).split(',', 1)[0]
    : '';
  const last = at >= 0 && end.endsWith('}') ? end.slice(at + lastMember.length, -1) : '';
  const found = [first, last].find((text = '') => /^(?:"[^"\\]{1,100}"|\d{1,15})$/.test(text));
  return found === undefined ? undefined : (JSON.parse(found) as string | number);
}

/**
 * Passes on whole lines, and in place of one that is too long says which request it was: the transport
 * behind it would end the connection, and the agent would wait for its answers.
 */
export class LineLimit extends Transform {
  readonly #most: number;
  readonly #tooLong: (id: string | number | undefined) => void;
  #line: Buffer[] = [];
  #length = 0;
  #head = '';
  #tail = Buffer.alloc(0);

  constructor(most: number, tooLong: (id: string | number | undefined) => void) {
    super();
    this.#most = most;
    this.#tooLong = tooLong;
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
    if (this.#length > this.#most) this.#tooLong(idIn(this.#head, this.#tail.toString('latin1')));
    else if (this.#length > 0) this.push(Buffer.concat(this.#line));
    this.#line = [];
    this.#length = 0;
    this.#head = '';
    this.#tail = Buffer.alloc(0);
  }
}
