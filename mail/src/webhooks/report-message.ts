import { isHardBounce } from '@postroad/core/queue/hard-bounce';
import {
  bodyText,
  contentTypeOf,
  headerOf,
  headerText,
  leavesOf,
  type MessageEntity,
  readEntity,
} from '../message/message-reader.ts';
import {
  readReference,
  referenceHeader,
  referenceOfMessageId,
  type SendReference,
} from '../providers/send-reference.ts';
import {
  type FeedbackKind,
  forged,
  type MailFeedback,
  type WebhookReading,
  type WebhookRequest,
} from './feedback.ts';
import { detailsOf } from './feedback-details.ts';
import { bodyKey, hasPassword } from './shared-password.ts';

/**
 * Reads the reports of mail servers: delivery status notifications (RFC 3464) and abuse reports
 * (RFC 5965). A mail server posts them here with the shared password. Anybody can write such a
 * message, so the mail that it concerns is found by our own Message-ID or reference in it, whose mark nobody
 * else can make.
 */
export function readReportWebhook(request: WebhookRequest, password: string): WebhookReading {
  if (!hasPassword(request.headers.authorization, password)) return forged;
  const feedback = readReport(request.body);
  return { kind: 'read', key: bodyKey(request.body), feedback, notice: null };
}

/** The reports in one message; empty if it is not a report. Never throws. */
export function readReport(data: Buffer): MailFeedback[] {
  const message = readEntity(data.toString('latin1'));
  const { type } = contentTypeOf(message);
  if (type !== 'multipart/report') return [];
  const parts = leavesOf(message);
  const send = originalReference(parts);
  const at = timeOf(headerOf(message, 'date'));
  return parts.flatMap((part) => {
    const kind = contentTypeOf(part).type;
    if (kind === 'message/delivery-status' || kind === 'message/global-delivery-status') {
      return deliveryReports(part, send, at);
    }
    return kind === 'message/feedback-report' ? abuseReport(part, send, at) : [];
  });
}

/** A group of fields about the message is followed by one for each recipient (RFC 3464 §2.1). */
function deliveryReports(part: MessageEntity, send: SendReference | null, at: Date | null) {
  const [, ...recipients] = groupsOf(part);
  return recipients.flatMap((fields): MailFeedback[] => {
    const action = (headerOf(fields, 'action') ?? '').toLowerCase();
    const status = headerOf(fields, 'status');
    const kind = kindOf(action, status);
    if (kind === null) return [];
    const recipient =
      addressIn(headerOf(fields, 'original-recipient')) ??
      addressIn(headerOf(fields, 'final-recipient'));
    const address = recipient?.replace(/^<|>$/g, '') ?? null;
    const answer = addressIn(headerOf(fields, 'diagnostic-code'));
    return [{ kind, send, providerId: null, address, at, details: detailsOf({ status, answer }) }];
  });
}

function kindOf(action: string, status: string | null): FeedbackKind | null {
  if (action === 'delivered') return 'delivered';
  if (action !== 'failed') return null;
  return isHardBounce(status, false) ? 'hard_bounced' : 'soft_bounced';
}

function abuseReport(
  part: MessageEntity,
  send: SendReference | null,
  at: Date | null,
): MailFeedback[] {
  const [fields = readEntity('')] = groupsOf(part);
  const type = (headerOf(fields, 'feedback-type') ?? '').toLowerCase();
  if (type === '' || type === 'not-spam') return [];
  return [
    {
      kind: 'complained',
      send,
      providerId: null,
      address: headerOf(fields, 'original-rcpt-to')?.replace(/^<|>$/g, '') ?? null,
      at: timeOf(headerOf(fields, 'arrival-date') ?? headerOf(fields, 'received-date')) ?? at,
      details: detailsOf({ type, user_agent: headerOf(fields, 'user-agent') }),
    },
  ];
}

function groupsOf(part: MessageEntity): MessageEntity[] {
  return bodyText(part)
    .split(/\r?\n[ \t]*\r?\n/)
    .map((group) => readEntity(group.trim()))
    .filter(({ headers }) => headers.length > 0);
}

/**
 * The send named by the Message-ID of the returned message, or of the part of it that was returned.
 */
function originalReference(parts: readonly MessageEntity[]): SendReference | null {
  for (const part of parts) {
    const { type } = contentTypeOf(part);
    if (
      !/^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/global-headers)$/.test(type)
    ) {
      continue;
    }
    const original = readEntity(bodyText(part).trimStart());
    const send =
      referenceOfMessageId(headerText(headerOf(original, 'message-id') ?? '')) ??
      readReference(headerOf(original, referenceHeader.toLowerCase()));
    if (send !== null) return send;
  }
  return null;
}

/** The text after the type: `ada@example.com` of `rfc822; ada@example.com`. */
function addressIn(value: string | null): string | null {
  const text = value?.slice(value.indexOf(';') + 1).trim() ?? '';
  return text === '' ? null : text;
}

function timeOf(value: string | null): Date | null {
  const at = new Date(value ?? '');
  return Number.isNaN(at.getTime()) ? null : at;
}
