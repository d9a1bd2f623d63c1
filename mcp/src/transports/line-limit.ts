import { Transform, type TransformCallback } from 'node:stream';
import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { tooLong } from './message-body.ts';
import type { LineFault } from './message-fault.ts';

/** Bytes of either end of a line in which its id is looked for: clients write it first or last. */
const endBytes = 256;

const newline = 0x0a;

const firstMembers = '{"jsonrpc":"2.0","id":';
const lastMember = ',"id":';

/** The id of a request by the ends of its JSON; undefined where neither has it. */
function idIn(head: string, tail: string): LineFault['id'] {
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
 * Passes on whole lines. In place of one that is too long it says which request it was: the transport
 * behind it would end the connection, and the agent would wait for its answers. It does so too for
 * one in which `faultOf` finds a fault.
 */
export class LineLimit extends Transform {
  readonly #most: number;
  readonly #faultOf: (line: string) => LineFault | null;
  readonly #refuse: (fault: LineFault) => void;
  #line: Buffer[] = [];
  #length = 0;
  #head = '';
  #tail = Buffer.alloc(0);

  constructor(
    most: number,
    faultOf: (line: string) => LineFault | null,
    refuse: (fault: LineFault) => void,
  ) {
    super();
    this.#most = most;
    this.#faultOf = faultOf;
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
      const id = idIn(this.#head, this.#tail.toString('latin1'));
      this.#refuse({ id, error: { code: ProtocolErrorCode.InvalidRequest, message: tooLong } });
    } else if (this.#length > 0) this.#pass(Buffer.concat(this.#line));
    this.#line = [];
    this.#length = 0;
    this.#head = '';
    this.#tail = Buffer.alloc(0);
  }

  #pass(line: Buffer): void {
    const fault = this.#faultOf(line.toString('utf8'));
    if (fault === null) this.push(line);
    else this.#refuse(fault);
  }
}
