import { limits } from '@postroad/core/platform/limits';
import type { OutgoingMessage } from '../providers/provider.ts';
import {
  readReference,
  referenceHeader,
  referenceOfMessageId,
  type SendReference,
} from '../providers/send-reference.ts';
import { type MailFile, streamOf } from './attachment.ts';
import {
  bodyOctets,
  bodyText,
  contentTypeOf,
  decodeOctets,
  headerOf,
  headerText,
  leavesOf,
  type MessageEntity,
  readEntity,
  utf8Of,
} from './message-reader.ts';
import { endOfHead } from './submitted-head.ts';

/** One of our own messages split into its fields, for provider APIs that take no raw message. */
export interface ReadableMail {
  /** A mailbox; the display name is decoded and in quotes. */
  from: string;
  /** Where answers go, as `from`, or as it is written where that is not one mailbox. */
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** Null if neither the Message-ID nor a header of ours names the send. */
  reference: SendReference | null;
  /** The remaining headers, such as List-Unsubscribe. */
  headers: readonly (readonly [name: string, value: string])[];
}

const quotedText = /"(?:[^"\\]|\\[\s\S]|\\$)*(?:"|$)/g;
const structural =
  /^(?:from|reply-to|to|cc|bcc|subject|date|message-id|mime-version|content-.*|dkim-signature|sender)$/;

/** Reads a message that `buildMessage` made. */
export function readMail({ data }: Pick<OutgoingMessage, 'data'>): ReadableMail {
  const entity = readEntity(data.toString('latin1'));
  const bodies = new Map(
    leavesOf(entity).map((leaf) => [contentTypeOf(leaf).type, bodyText(leaf)]),
  );
  const messageId = headerOf(entity, 'message-id') ?? '';
  return {
    from: readableMailbox(headerOf(entity, 'from') ?? ''),
    replyTo: replyToOf(headerOf(entity, 'reply-to')),
    subject: headerText(headerOf(entity, 'subject') ?? ''),
    text: bodies.get('text/plain') ?? '',
    html: bodies.get('text/html') ?? '',
    messageId,
    reference:
      referenceOfMessageId(messageId) ??
      readReference(headerOf(entity, referenceHeader.toLowerCase())),
    headers: entity.headers
      .filter(([name]) => !structural.test(name))
      .map(([name, value]) => [capitalizeName(name), utf8Of(value)]),
  };
}

/** A message in its fields, with the files that follow them. */
export interface WholeMail {
  mail: ReadableMail;
  files: readonly MailFile[];
}

/**
 * Reads a message for an API that takes no raw one. Files of our own messages stay where they are.
 * A message that was submitted is taken apart in memory, as it can have any form.
 */
export async function readWhole(
  message: Pick<OutgoingMessage, 'data' | 'rest'>,
): Promise<WholeMail> {
  const { data, rest } = message;
  if (rest === undefined || rest.files !== null) {
    return { mail: readMail(message), files: rest?.files ?? [] };
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of streamOf({ data, rest }).read()) chunks.push(chunk);
  return takeApart(Buffer.concat(chunks));
}

/** The first two bodies are what it says, as far as they are not attached; the rest are files. */
function takeApart(data: Buffer): WholeMail {
  const bodies = new Map<string, MessageEntity>();
  const files: MailFile[] = [];
  for (const leaf of leavesOf(readEntity(data.toString('latin1')))) {
    const { type, parameters } = contentTypeOf(leaf);
    const disposition = headerOf(leaf, 'content-disposition') ?? '';
    const isBody = type === 'text/plain' || type === 'text/html';
    if (isBody && !bodies.has(type) && !/^\s*attachment/i.test(disposition)) {
      bodies.set(type, leaf);
      continue;
    }
    const octets = bodyOctets(leaf);
    const { parameters: named } = contentTypeOf({
      headers: [['content-type', disposition]],
      body: '',
    });
    const contentId = /^<([^<>]+)>$/.exec(headerOf(leaf, 'content-id') ?? '')?.[1] ?? null;
    files.push({
      filename: filenameOf(named) ?? filenameOf(parameters, 'name') ?? `part-${files.length + 1}`,
      contentType: type,
      contentId,
      octets: octets.length,
      async *read() {
        yield octets;
      },
    });
  }
  const textOf = (type: string) => {
    const leaf = bodies.get(type);
    return leaf === undefined ? '' : bodyText(leaf);
  };
  const mail = readMail({ data });
  return { mail: { ...mail, text: textOf('text/plain'), html: textOf('text/html') }, files };
}

/** RFC 2231 §3, §4: one value in several pieces, of which those with a star have percent signs. */
function filenameOf(parameters: ReadonlyMap<string, string>, name = 'filename'): string | null {
  const plain = parameters.get(name);
  if (plain !== undefined) return headerText(plain);
  const whole = parameters.get(`${name}*`);
  const pieces: { text: string; isEncoded: boolean }[] =
    whole === undefined ? [] : [{ text: whole, isEncoded: true }];
  for (let at = 0; pieces.length === at; at += 1) {
    const encoded = parameters.get(`${name}*${at}*`);
    const text = encoded ?? parameters.get(`${name}*${at}`);
    if (text !== undefined) pieces.push({ text, isEncoded: encoded !== undefined });
  }
  const [first] = pieces;
  if (first === undefined) return null;
  const [opening = '', charset = ''] =
    (first.isEncoded && /^([^']*)'[^']*'/.exec(first.text)) || [];
  const octets = pieces.map(({ text, isEncoded }, at) =>
    isEncoded ? percentOctets(at === 0 ? text.slice(opening.length) : text) : text,
  );
  return decodeOctets(Buffer.from(octets.join(''), 'latin1'), charset === '' ? 'utf-8' : charset);
}

/** One character for each octet. */
function percentOctets(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

/** What a message says, and its headers by name, unfolded and otherwise as they are written. */
export interface MailContent {
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
}

/** Reads a message that `buildMessage` made, in which no header occurs twice. */
export function readContent({ data }: Pick<OutgoingMessage, 'data'>): MailContent {
  const { subject, html, text } = readMail({ data });
  const [head = ''] = data.toString('latin1').split('\r\n\r\n', 1);
  const lines = head.replace(/\r\n(?=[ \t])/g, '').split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 2)] as const;
  });
  return { subject, html, text, headers: Object.fromEntries(headers) };
}

/** What a submitted mail says, with the files that it carries. */
export interface SubmittedContent extends MailContent {
  attachments: { filename: string; content_type: string; bytes: number }[];
}

/**
 * Reads a message of any form, as `readWhole` does for an API: what is shown is what it was given. A
 * header that occurs more than once has its values one a line.
 */
export function readSubmittedContent(data: Buffer): SubmittedContent {
  const { mail, files } = takeApart(data);
  const headers = new Map<string, string>();
  for (const [name, value] of writtenHeaders(data)) {
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}\n${value}`);
  }
  return {
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    headers: Object.fromEntries(headers),
    attachments: files.map(({ filename, contentType, octets }) => ({
      filename,
      content_type: contentType,
      bytes: octets,
    })),
  };
}

/** The headers by their names as written; bytes beyond ASCII are UTF-8 (RFC 6532). */
function writtenHeaders(data: Buffer): (readonly [name: string, value: string])[] {
  const end = endOfHead(data);
  const head = data.subarray(0, Math.min(end < 0 ? data.length : end, limits.messageHeadBytes));
  const lines = head
    .toString('utf8')
    .replace(/\r?\n(?=[ \t])/g, '')
    .split(/\r?\n/, limits.messageHeaders);
  return lines.flatMap((line) => {
    const colon = line.indexOf(':');
    return colon < 1 ? [] : [[line.slice(0, colon).trimEnd(), line.slice(colon + 1).trim()]];
  });
}

function replyToOf(value: string | null): string | null {
  if (value === null || value === '') return null;
  const isList = value.replace(quotedText, '').includes(',');
  return isList ? utf8Of(value) : readableMailbox(value);
}

/** Quotes the decoded name, so that a comma or bracket in it cannot start a second mailbox. */
function readableMailbox(value: string): string {
  const [, phrase = '', address] = /^(.*)<([^<>]+)>$/.exec(value.trim()) ?? [];
  if (address === undefined) return headerText(value);
  const written = phrase.trim();
  const name = headerText(
    written.startsWith('"') ? written.replace(/^"|"$/g, '').replace(/\\(.)/g, '$1') : written,
  );
  return name === ''
    ? headerText(address)
    : `"${name.replace(/["\\]/g, '\\$&')}" <${headerText(address)}>`;
}

/** `list-unsubscribe-post` → `List-Unsubscribe-Post`. */
function capitalizeName(name: string): string {
  return name.replace(/(?:^|-)[a-z]/g, (letters) => letters.toUpperCase());
}
