import type { OutgoingMessage } from '../providers/provider.ts';
import { referenceOfMessageId, type SendReference } from '../providers/send-reference.ts';
import {
  contentTypeOf,
  headerOf,
  headerText,
  leavesOf,
  readEntity,
  textOf,
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
  const bodies = new Map(leavesOf(entity).map((leaf) => [contentTypeOf(leaf).type, textOf(leaf)]));
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
