import { parseMailbox } from '@postroad/core/people/address';
import { limits } from '@postroad/core/platform/limits';
import { isSteeringHeader } from '@postroad/core/queue/mail-header';
import { beforeLineEnds } from './line-ends.ts';
import { headerOf, headerText, readEntity, utf8Of } from './message-reader.ts';

/** What the headers of a mail say that a program submitted. */
export interface SubmittedHead {
  /** The one mailbox of From; null if there is none, or if there are several. */
  from: string | null;
  /** The mailboxes of Sender, which is not used in most mail; null for one that cannot be read. */
  senders: readonly (string | null)[];
  /** With angle brackets; null if there is none. */
  messageId: string | null;
  subject: string;
  /** Whether it has more headers than are read, of which nobody would know what they say. */
  hasTooMany: boolean;
  /** The name of a header that a provider takes as an order; null if there is none. */
  steering: string | null;
  /** The headers that are handed on, with CRLF line ends and the empty line. */
  octets: Buffer;
}

/**
 * Headers that are not for the readers of a mail, or that its last server writes, and those by which
 * this service knows its own mail.
 */
const leftOut = /^(?:(?:resent-)?bcc|return-path|x-postroad-send|x-envelope-to)$/i;
const encodedWord = /=\?[^?\s]{1,80}\?[bq]\?[^?\s]*\?=/gi;
const messageIdForm = /^<[^\s<>@]{1,250}@[^\s<>]{1,250}>$/;
const [isMessageId, isDate] = [/^message-id$/i, /^date$/i];

/** Reads the headers of a submitted mail, which end where `octets` do. Other headers stay as they are. */
export function readSubmittedHead(octets: Buffer, date: Date): SubmittedHead {
  const text = octets.toString('latin1').replace(/\r?\n/g, '\r\n');
  const lines = `${text.slice(0, beforeLineEnds(text))}\r\n`.split(
    /(?<=\r\n)(?![ \t])/,
    limits.messageHeaders + 1,
  );
  const fields = lines.filter((line) => /^[!-9;-~]+[ \t]*:/.test(line));
  const passed = fields.filter((field) => !leftOut.test(nameOf(field)));
  const entity = readEntity(passed.join(''));
  const all = (name: string) => entity.headers.filter(([known]) => known === name);
  const froms = all('from').map(([, value]) => value);
  const messageId = headerText(headerOf(entity, 'message-id') ?? '').trim();
  const isNamed = messageIdForm.test(messageId);
  // A mail with two is refused by large receivers, and one is added where this is none.
  const named = isNamed ? passed.find((field) => isMessageId.test(nameOf(field))) : undefined;
  const isDated = all('date').some(([, value]) => value !== '');
  const kept = passed.filter((field) => {
    const name = nameOf(field);
    return isMessageId.test(name) ? field === named : isDated || !isDate.test(name);
  });
  const dated = isDated ? '' : `Date: ${date.toUTCString().slice(0, -3)}+0000\r\n`;
  return {
    from: froms.length === 1 ? mailboxOf(froms[0] ?? '') : null,
    senders: all('sender').map(([, value]) => mailboxOf(value)),
    messageId: isNamed ? messageId : null,
    subject: headerText((headerOf(entity, 'subject') ?? '').slice(0, limits.subjectOctets)),
    hasTooMany: lines.length > limits.messageHeaders,
    steering: passed.map(nameOf).find(isSteeringHeader) ?? null,
    octets: Buffer.from(`${kept.join('')}${dated}\r\n`, 'latin1'),
  };
}

function nameOf(field: string): string {
  return field.slice(0, field.indexOf(':')).trim();
}

/**
 * An encoded word in a name is one word, whatever it says once it is decoded (RFC 2047 §6.2). A comment
 * after the address, as cron and mailx write it, says a name too.
 */
function mailboxOf(value: string): string | null {
  const written = utf8Of(value);
  const text = written.endsWith(')')
    ? written.slice(0, Math.max(0, written.lastIndexOf('('))).trimEnd()
    : written;
  const open = Math.max(0, text.lastIndexOf('<'));
  const name = text.slice(0, open).replace(encodedWord, 'word');
  return parseMailbox(name + text.slice(open))?.address ?? null;
}

/** Where the headers of a mail end, which is after the empty line; -1 if that has not arrived. */
export function endOfHead(octets: Buffer): number {
  const crlf = octets.indexOf('\r\n\r\n');
  const bare = octets.indexOf('\n\n');
  if (crlf < 0 && bare < 0) return -1;
  if (bare < 0 || (crlf >= 0 && crlf < bare)) return crlf + 4;
  return bare + 2;
}
