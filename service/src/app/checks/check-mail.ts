import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { connect as connectPlain } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { CheckResult } from '@postroad/core/account/checks/check-operations';
import { limits } from '@postroad/core/platform/limits';
import { isLoopbackHost } from '@postroad/core/platform/url';
import { webhookProviders } from '@postroad/mail/webhooks/read-webhook';
import type { ProfileRow } from '@postroad/store/account/profile';
import { defaultSender, lacksSender, type SenderConfig } from '../../account/sender.ts';
import { mailApi } from '../../sending/mail-provider.ts';
import type { Config } from '../config/config.ts';
import { clockResult } from './check-clock.ts';
import { reasonOf, resultsOf } from './check-result.ts';

const sender = resultsOf('sender');
const provider = resultsOf('provider');
const webhooks = resultsOf('webhooks');
const dkimKey = resultsOf('dkim_key');

/** Whether mail comes from somebody. */
export function senderResults(
  config: SenderConfig,
  profile: Pick<ProfileRow, 'default_from_address'>,
): CheckResult[] {
  if (config.mailProvider === 'outbox') return [];
  if (!lacksSender(config, profile, null)) {
    return [sender.ok('sender_set', { sender: defaultSender(config, profile) })];
  }
  return [sender.problem('sender_missing')];
}

/** The outbox is for trying out; where people are to get mail it is worth a word. */
export function outboxResults({
  mailProvider,
  outboxDir,
}: Pick<Config, 'mailProvider' | 'outboxDir'>): CheckResult[] {
  if (mailProvider !== 'outbox') return [];
  return [provider.warning('provider_missing', { folder: outboxDir })];
}

/** A listener to which programs cannot log in takes no mail (SUBM-03). */
export function submissionResults({
  host,
  submission,
}: Pick<Config, 'host' | 'submission'>): CheckResult[] {
  if (submission === null || submission.tls !== null || isLoopbackHost(host)) return [];
  return [provider.problem('submission_without_tls', { host })];
}

type MailRoute = Pick<Config, 'mailProvider' | 'providerCredentials' | 'smtpUrl' | 'outboxDir'>;

/** Whether the configured provider can be reached. */
export async function checkProvider(config: MailRoute): Promise<CheckResult[]> {
  const api = mailApi(config);
  if (api !== null) return await checkApi(api.label, api.endpoint);
  if (config.smtpUrl !== null && config.mailProvider === 'smtp') {
    return [await checkSmtp(config.smtpUrl)];
  }
  return [await checkOutbox(config.outboxDir)];
}

/**
 * Any answer will do: whether the key is valid shows with the first mail. Its date is that of a
 * clock outside, by which signed requests are judged.
 */
export async function checkApi(label: string, endpoint: string): Promise<CheckResult[]> {
  const { host } = new URL(endpoint);
  const values = { provider: label, host };
  const signal = AbortSignal.timeout(limits.checkAnswerMs);
  try {
    const { headers } = await fetch(endpoint, { method: 'HEAD', redirect: 'manual', signal });
    const theirs = Date.parse(headers.get('date') ?? '');
    const clock = Number.isNaN(theirs)
      ? []
      : [clockResult('provider', Date.now() - theirs, { provider: label })];
    return [provider.ok('api_answers', values), ...clock];
  } catch (error) {
    return [provider.problem('api_silent', values, reasonOf(error))];
  }
}

async function checkSmtp(smtpUrl: string): Promise<CheckResult> {
  const values = { host: new URL(smtpUrl).host };
  try {
    const line = await greeting(smtpUrl);
    return line.startsWith('220')
      ? provider.ok('smtp_answers', values)
      : provider.problem('smtp_no_greeting', values, line.slice(0, 80));
  } catch (error) {
    return provider.problem('smtp_silent', values, reasonOf(error));
  }
}

/** The first line of an SMTP server; a greeting starts with 220 (RFC 5321 §3.1). */
function greeting(smtpUrl: string): Promise<string> {
  const { protocol, hostname, port } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const target = { host, port: Number(port || (secure ? 465 : 587)) };
  return new Promise((resolve, reject) => {
    const socket = secure ? connectTls({ ...target, servername: host }) : connectPlain(target);
    socket.setTimeout(limits.checkAnswerMs, () => socket.destroy(new Error('no greeting')));
    socket.once('data', (bytes) => {
      socket.end('QUIT\r\n');
      resolve(bytes.toString('latin1').split('\r\n')[0] ?? '');
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection was closed without a greeting')));
  });
}

async function checkOutbox(outboxDir: string): Promise<CheckResult> {
  const values = { folder: outboxDir };
  try {
    await mkdir(outboxDir, { recursive: true, mode: 0o700 });
    await access(outboxDir, constants.W_OK);
    return provider.ok('outbox_writable', values);
  } catch (error) {
    return provider.problem('outbox_not_writable', values, reasonOf(error));
  }
}

/** Which key signs mail, and whether receivers may think it too short (SEC-23). */
export function signatureResults({ dkim }: Pick<Config, 'dkim'>): CheckResult[] {
  if (dkim === null) return [];
  const name = `${dkim.selector}._domainkey.${dkim.domain}`;
  const bits = dkim.privateKey.asymmetricKeyDetails?.modulusLength ?? limits.dkimRsaWeakBits;
  if (bits >= limits.dkimRsaWeakBits) return [dkimKey.ok('dkim_key_signs', { name })];
  return [dkimKey.warning('dkim_key_short', { name, bits })];
}

const webhookVariables = {
  ses: ['SES_TOPIC_ARN', 'WEBHOOK_PASSWORD_SES'],
  postmark: ['WEBHOOK_PASSWORD_POSTMARK'],
  resend: ['RESEND_WEBHOOK_SECRET'],
  mailgun: ['MAILGUN_WEBHOOK_KEY'],
} as const;

/** Without webhooks, bounces and complaints are unknown. */
export function webhookResults({
  mailProvider,
  providerCredentials,
  webhooks: secrets,
}: Pick<Config, 'mailProvider' | 'providerCredentials' | 'webhooks'>): CheckResult[] {
  const isConfigured = {
    smtp: secrets.passwords.smtp !== null,
    ses: secrets.sesTopicArn !== null,
    postmark: secrets.passwords.postmark !== null,
    resend: secrets.resendSecret !== null,
    mailgun: secrets.mailgunKey !== null,
  };
  if (mailProvider === 'smtp') {
    // SMTP_URL may lead to a provider, which reports as itself.
    const heard = webhookProviders.find((one) => isConfigured[one]);
    return heard === undefined
      ? [webhooks.warning('webhooks_missing_smtp')]
      : [webhooks.ok('webhooks_received', { provider: heard })];
  }
  if (providerCredentials === null) return [];
  const { provider: name } = providerCredentials;
  if (isConfigured[name]) return [webhooks.ok('webhooks_received', { provider: name })];
  const values = { provider: name, variables: webhookVariables[name].join(', ') };
  return [webhooks.problem('webhooks_missing', values)];
}
