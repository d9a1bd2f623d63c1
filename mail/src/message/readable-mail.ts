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

/** One of our own messages taken apart, for APIs that take its pieces. */
export interface ReadableMail {
  /** A mailbox; a display name stands in quotes, decoded. */
  from: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** Where the Message-ID is one that the service makes. */
  reference: SendReference | null;
  /** What else stands in the header: List-Unsubscribe and its like. */
  headers: readonly (readonly [name: string, value: string])[];
}

const structural =
  /^(?:from|to|subject|date|message-id|mime-version|content-.*|dkim-signature|sender)$/;

/** Reads a message of `buildMessage` back. */
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
      .map(([name, value]) => [titled(name), value]),
  };
}

/** Quoted, so that no comma or bracket of a decoded name makes a second mailbox of it. */
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

/** `list-unsubscribe-post` as it is commonly written. */
function titled(name: string): string {
  return name.replace(/(?:^|-)[a-z]/g, (letters) => letters.toUpperCase());
}
