import type { OutgoingMessage } from '../providers/provider.ts';
import { referenceOfMessageId, type SendReference } from '../providers/send-reference.ts';
import {
  bodyText,
  contentTypeOf,
  headerOf,
  headerText,
  leavesOf,
  readEntity,
} from './message-reader.ts';

/** One of our own messages split into its fields, for provider APIs that take no raw message. */
export interface ReadableMail {
  /** A mailbox; the display name is decoded and in quotes. */
  from: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** Null if the Message-ID is not one that the service made. */
  reference: SendReference | null;
  /** The remaining headers, such as List-Unsubscribe. */
  headers: readonly (readonly [name: string, value: string])[];
}

const structural =
  /^(?:from|to|subject|date|message-id|mime-version|content-.*|dkim-signature|sender)$/;

/** Reads a message that `buildMessage` made. */
export function readMail({ data }: Pick<OutgoingMessage, 'data'>): ReadableMail {
  const entity = readEntity(data.toString('latin1'));
  const bodies = new Map(
    leavesOf(entity).map((leaf) => [contentTypeOf(leaf).type, bodyText(leaf)]),
  );
  const messageId = headerOf(entity, 'message-id') ?? '';
  return {
    from: readableMailbox(headerOf(entity, 'from') ?? ''),
    subject: headerText(headerOf(entity, 'subject') ?? ''),
    text: bodies.get('text/plain') ?? '',
    html: bodies.get('text/html') ?? '',
    messageId,
    reference: referenceOfMessageId(messageId),
    headers: entity.headers
      .filter(([name]) => !structural.test(name))
      .map(([name, value]) => [capitalizeName(name), value]),
  };
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

/** Quotes the decoded name, so that a comma or bracket in it cannot start a second mailbox. */
function readableMailbox(value: string): string {
  const [, phrase = '', address] = /^(.*)<([^<>]+)>$/.exec(value.trim()) ?? [];
  if (address === undefined) return headerText(value);
  const written = phrase.trim();
  const name = written.startsWith('"')
    ? written.replace(/^"|"$/g, '').replace(/\\(.)/g, '$1')
    : headerText(written);
  return name === ''
    ? headerText(address)
    : `"${name.replace(/["\\]/g, '\\$&')}" <${headerText(address)}>`;
}

/** `list-unsubscribe-post` → `List-Unsubscribe-Post`. */
function capitalizeName(name: string): string {
  return name.replace(/(?:^|-)[a-z]/g, (letters) => letters.toUpperCase());
}
