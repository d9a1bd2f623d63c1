import { limits } from '@postroad/core/platform/limits';

/** One reply of the server with all its lines (RFC 5321 §4.2). */
export interface Reply {
  code: number;
  /** RFC 3463 status code, such as `5.1.1`, if the text begins with one (RFC 2034). */
  enhanced: string | null;
  /** The text of each line, without codes and control characters. */
  lines: string[];
}

const replyLine = /^([2-5][0-9][0-9])(?:([ -])(.*))?$/s;
const enhancedCode = /^([245]\.[0-9]{1,3}\.[0-9]{1,3})(?: |$)/;
const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/**
 * Assembles replies from chunks of any size. Holds at most one unfinished reply of bounded size.
 */
export class ReplyParser {
  #pending = '';
  #code = '';
  #lines: string[] = [];
  #octets = 0;

  /** Whether no reply is unfinished. */
  get empty(): boolean {
    return this.#pending === '' && this.#code === '';
  }

  /** Returns the replies that this chunk completes. Throws an Error if the text is not SMTP. */
  push(chunk: Buffer): Reply[] {
    const replies: Reply[] = [];
    this.#pending += chunk.toString('latin1');
    let start = 0;
    for (;;) {
      const end = this.#pending.indexOf('\n', start);
      if (end < 0) break;
      const cut = this.#pending.charCodeAt(end - 1) === 13 && end > start ? end - 1 : end;
      this.#count(end + 1 - start);
      const reply = this.#line(this.#pending.slice(start, cut));
      if (reply !== null) replies.push(reply);
      start = end + 1;
    }
    this.#pending = this.#pending.slice(start);
    if (this.#octets + this.#pending.length > limits.smtpReplyBytes) this.#tooLong();
    return replies;
  }

  #line(line: string): Reply | null {
    const [, code = '', more = ' ', text = ''] = replyLine.exec(line) ?? [];
    if (code === '') throw new Error('sent something that is not an SMTP reply');
    if (this.#code !== '' && code !== this.#code) {
      throw new Error('changed the code in the middle of a reply');
    }
    this.#lines.push(text);
    this.#code = code;
    if (more === '-') return null;
    const reply = replyOf(Number(code), this.#lines);
    this.#code = '';
    this.#lines = [];
    this.#octets = 0;
    return reply;
  }

  #count(octets: number): void {
    this.#octets += octets;
    if (this.#octets > limits.smtpReplyBytes) this.#tooLong();
  }

  #tooLong(): never {
    throw new Error(`sent a reply of more than ${limits.smtpReplyBytes} bytes`);
  }
}

function replyOf(code: number, raw: string[]): Reply {
  const lines = raw.map((line) =>
    Buffer.from(line, 'latin1').toString('utf8').replace(controls, ' ').trim(),
  );
  const enhanced = enhancedCode.exec(lines[0] ?? '')?.[1] ?? null;
  return { code, enhanced, lines };
}

/**
 * The reply as one line for people, without the given secrets, at most `limits.smtpReasonChars`
 * long.
 */
export function replyText(reply: Reply, secrets: readonly string[]): string {
  let words = reply.lines.join(' ').trim();
  for (const secret of secrets) words = words.replaceAll(secret, '***');
  const text = `${reply.code} ${words}`.trim();
  if (text.length <= limits.smtpReasonChars) return text;
  // The cut may fall into a surrogate pair.
  return `${text.slice(0, limits.smtpReasonChars - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
