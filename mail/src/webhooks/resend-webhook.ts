import { createHmac } from 'node:crypto';
import { limits } from '@postroad/core/platform/limits';
import { readReference, referenceTag, type SendReference } from '../providers/send-reference.ts';
import {
  type FeedbackKind,
  forged,
  type MailFeedback,
  type WebhookReading,
  type WebhookRequest,
} from './feedback.ts';
import { detailsOf } from './feedback-details.ts';
import { listAt, parseJson, textAt, timeAt } from './json-value.ts';
import { sameText } from './shared-password.ts';

const kinds: ReadonlyMap<string, FeedbackKind> = new Map([
  ['email.delivered', 'delivered'],
  // Resend could not send it, for its domain, its quota or its content.
  ['email.failed', 'soft_bounced'],
  ['email.complained', 'complained'],
  ['email.opened', 'opened'],
  ['email.clicked', 'clicked'],
]);

/**
 * Reads a webhook of Resend. Resend posts through Svix, which signs id, time and body with
 * HMAC-SHA-256. A delivery whose time is more than five minutes off is rejected. `secret` is
 * `whsec_` and base64.
 */
export function readResendWebhook(
  { headers, body }: WebhookRequest,
  secret: string,
  now: Date,
): WebhookReading {
  const id = headers['svix-id'] ?? headers['webhook-id'];
  const time = headers['svix-timestamp'] ?? headers['webhook-timestamp'];
  const signatures = headers['svix-signature'] ?? headers['webhook-signature'];
  if (typeof id !== 'string' || typeof time !== 'string' || typeof signatures !== 'string') {
    return forged;
  }
  if (id === '' || id.length > 200 || signatures.length > 2_000 || !/^\d{1,12}$/.test(time)) {
    return forged;
  }
  if (Math.abs(Number(time) * 1000 - now.getTime()) > limits.webhookFreshMs) return forged;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest('base64');
  const good = signatures.split(' ').some((signature) => sameText(signature, `v1,${signed}`));
  if (!good) return forged;
  const feedback = feedbackOf(parseJson(body));
  return { kind: 'read', key: id, feedback: feedback === null ? [] : [feedback], notice: null };
}

function feedbackOf(event: unknown): MailFeedback | null {
  const type = textAt(event, 'type') ?? '';
  const kind = type === 'email.bounced' ? bounceKind(event) : kinds.get(type);
  if (kind === undefined) return null;
  return {
    kind,
    send: referenceOf(event),
    providerId: textAt(event, 'data', 'email_id'),
    address: textAt(listAt(event, 'data', 'to'), '0'),
    ...(type === 'email.failed' && { ofProvider: true }),
    at: timeAt(event, 'data', 'click', 'timestamp') ?? timeAt(event, 'created_at'),
    details: detailsOf({
      type: textAt(event, 'data', 'bounce', 'type'),
      subtype: textAt(event, 'data', 'bounce', 'subType'),
      answer:
        textAt(event, 'data', 'bounce', 'message') ?? textAt(event, 'data', 'failed', 'reason'),
      user_agent: textAt(event, 'data', 'click', 'userAgent'),
      url: textAt(event, 'data', 'click', 'link'),
    }),
  };
}

/** A bounce is permanent unless Resend says otherwise. */
function bounceKind(event: unknown): FeedbackKind {
  const type = textAt(event, 'data', 'bounce', 'type');
  return type === 'Transient' || type === 'Undetermined' ? 'soft_bounced' : 'hard_bounced';
}

/** Tags are an object; older deliveries have a list of names and values. */
function referenceOf(event: unknown): SendReference | null {
  const direct = readReference(textAt(event, 'data', 'tags', referenceTag));
  if (direct !== null) return direct;
  const listed = listAt(event, 'data', 'tags').find((tag) => textAt(tag, 'name') === referenceTag);
  return readReference(textAt(listed, 'value'));
}
