import { type DkimKey, withDkim } from '@postroad/mail/message/dkim';
import { createOutbox } from '@postroad/mail/providers/outbox';
import type { Provider } from '@postroad/mail/providers/provider';
import {
  createProviderFor,
  describeProvider,
  type ProviderCredentials,
} from '@postroad/mail/providers/provider-credentials';
import { withRateLimit } from '@postroad/mail/providers/rate-limited-provider';
import { createAccessTokenSource, type OauthClient } from '@postroad/mail/smtp/oauth-token';
import { createSmtp } from '@postroad/mail/smtp/smtp';

/** How mail is sent, by the configuration. */
interface MailRoute {
  mailProvider: string;
  smtpUrl: string | null;
  /** Set if the SMTP server requires OAuth. */
  smtpOauth: OauthClient | null;
  /** Set if the provider is used through its API. */
  providerCredentials: ProviderCredentials | null;
  /** Mails that a process hands over in a second; null means the provider's default rate. */
  mailPerSecond: number | null;
  /** Signs mail that leaves by SMTP or is written to the outbox. */
  dkim: DkimKey | null;
  outboxDir: string;
}

/** The configured provider, with its rate limit and signature. */
export function openProvider(config: MailRoute): Provider {
  const { providerCredentials, mailPerSecond: perSecond, dkim, smtpOauth } = config;
  if (providerCredentials !== null) {
    return createProviderFor(providerCredentials, perSecond === null ? {} : { perSecond });
  }
  const plain =
    config.mailProvider === 'smtp' && config.smtpUrl !== null
      ? createSmtp({
          url: config.smtpUrl,
          ...(smtpOauth && { accessToken: createAccessTokenSource(smtpOauth) }),
        })
      : createOutbox({ dir: config.outboxDir });
  const paced = perSecond === null ? plain : withRateLimit(plain, perSecond);
  return dkim === null ? paced : withDkim(paced, dkim);
}

/**
 * Name and address of the provider's API, for messages; null if mail leaves by SMTP or into files.
 */
export function mailApi({
  providerCredentials,
}: Pick<MailRoute, 'providerCredentials'>): { label: string; endpoint: string } | null {
  return providerCredentials === null ? null : describeProvider(providerCredentials);
}
