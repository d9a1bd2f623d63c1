import { forged, type WebhookReading, type WebhookRequest } from './feedback.ts';
import { readMailgunWebhook } from './mailgun-webhook.ts';
import { readPostmarkWebhook } from './postmark-webhook.ts';
import { readReportWebhook } from './report-message.ts';
import { readResendWebhook } from './resend-webhook.ts';
import { readSesWebhook } from './ses-webhook.ts';

/** What shows that a webhook comes from the provider; a provider without it is not believed. */
export interface WebhookSecrets {
  /** Basic authentication of the address given to Amazon SNS, Postmark or a mail server. */
  password: string | null;
  /** The one SNS topic that is listened to. */
  sesTopicArn: string | null;
  /** Certificates (PEM) with which SNS signs; where set, its signature is checked besides. */
  sesCertificates: string | null;
  /** As Resend shows it: `whsec_` and base64. */
  resendSecret: string | null;
  mailgunKey: string | null;
}

/** Who may post to `/webhooks/…`; `smtp` is any mail server that passes reports on. */
export const webhookProviders = ['ses', 'postmark', 'resend', 'mailgun', 'smtp'] as const;

export type WebhookProvider = (typeof webhookProviders)[number];

/** Checks who posts, then reads what became of which mail. No input makes it throw. */
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
