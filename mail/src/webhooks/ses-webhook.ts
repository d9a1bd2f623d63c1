import { verify, X509Certificate } from 'node:crypto';
import { limits } from '@postroad/core/platform/limits';
import { headerText } from '../message/message-reader.ts';
import { readReference, referenceOfMessageId, referenceTag } from '../providers/send-reference.ts';
import { forged, type MailFeedback, type WebhookReading, type WebhookRequest } from './feedback.ts';
import { detailsOf } from './feedback-details.ts';
import { listAt, member, parseJson, textAt, timeAt } from './json-value.ts';
import { bodyKey, hasPassword } from './shared-password.ts';

/**
 * SNS signs with a certificate whose URL is in the payload. Fetching it would let the author of a
 * payload choose a request that we make, so we do not. The shared password in the subscription's
 * URL and the topic prove the sender, and the signature too if certificates are configured.
 */
export interface SesWebhook {
  password: string;
  topicArn: string;
  /** One or more certificates in PEM. */
  certificates: string | null;
}

const pemForm = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The members that SNS signs, in this order (its developer guide, "Verifying the signatures"). */
const signedMembers = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    ...['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  ],
  UnsubscribeConfirmation: [
    ...['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  ],
} as const;

/** Reads a notification of Amazon SES that SNS posts. */
export function readSesWebhook(
  request: WebhookRequest,
  options: SesWebhook,
  now: Date,
): WebhookReading {
  if (!hasPassword(request.headers.authorization, options.password)) return forged;
  const envelope = parseJson(request.body);
  if (textAt(envelope, 'TopicArn') !== options.topicArn) return forged;
  if (options.certificates !== null && !isSigned(envelope, options.certificates)) return forged;
  if (!isRecent(textAt(envelope, 'Timestamp'), now)) return forged;
  const key = textAt(envelope, 'MessageId') ?? bodyKey(request.body);
  const type = textAt(envelope, 'Type');
  const message = textAt(envelope, 'Message');
  const notice = type === 'SubscriptionConfirmation' ? confirmation(envelope, options) : null;
  const feedback =
    type === 'Notification' && message !== null ? feedbackOf(parseJson(message)) : [];
  return { kind: 'read', key, feedback, notice };
}

/** Whether the time of a message is near enough: who has an old one must not send it again. */
function isRecent(timestamp: string | null, now: Date): boolean {
  const ageMs = now.getTime() - Date.parse(timestamp ?? '');
  return ageMs <= limits.snsOldMs && ageMs >= -limits.snsAheadMs;
}

function isSigned(envelope: unknown, certificates: string): boolean {
  const type = textAt(envelope, 'Type');
  if (type === null || !Object.hasOwn(signedMembers, type)) return false;
  let text = '';
  for (const name of signedMembers[type as keyof typeof signedMembers]) {
    const value = member(envelope, name);
    if (typeof value === 'string') text += `${name}\n${value}\n`;
    else if (name !== 'Subject') return false;
  }
  const hash = textAt(envelope, 'SignatureVersion') === '2' ? 'sha256' : 'sha1';
  const signature = Buffer.from(textAt(envelope, 'Signature') ?? '', 'base64');
  const data = Buffer.from(text, 'utf8');
  return (certificates.match(pemForm) ?? []).some((pem) => {
    try {
      return verify(hash, data, new X509Certificate(pem).publicKey, signature);
    } catch {
      return false;
    }
  });
}

/** The URL is built here: the one in the payload is neither fetched nor shown. */
function confirmation(envelope: unknown, { topicArn }: SesWebhook): string | null {
  const token = textAt(envelope, 'Token');
  const region = topicArn.split(':')[3] ?? '';
  if (token === null || !/^[0-9a-zA-Z]{1,1000}$/.test(token)) return null;
  const query = new URLSearchParams({
    Action: 'ConfirmSubscription',
    TopicArn: topicArn,
    Token: token,
  });
  return `Amazon SNS asks to confirm the subscription of this service; open https://sns.${region}.amazonaws.com/?${query} to do so.`;
}

function feedbackOf(event: unknown): MailFeedback[] {
  const type = textAt(event, 'eventType') ?? textAt(event, 'notificationType');
  const common = {
    send: referenceOf(event),
    providerId: textAt(event, 'mail', 'messageId'),
    address: textAt(listAt(event, 'mail', 'destination'), '0'),
  };
  switch (type) {
    case 'Bounce':
      return bounceOf(event, common);
    case 'Reject':
    case 'Rendering Failure':
      return [rejectOf(event, type, common)];
    case 'Complaint': {
      const complaint = textAt(event, 'complaint', 'complaintFeedbackType');
      if (complaint === 'not-spam') return [];
      const at = timeAt(event, 'complaint', 'timestamp');
      const details = detailsOf({ type: complaint });
      return recipientsOf(event, 'complaint', 'complainedRecipients').map((recipient) => {
        const address = textAt(recipient, 'emailAddress') ?? common.address;
        return { kind: 'complained', ...common, address, at, details };
      });
    }
    case 'Delivery': {
      const at = timeAt(event, 'delivery', 'timestamp');
      const details = detailsOf({ answer: textAt(event, 'delivery', 'smtpResponse') });
      return recipientsOf(event, 'delivery', 'recipients').map((recipient) => {
        const address = typeof recipient === 'string' ? recipient : common.address;
        return { kind: 'delivered', ...common, address, at, details };
      });
    }
    case 'Open':
    case 'Click': {
      const of = type.toLowerCase();
      const details = detailsOf({
        user_agent: textAt(event, of, 'userAgent'),
        url: textAt(event, of, 'link'),
      });
      const kind = type === 'Open' ? 'opened' : 'clicked';
      return [{ kind, ...common, at: timeAt(event, of, 'timestamp'), details }];
    }
    default:
      return [];
  }
}

/** SES took the mail and then would not send it: it found a virus, or could not render it. */
function rejectOf(
  event: unknown,
  type: 'Reject' | 'Rendering Failure',
  common: Pick<MailFeedback, 'send' | 'providerId' | 'address'>,
): MailFeedback {
  const answer =
    type === 'Reject'
      ? textAt(event, 'reject', 'reason')
      : textAt(event, 'failure', 'errorMessage');
  // These events have no time but that of the mail.
  const at = timeAt(event, 'mail', 'timestamp');
  const details = detailsOf({ type, answer });
  return { kind: 'soft_bounced', ...common, ofProvider: true, at, details };
}

function bounceOf(
  event: unknown,
  common: Pick<MailFeedback, 'send' | 'providerId' | 'address'>,
): MailFeedback[] {
  const type = textAt(event, 'bounce', 'bounceType');
  const kind = type === 'Permanent' ? 'hard_bounced' : 'soft_bounced';
  const at = timeAt(event, 'bounce', 'timestamp');
  return recipientsOf(event, 'bounce', 'bouncedRecipients').map((recipient) => {
    const details = detailsOf({
      type,
      subtype: textAt(event, 'bounce', 'bounceSubType'),
      status: textAt(recipient, 'status'),
      answer: textAt(recipient, 'diagnosticCode'),
    });
    const address = textAt(recipient, 'emailAddress') ?? common.address;
    return { ...common, kind, address, at, details };
  });
}

/** Whom an event is about: of a mail with copies, several or one of them. One event has one at least. */
function recipientsOf(event: unknown, ...path: readonly string[]): readonly unknown[] {
  const recipients = listAt(event, ...path);
  return recipients.length === 0 ? [null] : recipients;
}

/** Events carry the tag; notifications carry the headers if that is enabled in SES. */
function referenceOf(event: unknown): MailFeedback['send'] {
  const tagged = readReference(listAt(event, 'mail', 'tags', referenceTag)[0]);
  if (tagged !== null) return tagged;
  for (const header of listAt(event, 'mail', 'headers')) {
    if (textAt(header, 'name')?.toLowerCase() !== 'message-id') continue;
    return referenceOfMessageId(headerText(textAt(header, 'value') ?? ''));
  }
  return null;
}
