import { forged, type WebhookReading, type WebhookRequest } from './feedback.ts';
import { readMailgunWebhook } from './mailgun-webhook.ts';
import { readPostmarkWebhook } from './postmark-webhook.ts';
import { readReportWebhook } from './report-message.ts';
import { readResendWebhook } from './resend-webhook.ts';
import { readSesWebhook } from './ses-webhook.ts';
import { hasPassword } from './shared-password.ts';

/**
 * The secrets that prove the sender of a webhook. Without one, the provider's webhooks are
 * rejected.
 */
export interface WebhookSecrets {
  /** The basic-auth password in the webhook URL given to Amazon SNS, Postmark or a mail server. */
  password: string | null;
  /** The one SNS topic whose notifications are accepted. */
  sesTopicArn: string | null;
  /** The certificates (PEM) of SNS; if set, its signature is checked too. */
  sesCertificates: string | null;
  /** As Resend displays it: `whsec_` and base64. */
  resendSecret: string | null;
  mailgunKey: string | null;
}

/** The providers in `/webhooks/…`; `smtp` is any mail server that forwards reports. */
export const webhookProviders = ['ses', 'postmark', 'resend', 'mailgun', 'smtp'] as const;

export type WebhookProvider = (typeof webhookProviders)[number];

/** Checks the sender of a webhook, then reads its feedback. Never throws. */
export function readWebhook(
  provider: WebhookProvider,
  request: WebhookRequest,
  secrets: WebhookSecrets,
  now: Date,
): WebhookReading {
  const { password, sesTopicArn, sesCertificates, resendSecret, mailgunKey } = secrets;
  switch (provider) {
    case 'ses':
      if (password === null || sesTopicArn === null) return forged;
      return readSesWebhook(request, {
        password,
        topicArn: sesTopicArn,
        certificates: sesCertificates,
      });
    case 'postmark':
      return password === null ? forged : readPostmarkWebhook(request, password);
    case 'resend':
      return resendSecret === null ? forged : readResendWebhook(request, resendSecret, now);
    case 'mailgun':
      return mailgunKey === null ? forged : readMailgunWebhook(request, mailgunKey, now);
    case 'smtp':
      return password === null ? forged : readReportWebhook(request, password);
  }
}

/**
 * Whether the headers of a webhook may be those of the provider: its secret is configured, and where
 * that is a password, it is there.
 */
export function admitsWebhook(
  provider: WebhookProvider,
  { authorization }: WebhookRequest['headers'],
  { password, sesTopicArn, resendSecret, mailgunKey }: WebhookSecrets,
): boolean {
  switch (provider) {
    case 'ses':
      return password !== null && sesTopicArn !== null && hasPassword(authorization, password);
    case 'postmark':
    case 'smtp':
      return password !== null && hasPassword(authorization, password);
    case 'resend':
      return resendSecret !== null;
    case 'mailgun':
      return mailgunKey !== null;
  }
}
