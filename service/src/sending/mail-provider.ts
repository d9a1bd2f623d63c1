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

/** How mail leaves, as the configuration says. */
interface MailRoute {
  mailProvider: string;
  smtpUrl: string | null;
  /** Where the SMTP server asks for OAuth. */
  smtpOauth: OauthClient | null;
  /** Where the provider has an API. */
  mailAccount: ProviderCredentials | null;
  /** Mails a second that a process hands over; null is the provider's usual rate. */
  mailPerSecond: number | null;
  /** Signs what leaves by SMTP or lands in the outbox. */
  dkim: DkimKey | null;
  outboxDir: string;
}

/** The provider that the configuration names, at its rate and with its signature. */
export function openProvider(config: MailRoute): Provider {
  const { mailAccount, mailPerSecond: perSecond, dkim, smtpOauth } = config;
  if (mailAccount !== null) {
    return createProviderFor(mailAccount, perSecond === null ? {} : { perSecond });
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

/** Who takes mail by API, for people, and where; null where it leaves by SMTP or into files. */
export function mailApi({
  mailAccount,
}: Pick<MailRoute, 'mailAccount'>): { label: string; endpoint: string } | null {
  return mailAccount === null ? null : describeProvider(mailAccount);
}
