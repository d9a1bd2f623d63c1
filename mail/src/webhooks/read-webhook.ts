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
  /** The basic-auth passwords in the webhook URLs given to Amazon SNS, Postmark and mail servers. */
  passwords: Readonly<Record<'ses' | 'postmark' | 'smtp', string | null>>;
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
  const { passwords, sesTopicArn, sesCertificates, resendSecret, mailgunKey } = secrets;
  switch (provider) {
    case 'ses':
      if (passwords.ses === null || sesTopicArn === null) return forged;
      return readSesWebhook(
        request,
        { password: passwords.ses, topicArn: sesTopicArn, certificates: sesCertificates },
        now,
      );
    case 'postmark':
      return passwords.postmark === null
        ? forged
        : readPostmarkWebhook(request, passwords.postmark);
    case 'resend':
      return resendSecret === null ? forged : readResendWebhook(request, resendSecret, now);
    case 'mailgun':
      return mailgunKey === null ? forged : readMailgunWebhook(request, mailgunKey, now);
    case 'smtp':
      return passwords.smtp === null ? forged : readReportWebhook(request, passwords.smtp);
  }
}

/**
 * Whether the headers of a webhook may be those of the provider: its secret is configured, and where
 * that is a password, it is there.
 */
export function admitsWebhook(
  provider: WebhookProvider,
  { authorization }: WebhookRequest['headers'],
  { passwords, sesTopicArn, resendSecret, mailgunKey }: WebhookSecrets,
): boolean {
  const isSent = (password: string | null) =>
    password !== null && hasPassword(authorization, password);
  switch (provider) {
    case 'ses':
      return sesTopicArn !== null && isSent(passwords.ses);
    case 'postmark':
    case 'smtp':
      return isSent(passwords[provider]);
    case 'resend':
      return resendSecret !== null;
    case 'mailgun':
      return mailgunKey !== null;
  }
}
