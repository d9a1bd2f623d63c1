import type { ApiOptions } from './api-provider.ts';
import { createMailgun, type MailgunAccount, mailgunEndpoints } from './mailgun.ts';
import { createPostmark, type PostmarkAccount, postmarkEndpoint } from './postmark.ts';
import type { Provider } from './provider.ts';
import { createResend, type ResendAccount, resendEndpoint } from './resend.ts';
import { createSes, type SesAccount, sesEndpoint } from './ses.ts';

/** An account with a provider that is spoken to by its API. */
export type MailAccount =
  | ({ provider: 'ses' } & SesAccount)
  | ({ provider: 'postmark' } & PostmarkAccount)
  | ({ provider: 'resend' } & ResendAccount)
  | ({ provider: 'mailgun' } & MailgunAccount);

export function createAccountProvider(account: MailAccount, options: ApiOptions): Provider {
  switch (account.provider) {
    case 'ses':
      return createSes({ ...account, ...options });
    case 'postmark':
      return createPostmark({ ...account, ...options });
    case 'resend':
      return createResend({ ...account, ...options });
    case 'mailgun':
      return createMailgun({ ...account, ...options });
  }
}

/** The provider's name for people, and where its API answers. */
export function describeAccount(account: MailAccount): { label: string; endpoint: string } {
  switch (account.provider) {
    case 'ses':
      return { label: 'Amazon SES', endpoint: sesEndpoint(account.region) };
    case 'postmark':
      return { label: 'Postmark', endpoint: postmarkEndpoint };
    case 'resend':
      return { label: 'Resend', endpoint: resendEndpoint };
    case 'mailgun':
      return { label: 'Mailgun', endpoint: mailgunEndpoints[account.region] };
  }
}
