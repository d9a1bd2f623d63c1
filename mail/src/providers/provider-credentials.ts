import type { ApiOptions } from './api-provider.ts';
import { createMailgun, type MailgunCredentials, mailgunEndpoints } from './mailgun.ts';
import { createPostmark, type PostmarkCredentials, postmarkEndpoint } from './postmark.ts';
import type { Provider } from './provider.ts';
import { createResend, type ResendCredentials, resendEndpoint } from './resend.ts';
import { createSes, type SesCredentials, sesEndpoint } from './ses.ts';

/** The credentials for sending through the API of one provider. */
export type ProviderCredentials =
  | ({ provider: 'ses' } & SesCredentials)
  | ({ provider: 'postmark' } & PostmarkCredentials)
  | ({ provider: 'resend' } & ResendCredentials)
  | ({ provider: 'mailgun' } & MailgunCredentials);

/** Creates the provider that these credentials are for. */
export function createProviderFor(credentials: ProviderCredentials, options: ApiOptions): Provider {
  switch (credentials.provider) {
    case 'ses':
      return createSes({ ...credentials, ...options });
    case 'postmark':
      return createPostmark({ ...credentials, ...options });
    case 'resend':
      return createResend({ ...credentials, ...options });
    case 'mailgun':
      return createMailgun({ ...credentials, ...options });
  }
}

/** The provider's display name and the origin of its API. */
export function describeProvider(credentials: ProviderCredentials): {
  label: string;
  endpoint: string;
} {
  switch (credentials.provider) {
    case 'ses':
      return { label: 'Amazon SES', endpoint: sesEndpoint(credentials.region) };
    case 'postmark':
      return { label: 'Postmark', endpoint: postmarkEndpoint };
    case 'resend':
      return { label: 'Resend', endpoint: resendEndpoint };
    case 'mailgun':
      return { label: 'Mailgun', endpoint: mailgunEndpoints[credentials.region] };
  }
}
