import { createHmac } from 'node:crypto';
import { limits } from '@postroad/core/platform/limits';
import { isHardBounce } from '@postroad/core/queue/hard-bounce';
import { readReference, referenceOfMessageId, referenceTag } from '../providers/send-reference.ts';
import {
  type FeedbackKind,
  forged,
  type MailFeedback,
  type WebhookReading,
  type WebhookRequest,
} from './feedback.ts';
import { detailsOf } from './feedback-details.ts';
import { member, parseJson, textAt, timeAt } from './json-value.ts';
import { sameText } from './shared-password.ts';

const kinds: ReadonlyMap<string, FeedbackKind> = new Map([
  ['delivered', 'delivered'],
  ['complained', 'complained'],
  ['opened', 'opened'],
  ['clicked', 'clicked'],
]);

/**
 * Reads a webhook of Mailgun. Mailgun signs a time and a random token, not the body, so the token
 * must count only once, and only within the hours in which Mailgun retries.
 */
export function readMailgunWebhook(
  { body }: WebhookRequest,
  signingKey: string,
  now: Date,
): WebhookReading {
  const event = parseJson(body);
  const time = textAt(event, 'signature', 'timestamp');
  const token = textAt(event, 'signature', 'token');
  const signature = textAt(event, 'signature', 'signature');
  if (time === null || token === null || signature === null) return forged;
  if (!/^\d{1,12}$/.test(time) || token.length > 200) return forged;
  const age = now.getTime() - Number(time) * 1000;
  if (age > limits.webhookRetriedMs || age < -limits.webhookFreshMs) return forged;
  const signed = createHmac('sha256', signingKey).update(`${time}${token}`).digest('hex');
  if (!sameText(signature, signed)) return forged;
  const feedback = feedbackOf(member(event, 'event-data'));
  return { kind: 'read', key: token, feedback: feedback === null ? [] : [feedback], notice: null };
}

function feedbackOf(event: unknown): MailFeedback | null {
  const name = textAt(event, 'event') ?? '';
  const kind = name === 'failed' ? failureKind(event) : kinds.get(name);
  if (kind === undefined) return null;
  const messageId = textAt(event, 'message', 'headers', 'message-id');
  return {
    kind,
    send:
      readReference(textAt(event, 'user-variables', referenceTag)) ??
      referenceOfMessageId(messageId),
    providerId: messageId,
    address: textAt(event, 'recipient'),
    at: timeAt(event, 'timestamp'),
    details: detailsOf({
      type: textAt(event, 'severity'),
      subtype: textAt(event, 'reason'),
      status: member(event, 'delivery-status', 'code'),
      answer:
        textAt(event, 'delivery-status', 'message') ??
        textAt(event, 'delivery-status', 'description'),
      user_agent: textAt(event, 'client-info', 'user-agent'),
      url: textAt(event, 'url'),
    }),
  };
}

/**
 * Mailgun's reason `old` means that it gave up retrying; `generic` and `espblock` concern the mail,
 * not the address.
 */
function failureKind(event: unknown): FeedbackKind | undefined {
  const reason = textAt(event, 'reason');
  if (textAt(event, 'severity') !== 'permanent') return 'soft_bounced';
  if (reason === 'suppress-complaint') return 'complained';
  if (reason === 'suppress-unsubscribe') return undefined;
  if (reason === 'suppress-bounce') return 'hard_bounced';
  const enhanced = textAt(event, 'delivery-status', 'enhanced-code');
  return isHardBounce(enhanced, reason === 'bounce') ? 'hard_bounced' : 'soft_bounced';
}
