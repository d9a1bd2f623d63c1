import { parseMailbox } from '@postroad/core/people/address';
import { type DkimKey, isDkimName, readDkimKey } from '@postroad/mail/message/dkim';
import type { ProviderCredentials } from '@postroad/mail/providers/provider-credentials';
import type { OauthClient } from '@postroad/mail/smtp/oauth-token';
import { parseSmtpUrl } from '@postroad/mail/smtp/smtp-url';
import { address, ConfigError, choice, type Environment, flag, secret } from './environment.ts';

const providers = ['outbox', 'smtp', 'ses', 'postmark', 'resend', 'mailgun'] as const;

export type MailProvider = (typeof providers)[number];

/** How mail is sent. */
export interface MailConfig {
  mailProvider: MailProvider;
  /** The sender where the profile has none yet. */
  mailFrom: string | null;
  smtpUrl: string | null;
  /** Set if SMTP_URL says auth=xoauth2. */
  smtpOauth: OauthClient | null;
  /** Set if the provider is used through its API. */
  providerCredentials: ProviderCredentials | null;
  /** Mails that a process hands over in a second; null means the provider's default rate. */
  mailPerSecond: number | null;
  /**
   * Whether opt-outs are reported to the provider, so that it also holds back mail that others send
   * through it.
   */
  pushOptOuts: boolean;
  /** Signs mail that leaves by SMTP or is written to the outbox. */
  dkim: DkimKey | null;
}

/**
 * Variables of one provider only: they show which provider is meant where MAIL_PROVIDER is unset.
 */
const telling = [
  ['POSTMARK_TOKEN', 'postmark'],
  ['RESEND_API_KEY', 'resend'],
  ['MAILGUN_API_KEY', 'mailgun'],
] as const;

/**
 * Reads the variables about sending. Throws a ConfigError for the first malformed or missing one.
 */
export function readMailConfig(env: Environment): MailConfig {
  const smtpUrl = address(env, 'SMTP_URL', ['smtp://', 'smtps://']);
  const mailProvider = providerOf(env, smtpUrl);
  if (mailProvider === 'smtp' && !smtpUrl) {
    throw new ConfigError(
      'SMTP_URL',
      'must be set while MAIL_PROVIDER is smtp, for example smtp://localhost:25.',
    );
  }
  return {
    mailProvider,
    mailFrom: mailFromOf(env),
    smtpUrl,
    smtpOauth: mailProvider === 'smtp' ? oauthOf(env, smtpUrl) : null,
    providerCredentials: accountOf(env, mailProvider),
    mailPerSecond: perSecond(env),
    pushOptOuts: pushes(env, mailProvider),
    dkim: dkimOf(env, mailProvider),
  };
}

function mailFromOf(env: Environment): string | null {
  const value = env.MAIL_FROM?.trim() || null;
  if (value === null || parseMailbox(value)) return value;
  throw new ConfigError(
    'MAIL_FROM',
    'must be one address, as in hello@example.com or Name <hello@example.com>.',
  );
}

function providerOf(env: Environment, smtpUrl: string | null): MailProvider {
  const chosen = choice(env, 'MAIL_PROVIDER', providers, null);
  if (chosen !== null) return chosen;
  if (smtpUrl !== null) return 'smtp';
  for (const [name, provider] of telling) {
    if (!env[name]) continue;
    throw new ConfigError(
      'MAIL_PROVIDER',
      `must say who sends, since ${name} is set: set it to ${provider}, or to outbox to send nothing.`,
    );
  }
  return 'outbox';
}

function accountOf(env: Environment, provider: MailProvider): ProviderCredentials | null {
  const key = (name: string) => required(env, name, provider, secret(env, name, 8));
  switch (provider) {
    case 'ses':
      return {
        provider,
        region: named(env, 'AWS_REGION', provider, /^[a-z]{2}(?:-[a-z]+)+-\d{1,2}$/, 'eu-west-1'),
        accessKeyId: key('AWS_ACCESS_KEY_ID'),
        secretAccessKey: key('AWS_SECRET_ACCESS_KEY'),
        sessionToken: secret(env, 'AWS_SESSION_TOKEN', 8),
        configurationSet: optional(env, 'SES_CONFIGURATION_SET', /^[A-Za-z0-9_-]{1,64}$/),
      };
    case 'postmark':
      return {
        provider,
        token: key('POSTMARK_TOKEN'),
        stream: optional(env, 'POSTMARK_STREAM', /^[a-z0-9-]{1,64}$/),
      };
    case 'resend':
      return { provider, apiKey: key('RESEND_API_KEY') };
    case 'mailgun':
      return {
        provider,
        apiKey: key('MAILGUN_API_KEY'),
        domain: named(env, 'MAILGUN_DOMAIN', provider, /^[a-z0-9.-]{1,253}$/i, 'mg.example.com'),
        region: choice(env, 'MAILGUN_REGION', ['us', 'eu'] as const, 'us'),
      };
    default:
      return null;
  }
}

/** Also refuses an SMTP_URL that cannot be used. */
function oauthOf(env: Environment, smtpUrl: string | null): OauthClient | null {
  if (smtpUrl === null) return null;
  try {
    if (parseSmtpUrl(smtpUrl).oauthUser === null) return null;
  } catch (error) {
    const sentence = error instanceof Error ? error.message : 'It cannot be read.';
    throw new ConfigError('SMTP_URL', `is not right. ${sentence}`);
  }
  const tokenUrl = address(env, 'SMTP_OAUTH_TOKEN_URL', ['https://', 'http://']);
  const key = (name: string) => {
    const value = secret(env, name, 1);
    if (value !== null) return value;
    throw new ConfigError(name, 'must be set, since SMTP_URL says auth=xoauth2.');
  };
  if (tokenUrl === null) {
    throw new ConfigError('SMTP_OAUTH_TOKEN_URL', 'must be set, since SMTP_URL says auth=xoauth2.');
  }
  return {
    tokenUrl,
    clientId: key('SMTP_OAUTH_CLIENT_ID'),
    clientSecret: key('SMTP_OAUTH_CLIENT_SECRET'),
    refreshToken: key('SMTP_OAUTH_REFRESH_TOKEN'),
  };
}

function required(
  env: Environment,
  name: string,
  provider: MailProvider,
  value: string | null,
): string {
  if (value === null) {
    throw new ConfigError(name, `must be set while MAIL_PROVIDER is ${provider}.`);
  }
  // The value becomes part of a header.
  if (!/^[\x21-\x7e]+$/.test(env[name] ?? '')) {
    throw new ConfigError(name, 'must hold printable ASCII characters only.');
  }
  return value;
}

function named(
  env: Environment,
  name: string,
  provider: MailProvider,
  form: RegExp,
  example: string,
): string {
  const value = required(env, name, provider, env[name] || null);
  if (!form.test(value)) throw new ConfigError(name, `must look like ${example}.`);
  return value;
}

function optional(env: Environment, name: string, form: RegExp): string | null {
  const value = env[name] || null;
  if (value === null || form.test(value)) return value;
  throw new ConfigError(name, 'has characters that no such name has, or is too long.');
}

function perSecond(env: Environment): number | null {
  const value = env.MAIL_PER_SECOND || null;
  if (value === null) return null;
  const rate = /^\d{1,5}(?:\.\d{1,3})?$/.test(value) ? Number(value) : 0;
  if (rate <= 0) {
    throw new ConfigError('MAIL_PER_SECOND', 'must be a number of mails above 0, such as 14.');
  }
  return rate;
}

function pushes(env: Environment, provider: MailProvider): boolean {
  const keepsList = provider !== 'smtp' && provider !== 'outbox';
  const wanted = flag(env, 'PUSH_OPT_OUTS', keepsList);
  if (!wanted || keepsList) return wanted;
  throw new ConfigError(
    'PUSH_OPT_OUTS',
    `is for providers with a list of their own; ${provider} keeps none. Leave it out.`,
  );
}

const dkimNames = ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'] as const;

function dkimOf(env: Environment, provider: MailProvider): DkimKey | null {
  const given = dkimNames.filter((name) => env[name]);
  if (given.length === 0) return null;
  for (const name of dkimNames) {
    if (!env[name]) throw new ConfigError(name, `must be set together with ${given.join(', ')}.`);
  }
  if (provider !== 'smtp' && provider !== 'outbox') {
    throw new ConfigError(
      'DKIM_DOMAIN',
      `is for smtp and outbox; ${provider} signs mail itself. Leave the three DKIM variables out.`,
    );
  }
  const [domain = '', selector = '', pem = ''] = dkimNames.map((name) => env[name]);
  for (const [name, value] of [
    ['DKIM_DOMAIN', domain],
    ['DKIM_SELECTOR', selector],
  ] as const) {
    if (!isDkimName(value)) {
      throw new ConfigError(name, 'must be a DNS name of letters, digits, "-" and ".".');
    }
  }
  try {
    return { domain, selector, privateKey: readDkimKey(pem) };
  } catch (error) {
    throw new ConfigError('DKIM_PRIVATE_KEY', error instanceof Error ? error.message : 'is none.');
  }
}
