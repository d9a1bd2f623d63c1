import { limits } from '@postroad/core/platform/limits';

/** One reply of the server (RFC 5321 §4.2), all its lines together. */
export interface Reply {
  code: number;
  /** RFC 3463 status code, such as `5.1.1`, where the text begins with one (RFC 2034). */
  enhanced: string | null;
  /** The texts of its lines, without codes and controls. */
  lines: string[];
}

const replyLine = /^([2-5][0-9][0-9])(?:([ -])(.*))?$/s;
const enhancedCode = /^([245]\.[0-9]{1,3}\.[0-9]{1,3})(?: |$)/;
const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Puts replies together from whatever pieces arrive; keeps no more than one bounded reply. */
export class ReplyParser {
  #pending = '';
  #code = '';
  #lines: string[] = [];
  #octets = 0;

  /** Whether nothing is left over of an unfinished reply. */
  get empty(): boolean {
    return this.#pending === '' && this.#code === '';
  }

  /** Returns the replies that became complete. Throws an Error when this is not SMTP. */
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

/** The reply in one line for people, without the given secrets, cut to a bounded length. */
export function replyText(reply: Reply, secrets: readonly string[]): string {
  let words = reply.lines.join(' ').trim();
  for (const secret of secrets) words = words.replaceAll(secret, '***');
  const text = `${reply.code} ${words}`.trim();
  if (text.length <= limits.smtpReasonChars) return text;
  // The cut may fall into a surrogate pair.
  return `${text.slice(0, limits.smtpReasonChars - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
