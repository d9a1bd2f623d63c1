import { readReference, referenceTag } from '../providers/send-reference.ts';
import {
  type FeedbackKind,
  forged,
  type MailFeedback,
  type WebhookReading,
  type WebhookRequest,
} from './feedback.ts';
import { detailsOf } from './feedback-details.ts';
import { parseJson, textAt, timeAt } from './json-value.ts';
import { bodyKey, hasPassword } from './shared-password.ts';

/** The bounce types of Postmark that concern the address; others, such as an auto-reply, do not. */
const bounceKinds: ReadonlyMap<string, FeedbackKind> = new Map([
  ['HardBounce', 'hard_bounced'],
  ['BadEmailAddress', 'hard_bounced'],
  ['SoftBounce', 'soft_bounced'],
  ['Transient', 'soft_bounced'],
  ['DnsError', 'soft_bounced'],
  ['Blocked', 'soft_bounced'],
  ['SpamNotification', 'soft_bounced'],
  ['DMARCPolicy', 'soft_bounced'],
  ['Unknown', 'soft_bounced'],
  ['SpamComplaint', 'complained'],
]);

/**
 * Reads a webhook of Postmark. Postmark signs nothing: the password in the webhook's URL proves the
 * sender.
 */
export function readPostmarkWebhook(request: WebhookRequest, password: string): WebhookReading {
  if (!hasPassword(request.headers.authorization, password)) return forged;
  const feedback = feedbackOf(parseJson(request.body));
  return {
    kind: 'read',
    key: bodyKey(request.body),
    feedback: feedback === null ? [] : [feedback],
    notice: null,
  };
}

function feedbackOf(event: unknown): MailFeedback | null {
  const common = {
    send: readReference(textAt(event, 'Metadata', referenceTag)),
    providerId: textAt(event, 'MessageID'),
    address: textAt(event, 'Email') ?? textAt(event, 'Recipient'),
  };
  const details = detailsOf({
    type: textAt(event, 'Type'),
    answer: textAt(event, 'Details') ?? textAt(event, 'Description'),
    user_agent: textAt(event, 'UserAgent'),
    url: textAt(event, 'OriginalLink'),
  });
  switch (textAt(event, 'RecordType')) {
    case 'Delivery':
      return { kind: 'delivered', ...common, at: timeAt(event, 'DeliveredAt'), details };
    case 'Bounce': {
      const kind = bounceKinds.get(textAt(event, 'Type') ?? '');
      if (kind === undefined) return null;
      return { kind, ...common, at: timeAt(event, 'BouncedAt'), details };
    }
    case 'SpamComplaint':
      return { kind: 'complained', ...common, at: timeAt(event, 'BouncedAt'), details };
    case 'Open':
      return { kind: 'opened', ...common, at: timeAt(event, 'ReceivedAt'), details };
    case 'Click':
      return { kind: 'clicked', ...common, at: timeAt(event, 'ReceivedAt'), details };
    default:
      return null;
  }
}
