import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { connect as connectPlain } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import { lacksSender } from '@postroad/service/account/sender';
import type { Config } from '@postroad/service/app/config/config';
import { mailApi } from '@postroad/service/sending/mail-provider';
import { type DoctorCheck, sentence } from './doctor-check.ts';

/**
 * Checks that the mail provider can be reached, how mail is signed, and whether bounces are
 * received.
 */
export async function checkMail(config: Config): Promise<DoctorCheck[]> {
  const { dkim } = config;
  const signed = dkim && `Mail is signed by ${dkim.selector}._domainkey.${dkim.domain}`;
  return [
    await checkProvider(config),
    ...(signed ? [{ ok: true, summary: signed }] : []),
    ...checkWebhooks(config),
  ];
}

/** Checks that mail comes from somebody. */
export function checkSender(
  config: Config,
  { profile }: OperationOutput<'get_profile'>,
): DoctorCheck[] {
  if (config.mailProvider === 'outbox') return [];
  if (!lacksSender(config, profile, null)) {
    return [{ ok: true, summary: `Mail comes from ${profile.default_from_address}` }];
  }
  const fix =
    'Set MAIL_FROM, or run "postroad profile update --default-from-address hello@example.com".';
  return [{ ok: false, summary: 'No sender address is set, so mail is held', fix }];
}

async function checkProvider(config: Config): Promise<DoctorCheck> {
  const api = mailApi(config);
  if (api !== null) return await checkApi(api.label, api.endpoint);
  if (config.smtpUrl !== null && config.mailProvider === 'smtp') {
    return await checkSmtp(config.smtpUrl);
  }
  return await checkOutbox(config.outboxDir);
}

/** Checks only that the API can be reached; whether the key is valid shows with the first mail. */
async function checkApi(label: string, endpoint: string): Promise<DoctorCheck> {
  const { hostname } = new URL(endpoint);
  const what = `${label} at ${hostname}`;
  try {
    await new Promise<void>((resolve, reject) => {
      const socket = connectTls({ host: hostname, port: 443, servername: hostname });
      socket.setTimeout(limits.doctorSmtpMs, () => socket.destroy(new Error('no answer')));
      socket.once('error', reject);
      socket.once('secureConnect', () => {
        socket.destroy();
        resolve();
      });
    });
    return { ok: true, summary: `${what} answers` };
  } catch (error) {
    const fix = `Check that this machine may connect to ${hostname}, port 443.`;
    return { ok: false, summary: `${what}: ${sentence(error)}`, fix };
  }
}

async function checkSmtp(smtpUrl: string): Promise<DoctorCheck> {
  const what = `SMTP server ${new URL(smtpUrl).host}`;
  const fix = 'Check SMTP_URL, and that this machine may connect to it.';
  try {
    const line = await greeting(smtpUrl);
    return line.startsWith('220')
      ? { ok: true, summary: `${what} answers` }
      : { ok: false, summary: `${what} answered "${line.slice(0, 80)}"`, fix };
  } catch (error) {
    return { ok: false, summary: `${what}: ${sentence(error)}`, fix };
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
    socket.setTimeout(limits.doctorSmtpMs, () => socket.destroy(new Error('no greeting')));
    socket.once('data', (bytes) => {
      socket.end('QUIT\r\n');
      resolve(bytes.toString('latin1').split('\r\n')[0] ?? '');
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection was closed without a greeting')));
  });
}

async function checkOutbox(outboxDir: string): Promise<DoctorCheck> {
  const what = `Outbox ${outboxDir}`;
  try {
    await mkdir(outboxDir, { recursive: true, mode: 0o700 });
    await access(outboxDir, constants.W_OK);
    return { ok: true, summary: `${what} can be written` };
  } catch (error) {
    const fix = 'Set OUTBOX_DIR to a folder that this user may write to.';
    return { ok: false, summary: `${what} cannot be written: ${sentence(error)}`, fix };
  }
}

const webhookVariable = {
  ses: 'SES_TOPIC_ARN and WEBHOOK_PASSWORD_SES',
  postmark: 'WEBHOOK_PASSWORD_POSTMARK',
  resend: 'RESEND_WEBHOOK_SECRET',
  mailgun: 'MAILGUN_WEBHOOK_KEY',
} as const;

/** Without webhooks, bounces and complaints are unknown. */
function checkWebhooks({ providerCredentials, webhooks }: Config): DoctorCheck[] {
  if (providerCredentials === null) return [];
  const { provider } = providerCredentials;
  const isConfigured = {
    ses: webhooks.sesTopicArn !== null,
    postmark: webhooks.passwords.postmark !== null,
    resend: webhooks.resendSecret !== null,
    mailgun: webhooks.mailgunKey !== null,
  }[provider];
  if (isConfigured)
    return [{ ok: true, summary: `Webhooks are received at /webhooks/${provider}` }];
  const fix = `Set ${webhookVariable[provider]}, and let ${provider} post to /webhooks/${provider}.`;
  return [{ ok: false, summary: 'Webhooks: bounces and complaints are not received', fix }];
}
