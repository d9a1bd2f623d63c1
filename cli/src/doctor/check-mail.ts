import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { connect as connectPlain } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { limits } from '@postroad/core/platform/limits';
import type { Config } from '@postroad/service/app/config/config';
import { mailApi } from '@postroad/service/sending/mail-provider';
import { type Finding, sentence } from './doctor-check.ts';

/** Who sends mail and whether it can be reached, how it is signed, and whether bounces come back. */
export async function checkMail(config: Config): Promise<Finding[]> {
  const { dkim } = config;
  const signed = dkim && `Mail is signed by ${dkim.selector}._domainkey.${dkim.domain}`;
  return [
    await checkProvider(config),
    ...(signed ? [{ ok: true, what: signed }] : []),
    ...checkWebhooks(config),
  ];
}

async function checkProvider(config: Config): Promise<Finding> {
  const api = mailApi(config);
  if (api !== null) return await checkApi(api.label, api.endpoint);
  if (config.smtpUrl !== null && config.mailProvider === 'smtp') {
    return await checkSmtp(config.smtpUrl);
  }
  return await checkOutbox(config.outboxDir);
}

/** Only that it can be reached: whether the key is right shows with the first mail. */
async function checkApi(label: string, endpoint: string): Promise<Finding> {
  const { hostname } = new URL(endpoint);
  const what = `${label} at ${hostname}`;
  try {
    await new Promise<void>((resolve, reject) => {
      const socket = connectTls({ host: hostname, port: 443, servername: hostname });
      socket.setTimeout(limits.doctorSmtpMs, () => socket.destroy(new Error('no answer came')));
      socket.once('error', reject);
      socket.once('secureConnect', () => {
        socket.destroy();
        resolve();
      });
    });
    return { ok: true, what: `${what} answers` };
  } catch (error) {
    const fix = `Check that this machine may connect to ${hostname}, port 443.`;
    return { ok: false, what: `${what}: ${sentence(error)}`, fix };
  }
}

async function checkSmtp(smtpUrl: string): Promise<Finding> {
  const what = `SMTP server ${new URL(smtpUrl).host}`;
  const fix = 'Check SMTP_URL, and that this machine may connect to it.';
  try {
    const line = await greeting(smtpUrl);
    return line.startsWith('220')
      ? { ok: true, what: `${what} answers` }
      : { ok: false, what: `${what} answered "${line.slice(0, 80)}"`, fix };
  } catch (error) {
    return { ok: false, what: `${what}: ${sentence(error)}`, fix };
  }
}

/** The first line an SMTP server says; a greeting starts with 220 (RFC 5321 §3.1). */
function greeting(smtpUrl: string): Promise<string> {
  const { protocol, hostname, port } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const target = { host, port: Number(port || (secure ? 465 : 587)) };
  return new Promise((resolve, reject) => {
    const socket = secure ? connectTls({ ...target, servername: host }) : connectPlain(target);
    socket.setTimeout(limits.doctorSmtpMs, () => socket.destroy(new Error('no greeting came')));
    socket.once('data', (bytes) => {
      socket.end('QUIT\r\n');
      resolve(bytes.toString('latin1').split('\r\n')[0] ?? '');
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection was closed without a greeting')));
  });
}

async function checkOutbox(outboxDir: string): Promise<Finding> {
  const what = `Outbox ${outboxDir}`;
  try {
    await mkdir(outboxDir, { recursive: true });
    await access(outboxDir, constants.W_OK);
    return { ok: true, what: `${what} can be written` };
  } catch (error) {
    const fix = 'Set OUTBOX_DIR to a folder that this user may write to.';
    return { ok: false, what: `${what} cannot be written: ${sentence(error)}`, fix };
  }
}

const webhookVariable = {
  ses: 'SES_TOPIC_ARN and WEBHOOK_PASSWORD',
  postmark: 'WEBHOOK_PASSWORD',
  resend: 'RESEND_WEBHOOK_SECRET',
  mailgun: 'MAILGUN_WEBHOOK_KEY',
} as const;

/** Without webhooks nobody learns of bounces and complaints. */
function checkWebhooks({ mailAccount, webhooks }: Config): Finding[] {
  if (mailAccount === null) return [];
  const { provider } = mailAccount;
  const listens = {
    ses: webhooks.sesTopicArn !== null,
    postmark: webhooks.password !== null,
    resend: webhooks.resendSecret !== null,
    mailgun: webhooks.mailgunKey !== null,
  }[provider];
  if (listens) return [{ ok: true, what: `Webhooks are read at /webhooks/${provider}` }];
  const fix = `Set ${webhookVariable[provider]}, and have ${provider} post to /webhooks/${provider}.`;
  return [{ ok: false, what: 'Webhooks: bounces and complaints are not heard of', fix }];
}
