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
  const password = secret(env, 'WEBHOOK_PASSWORD', 16);
  if (sesTopicArn !== null && password === null) {
    throw new ConfigError('WEBHOOK_PASSWORD', 'must be set together with SES_TOPIC_ARN.');
  }
  const resendSecret = secret(env, 'RESEND_WEBHOOK_SECRET', 16);
  if (resendSecret !== null && !/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(resendSecret)) {
    throw new ConfigError(
      'RESEND_WEBHOOK_SECRET',
      'must be copied as Resend shows it, from whsec_ on.',
    );
  }
  return {
    password,
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
