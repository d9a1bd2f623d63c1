import { encodeQuotedPrintable } from '@postroad/core/content/text/quoted-printable';
import { buildMessage, type MessageParts } from '@postroad/mail/message/mime';
import type { OutgoingMessage } from '@postroad/mail/providers/provider';

let ids = 0;

export function messageParts(change: Partial<MessageParts> = {}): MessageParts {
  return {
    from: 'Postroad <hello@example.com>',
    to: 'anna@example.com',
    subject: 'Welcome',
    date: new Date('2026-11-21T10:00:00Z'),
    messageId: '<1.abc@example.com>',
    headers: [],
    text: encodeQuotedPrintable('Hello Anna,\n\nwelcome.\n'),
    html: encodeQuotedPrintable('<p>Hello Anna,</p>\n<p>welcome.</p>\n'),
    ...change,
  };
}

export function outgoing(change: Partial<OutgoingMessage> = {}): OutgoingMessage {
  ids += 1;
  return {
    sendId: ids,
    from: 'hello@example.com',
    to: 'anna@example.com',
    data: buildMessage(messageParts()),
    ...change,
  };
}
