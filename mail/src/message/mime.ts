import { parseAddress, parseMailbox } from '@postroad/core/people/address';
import { limits } from '@postroad/core/platform/limits';
import { type FileGroup, filesOf, type MailFile, type MessageRest } from './attachment.ts';
import { mailboxesHeader, mailboxHeader, structuredHeader, textHeader } from './header.ts';

export interface MessageParts {
  /** A mailbox, with or without a display name: `Postroad <hello@example.com>`. */
  from: string;
  /** One addr-spec. */
  to: string;
  /** Further readers, each one addr-spec. Those of a blind copy are in the envelope alone. */
  cc?: readonly string[];
  /** Where answers go, as `from`; null: to the sender. */
  replyTo?: string | null;
  subject: string;
  date: Date;
  /** With angle brackets: `<123@example.com>`. */
  messageId: string;
  /** Further headers in order, such as List-Unsubscribe. */
  headers: readonly (readonly [name: string, value: string])[];
  /** Both bodies are already quoted-printable, with CRLF line ends. */
  text: string;
  html: string;
}

const messageIdForm = /^<[\x21-\x3b\x3d\x3f\x41-\x7e]+@[\x21-\x3b\x3d\x3f\x41-\x7e]+>$/;
const headerName = /^[A-Za-z][A-Za-z0-9-]{0,49}$/;
const ownHeader =
  /^(?:from|to|reply-to|cc|bcc|sender|subject|date|message-id|mime-version|content-.*|return-path|received|resent-.*)$/i;
const notBoundary = /[^A-Za-z0-9.]+/g;

let lastFrom = { value: '', header: '' };

/**
 * Builds a complete multipart/alternative message (RFC 5322, RFC 2046) with CRLF line ends. It runs
 * once per recipient, so the bodies are copied once and not checked. Throws an Error that names the
 * header whose value is not valid.
 */
export function buildMessage(parts: MessageParts): Buffer {
  return alternatives(parts, '');
}

/**
 * Builds a message with files (RFC 2046 §5.1.3; RFC 2387 for pictures that the HTML shows). What
 * precedes the files is in `data`; the files are read when `rest` is. Throws as `buildMessage` does,
 * and where a file has a name, type or id that is not valid.
 */
export function buildMessageWith(
  parts: MessageParts,
  files: readonly MailFile[],
): { data: Buffer; rest?: MessageRest } {
  if (files.length === 0) return { data: buildMessage(parts) };
  const shown = files.filter(({ contentId }) => contentId !== null);
  const attached = files.filter(({ contentId }) => contentId === null);
  const groups: FileGroup[] = [];
  const openings: string[] = [];
  const open = (kind: 'mixed' | 'related', type: string, group: readonly MailFile[]) => {
    if (group.length === 0) return;
    const boundary = boundaryOf(parts.messageId, `${kind}-`);
    openings.push(`Content-Type: multipart/${kind};${type}\r\n boundary="${boundary}"\r\n\r\n`);
    openings.push(`--${boundary}\r\n`);
    groups.unshift({ boundary, files: group });
  };
  open('mixed', '', attached);
  open('related', ' type="multipart/alternative";', shown);
  return { data: alternatives(parts, openings.join('')), rest: filesOf(groups) };
}

/** The headers, what opens the multiparts around the two bodies, and these. */
function alternatives(parts: MessageParts, around: string): Buffer {
  const boundary = boundaryOf(parts.messageId);
  const opening = `--${boundary}\r\nContent-Type: text/`;
  const encoding = '; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n';
  const head =
    fromHeader(parts.from) +
    toHeader(parts.to) +
    ccHeader(parts.cc ?? []) +
    replyToHeader(parts.replyTo ?? null) +
    textHeader('Subject', parts.subject) +
    dateHeader(parts.date) +
    messageIdHeader(parts.messageId) +
    furtherHeaders(parts.headers) +
    `MIME-Version: 1.0\r\n${around}Content-Type: multipart/alternative;\r\n boundary="${boundary}"\r\n\r\n` +
    `${opening}plain${encoding}`;
  const middle = `\r\n${opening}html${encoding}`;
  return bytesOf([head, parts.text, middle, parts.html, `\r\n--${boundary}--\r\n`]);
}

/** Writes each text straight into the buffer: joining them first would copy the bodies twice. */
function bytesOf(texts: readonly string[]): Buffer {
  let length = 0;
  for (const text of texts) length += text.length;
  const bytes = Buffer.allocUnsafe(length);
  let end = 0;
  for (const text of texts) end += bytes.write(text, end, 'latin1');
  return bytes;
}

/** Quoted-printable never contains `=_`, so the boundary cannot occur in a body (RFC 2045 §6.7). */
function boundaryOf(messageId: string, kind = ''): string {
  return `=_${kind}${messageId
    .slice(1, -1)
    .replace(notBoundary, '-')
    .slice(0, limits.boundaryChars - 2 - kind.length)}`;
}

/** Keeps the last header, since nearly all consecutive messages have the same From. */
function fromHeader(value: string): string {
  if (lastFrom.value === value && value !== '') return lastFrom.header;
  const mailbox = parseMailbox(value);
  if (mailbox === null) throw new Error('The header From is not one mailbox.');
  const header = mailboxHeader('From', mailbox.name, mailbox.address);
  lastFrom = { value, header };
  return header;
}

function replyToHeader(value: string | null): string {
  if (value === null) return '';
  const mailbox = parseMailbox(value);
  if (mailbox === null) throw new Error('The header Reply-To is not one mailbox.');
  return mailboxHeader('Reply-To', mailbox.name, mailbox.address);
}

function toHeader(value: string): string {
  const address = parseAddress(value);
  if (address === null) throw new Error('The header To is not one address.');
  return mailboxHeader('To', null, address);
}

function ccHeader(values: readonly string[]): string {
  if (values.length === 0) return '';
  const addresses = values.map((value) => {
    const address = parseAddress(value);
    if (address === null) throw new Error('The header Cc holds something that is not one address.');
    return address;
  });
  return mailboxesHeader('Cc', addresses);
}

/** RFC 5322 §3.3, always in UTC. */
function dateHeader(date: Date): string {
  const year = date.getUTCFullYear();
  if (!(year >= 1900 && year <= 9999)) throw new Error('The header Date is not a date.');
  return `Date: ${date.toUTCString().slice(0, -'GMT'.length)}+0000\r\n`;
}

function messageIdHeader(value: string): string {
  // The limit is on the line, which holds the name of the header too.
  if (value.length > limits.mailLineOctets - 'Message-ID: '.length || !messageIdForm.test(value)) {
    throw new Error('The header Message-ID is not an id in angle brackets.');
  }
  return `Message-ID: ${value}\r\n`;
}

function furtherHeaders(headers: MessageParts['headers']): string {
  const seen = new Set<string>();
  let text = '';
  for (const [name, value] of headers) {
    if (!headerName.test(name)) throw new Error('A header has a name that is not allowed.');
    const key = name.toLowerCase();
    if (ownHeader.test(name) || seen.has(key)) {
      throw new Error(`The header ${name} is set by Postroad, or occurs twice.`);
    }
    seen.add(key);
    text += structuredHeader(name, value);
  }
  return text;
}
