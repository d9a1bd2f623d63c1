import type { WebhookSecrets } from '@postroad/mail/webhooks/read-webhook';
import { ConfigError, type Environment, secret } from './environment.ts';

const arn = /^arn:aws[a-z-]*:sns:[a-z0-9-]{1,30}:\d{12}:[A-Za-z0-9_-]{1,256}$/;

/** Reads the variables about webhooks. Throws a ConfigError for the first malformed one. */
export function readWebhookConfig(env: Environment): WebhookSecrets {
  const sesTopicArn = env.SES_TOPIC_ARN || null;
  if (sesTopicArn !== null && !arn.test(sesTopicArn)) {
    throw new ConfigError(
      'SES_TOPIC_ARN',
      'must look like arn:aws:sns:eu-west-1:123456789012:mail.',
    );
  }
  const shared = secret(env, 'WEBHOOK_PASSWORD', 16);
  // Who runs one of them must not be able to speak for the others (SEC-30).
  const passwords = {
    ses: secret(env, 'WEBHOOK_PASSWORD_SES', 16) ?? shared,
    postmark: secret(env, 'WEBHOOK_PASSWORD_POSTMARK', 16) ?? shared,
    smtp: secret(env, 'WEBHOOK_PASSWORD_SMTP', 16) ?? shared,
  };
  if (sesTopicArn !== null && passwords.ses === null) {
    throw new ConfigError(
      'WEBHOOK_PASSWORD',
      'or WEBHOOK_PASSWORD_SES must be set together with SES_TOPIC_ARN.',
    );
  }
  const resendSecret = secret(env, 'RESEND_WEBHOOK_SECRET', 16);
  if (resendSecret !== null && !/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(resendSecret)) {
    throw new ConfigError(
      'RESEND_WEBHOOK_SECRET',
      'must be copied as Resend shows it, from whsec_ on.',
    );
  }
  return {
    passwords,
    sesTopicArn,
    sesCertificates: certificates(env),
    resendSecret,
    mailgunKey: secret(env, 'MAILGUN_WEBHOOK_KEY', 16),
  };
}

function certificates(env: Environment): string | null {
  const pem = env.SES_SNS_CERTIFICATES?.replaceAll('\\n', '\n') || null;
  if (pem !== null && !pem.includes('-----BEGIN CERTIFICATE-----')) {
    throw new ConfigError('SES_SNS_CERTIFICATES', 'must be certificates in PEM.');
  }
  return pem;
}
