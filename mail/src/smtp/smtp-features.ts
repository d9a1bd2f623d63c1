import type { Reply } from './smtp-reply.ts';

/** The extensions that the server offers in its reply to EHLO (RFC 5321 §4.1.1.1). */
export interface SmtpFeatures {
  /** RFC 2920. */
  pipelining: boolean;
  /** RFC 6152. */
  eightBit: boolean;
  /** RFC 6531. */
  utf8: boolean;
  /**
   * RFC 1870: whether the server knows SIZE, and the largest message in octets if it states one.
   */
  size: boolean;
  largest: number | null;
  /** RFC 3207. */
  startTls: boolean;
  /** RFC 4954: mechanisms in upper case. */
  auth: readonly string[];
}

/** A server that only knows HELO. */
export const noFeatures: SmtpFeatures = {
  pipelining: false,
  eightBit: false,
  utf8: false,
  size: false,
  largest: null,
  startTls: false,
  auth: [],
};

const separators = /[ =]+/;
const wholeNumber = /^[0-9]{1,15}$/;

/** Reads the reply to EHLO; its first line is a greeting. */
export function readFeatures(reply: Reply): SmtpFeatures {
  const offered = new Map<string, string[]>();
  for (const line of reply.lines.slice(1)) {
    // Old servers write AUTH=LOGIN in addition to, or instead of, AUTH LOGIN.
    const [keyword = '', ...parameters] = line.toUpperCase().split(separators);
    offered.set(keyword, [...(offered.get(keyword) ?? []), ...parameters]);
  }
  const size = offered.get('SIZE');
  const largest = size?.[0] !== undefined && wholeNumber.test(size[0]) ? Number(size[0]) : 0;
  return {
    pipelining: offered.has('PIPELINING'),
    eightBit: offered.has('8BITMIME'),
    utf8: offered.has('SMTPUTF8'),
    size: size !== undefined,
    // Zero means that no limit is stated (RFC 1870 §5).
    largest: largest > 0 ? largest : null,
    startTls: offered.has('STARTTLS'),
    auth: offered.get('AUTH') ?? [],
  };
}
