import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@postroad/core/platform/limits';
import { readConfig } from '@postroad/service/app/config/config';
import { tokenIn } from '@postroad/service/app/config/data-dir';
import { ConfigError } from '@postroad/service/app/config/environment';
import { expect, it } from 'vitest';

const password = 'correct-horse-battery';
const aws = { AWS_SECRET_ACCESS_KEY: password };
const mailgun = { MAILGUN_API_KEY: password, MAILGUN_DOMAIN: 'mg.example.com' };
const dkim = { DKIM_SELECTOR: 'postroad', DKIM_PRIVATE_KEY: password };

it.each([
  ['PORT', 'http', {}],
  ['PORT', '65536', {}],
  ['PORT', '-1', {}],
  ['PORT', '3000 ', {}],
  ['BASE_URL', 'example.com', {}],
  ['BASE_URL', `https://user:${password}@example.com`, {}],
  ['BASE_URL', 'https://example.com/?from=mail', {}],
  ['BASE_URL', 'https://example.com/#mail', {}],
  ['BASE_URL', `ftp://user:${password}@example.com`, {}],
  ['DATABASE_URL', `mysql://user:${password}@localhost/db`, {}],
  ['DATABASE_URL', `user:${password}@localhost`, {}],
  ['DATABASE_URL', `postgres://user:${password}@localhost:99999/db`, {}],
  ['SMTP_URL', `http://user:${password}@localhost`, {}],
  ['SMTP_URL', `smtp://user:${password}@`, {}],
  ['SMTP_URL', '', { MAIL_PROVIDER: 'smtp' }],
  [
    'SUBMISSION_PORT',
    '',
    { SUBMISSION_TLS_CERT: '-----BEGIN CERT', SUBMISSION_TLS_KEY: '-----BEGIN KEY' },
  ],
  ['SMTP_URL', `smtp://user:${password}@localhost?auth=xoauth2`, {}],
  ['SMTP_OAUTH_TOKEN_URL', '', { SMTP_URL: 'smtp://a@localhost?auth=xoauth2' }],
  [
    'SMTP_OAUTH_REFRESH_TOKEN',
    '',
    {
      ...{ SMTP_URL: 'smtp://a@localhost?auth=xoauth2', SMTP_OAUTH_CLIENT_ID: 'me' },
      ...{ SMTP_OAUTH_TOKEN_URL: 'https://a.example/', SMTP_OAUTH_CLIENT_SECRET: password },
    },
  ],
  ['MAIL_PROVIDER', 'sendmail', {}],
  ['MAIL_PROVIDER', '', { RESEND_API_KEY: password }],
  ['MAIL_PROVIDER', '', { POSTMARK_TOKEN: password }],
  ['MAIL_PROVIDER', '', { MAILGUN_API_KEY: password }],
  ['AWS_REGION', '', { MAIL_PROVIDER: 'ses', ...aws }],
  ['AWS_REGION', 'evil.example/', { MAIL_PROVIDER: 'ses', ...aws }],
  ['AWS_ACCESS_KEY_ID', '', { MAIL_PROVIDER: 'ses', ...aws, AWS_REGION: 'eu-west-1' }],
  [
    'AWS_SECRET_ACCESS_KEY',
    `${password}ö`,
    { MAIL_PROVIDER: 'ses', AWS_ACCESS_KEY_ID: 'AKIA0123', AWS_REGION: 'eu-west-1' },
  ],
  [
    'SES_CONFIGURATION_SET',
    'a b',
    { MAIL_PROVIDER: 'ses', ...aws, AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'AKIA0123' },
  ],
  ['POSTMARK_TOKEN', '', { MAIL_PROVIDER: 'postmark' }],
  ['POSTMARK_STREAM', 'A/B', { MAIL_PROVIDER: 'postmark', POSTMARK_TOKEN: password }],
  ['RESEND_API_KEY', '', { MAIL_PROVIDER: 'resend' }],
  ['MAILGUN_DOMAIN', '', { MAIL_PROVIDER: 'mailgun', MAILGUN_API_KEY: password }],
  ['MAILGUN_DOMAIN', 'a/../b', { MAIL_PROVIDER: 'mailgun', MAILGUN_API_KEY: password }],
  ['MAILGUN_REGION', 'mars', { MAIL_PROVIDER: 'mailgun', ...mailgun }],
  ['PUSH_OPT_OUTS', 'yes', { MAIL_PROVIDER: 'mailgun', ...mailgun }],
  ['PUSH_OPT_OUTS', '1', {}],
  ['MAIL_PER_SECOND', '0', {}],
  ['MAIL_PER_SECOND', '-1', {}],
  ['DKIM_DOMAIN', '', { DKIM_SELECTOR: 'postroad', DKIM_PRIVATE_KEY: password }],
  ['DKIM_DOMAIN', 'a;b=', { DKIM_SELECTOR: 'postroad', DKIM_PRIVATE_KEY: password }],
  ['DKIM_DOMAIN', 'a.example', { MAIL_PROVIDER: 'mailgun', ...mailgun, ...dkim }],
  ['DKIM_PRIVATE_KEY', password, { DKIM_DOMAIN: 'a.example', DKIM_SELECTOR: 'postroad' }],
  ['WEBHOOK_PASSWORD', 'too-short', {}],
  ['WEBHOOK_PASSWORD', '', { SES_TOPIC_ARN: 'arn:aws:sns:eu-west-1:123456789012:mail' }],
  ['SES_TOPIC_ARN', 'mail', { WEBHOOK_PASSWORD: password }],
  ['SES_SNS_CERTIFICATES', 'here', {}],
  ['RESEND_WEBHOOK_SECRET', password, {}],
  ['MAILGUN_WEBHOOK_KEY', 'short', {}],
  ['LOG_LEVEL', 'loud', {}],
  ['STARTER', 'yes', {}],
  ['TEST_CLOCK', 'true', {}],
  ['UNCERTAIN_SENDS', 'forget', {}],
  ['API_TOKEN', 'short', {}],
  ['API_TOKEN_FILE', '/run/secrets/token', { API_TOKEN: `${password}-and-more` }],
  ['API_TOKEN', `${password} with space`, {}],
  ['SECRET_KEY', 'fifteen-letters', {}],
  ['SECRET_KEY', `${password}\n`, {}],
  ['SECRET_KEY_PREVIOUS', `${password} short`, {}],
  ['REPLICA_URL', `postgres://user:${password}@localhost/db`, {}],
  ['REPLICA_URL', `postgres://user:${password}@a,b/db`, { DATABASE_URL: 'postgres://a/db' }],
  [
    'REPLICA_URL',
    `postgres://user:${password}@a,b/db?target_session_attrs=primary`,
    { DATABASE_URL: 'postgres://a/db' },
  ],
  ['POSTROAD_DATABASE_URL', `postgres://user:${password}@localhost/db`, {}],
])('names %s where it is %j, and keeps secrets to itself', (name, value, others) => {
  let thrown: unknown;
  try {
    readConfig({ ...others, [name]: value });
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(ConfigError);
  const { message } = thrown as ConfigError;
  expect(message.startsWith(`${name} `)).toBe(true);
  expect(message.endsWith('.')).toBe(true);
  expect(message).not.toContain(password);
  if (value !== '' && /TOKEN|KEY/.test(name)) expect(message).not.toContain(value);
});

it('has a value for everything that is left out or empty', () => {
  const empty = { PORT: '', LOG_LEVEL: '', SMTP_URL: '', API_TOKEN: '', DATA_DIR: '' };
  expect(readConfig(empty)).toEqual(readConfig({}));
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    databaseUrl: null,
    mailProvider: 'outbox',
    starter: true,
    testClock: false,
    uncertainSends: 'hold',
  });
});

it.each([
  ['API_TOKEN', `${'a'.repeat(limits.apiTokenChars)}\u00e4`],
  ['API_TOKEN', 'a'.repeat(limits.bearerTokenChars + 1)],
  ['METRICS_TOKEN', `${password}\u2013`],
])(
  'TOK-11 refuses a %s that no header can carry, so that no call could ever have it',
  (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name} must be plain letters`);
    const longest = '~'.repeat(limits.bearerTokenChars);
    expect(readConfig({ [name]: longest })).toBeTruthy();
  },
);

it('TOK-11 refuses a token in a file that no header can carry', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postroad-config-'));
  const path = join(folder, 'api-token');
  writeFileSync(path, `${'a'.repeat(limits.apiTokenChars)}\u00e4\n`);
  expect(() => tokenIn(path)).toThrow('plain characters');
  rmSync(folder, { recursive: true });
});

it('takes several earlier keys with white space between them', () => {
  const config = readConfig({ SECRET_KEY_PREVIOUS: ` ${password}\n ${password},2 ` });
  expect(config.previousKeys).toEqual([password, `${password},2`]);
});

it('sends by SMTP where only its address is set, and drops slashes at the end of BASE_URL', () => {
  const config = readConfig({ SMTP_URL: 'smtp://localhost:25', BASE_URL: 'https://a.example//' });
  expect(config).toMatchObject({ mailProvider: 'smtp', baseUrl: 'https://a.example' });
});

it.each([
  [
    { MAIL_PROVIDER: 'ses', AWS_ACCESS_KEY_ID: 'AKIA0123', AWS_REGION: 'us-gov-west-1', ...aws },
    { provider: 'ses', region: 'us-gov-west-1', accessKeyId: 'AKIA0123', sessionToken: null },
  ],
  [
    { MAIL_PROVIDER: 'postmark', POSTMARK_TOKEN: password },
    { token: password, stream: null },
  ],
  [{ MAIL_PROVIDER: 'resend', RESEND_API_KEY: password }, { apiKey: password }],
  [{ MAIL_PROVIDER: 'mailgun', ...mailgun, MAILGUN_REGION: 'eu' }, { region: 'eu' }],
  [{ MAIL_PROVIDER: 'outbox', RESEND_API_KEY: password }, null],
])('knows the account of %j', (env, account) => {
  const config = readConfig(env);
  if (account === null) expect(config.providerCredentials).toBeNull();
  else expect(config.providerCredentials).toMatchObject(account);
});

it.each([
  ['rsa', { modulusLength: 2048 }, true],
  ['rsa', { modulusLength: 512 }, false],
  ['ed25519', {}, true],
  ['x25519', {}, false],
] as const)('signs with a key that is %s %j: %j', (type, options, taken) => {
  const { privateKey } = generateKeyPairSync(type as 'rsa', options as { modulusLength: number });
  const pem = privateKey
    .export({ type: 'pkcs8', format: 'pem' })
    .toString()
    .replaceAll('\n', '\\n');
  const read = () =>
    readConfig({ DKIM_DOMAIN: 'a.example', DKIM_SELECTOR: 'x.y', DKIM_PRIVATE_KEY: pem }).dkim;
  if (taken) expect(read()).toMatchObject({ domain: 'a.example', selector: 'x.y' });
  else expect(read).toThrow(/^DKIM_PRIVATE_KEY must be an RSA key of 1024 bits/);
});
