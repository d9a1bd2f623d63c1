import { join } from 'node:path';

export type MailProvider = 'outbox' | 'smtp';
export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

/** Contract §7, environment. */
export interface Config {
  host: string;
  port: number;
  baseUrl: string | null;
  databaseUrl: string | null;
  dataDir: string;
  apiToken: string | null;
  secretKey: string | null;
  mailProvider: MailProvider;
  smtpUrl: string | null;
  outboxDir: string;
  logLevel: LogLevel;
  starter: boolean;
  testClock: boolean;
  uncertainSends: 'hold' | 'retry';
}

/** Stops the start; the message names the variable and never repeats a secret. */
export class ConfigError extends Error {
  constructor(variable: string, sentence: string) {
    super(`${variable} ${sentence}`);
    this.name = 'ConfigError';
  }
}

type Environment = Record<string, string | undefined>;

function choice<T extends string>(
  env: Environment,
  name: string,
  known: readonly T[],
  fallback: T,
): T {
  const value = env[name];
  if (value === undefined || value === '') return fallback;
  const found = known.find((entry) => entry === value);
  if (found === undefined)
    throw new ConfigError(name, `must be one of ${known.join(', ')}; it is "${value}".`);
  return found;
}

function flag(env: Environment, name: string, fallback: boolean): boolean {
  return choice(env, name, ['0', '1'] as const, fallback ? '1' : '0') === '1';
}

function port(env: Environment): number {
  const value = env.PORT ?? '';
  if (value === '') return 3000;
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
    throw new ConfigError('PORT', `must be a port number from 0 to 65535; it is "${value}".`);
  }
  return Number(value);
}

function address(env: Environment, name: string, schemes: readonly string[]): string | null {
  const value = env[name];
  if (value === undefined || value === '') return null;
  const expected = `must be an address that starts with ${schemes.join(' or ')}`;
  if (!URL.canParse(value)) throw new ConfigError(name, `${expected}.`);
  if (!schemes.includes(`${new URL(value).protocol}//`))
    throw new ConfigError(name, `${expected}.`);
  return value;
}

function secret(env: Environment, name: string, chars: number): string | null {
  const value = env[name];
  if (value === undefined || value === '') return null;
  if (value.length < chars)
    throw new ConfigError(name, `must be at least ${chars} characters long.`);
  if (/\s/.test(value)) throw new ConfigError(name, 'must not contain white space.');
  return value;
}

/** Variables that start like ours but are none of them are most likely misspelt. */
const known = new Set([
  ...['HOST', 'PORT', 'BASE_URL', 'DATABASE_URL', 'DATA_DIR', 'API_TOKEN', 'SECRET_KEY'],
  ...['MAIL_PROVIDER', 'SMTP_URL', 'OUTBOX_DIR', 'LOG_LEVEL', 'STARTER', 'TEST_CLOCK'],
  ...['UNCERTAIN_SENDS', 'POSTROAD_URL', 'POSTROAD_TOKEN'],
]);

function refuseUnknown(env: Environment): void {
  for (const name of Object.keys(env)) {
    if (name.startsWith('POSTROAD_') && !known.has(name) && !name.startsWith('POSTROAD_TEST_')) {
      throw new ConfigError(
        name,
        'is not a variable of Postroad; see the README for those it reads.',
      );
    }
  }
}

/** Reads the environment. Throws ConfigError for the first malformed value. */
export function readConfig(env: Environment): Config {
  refuseUnknown(env);
  const dataDir = env.DATA_DIR || './data';
  const smtpUrl = address(env, 'SMTP_URL', ['smtp://', 'smtps://']);
  const mailProvider = choice(
    env,
    'MAIL_PROVIDER',
    ['outbox', 'smtp'] as const,
    smtpUrl ? 'smtp' : 'outbox',
  );
  if (mailProvider === 'smtp' && !smtpUrl) {
    throw new ConfigError(
      'SMTP_URL',
      'must be set while MAIL_PROVIDER is smtp, for example smtp://localhost:25.',
    );
  }
  return {
    host: env.HOST || '127.0.0.1',
    port: port(env),
    baseUrl: address(env, 'BASE_URL', ['http://', 'https://'])?.replace(/\/+$/, '') ?? null,
    databaseUrl: address(env, 'DATABASE_URL', ['postgres://', 'postgresql://']),
    dataDir,
    apiToken: secret(env, 'API_TOKEN', 8),
    secretKey: secret(env, 'SECRET_KEY', 16),
    mailProvider,
    smtpUrl,
    outboxDir: env.OUTBOX_DIR || join(dataDir, 'outbox'),
    logLevel: choice(
      env,
      'LOG_LEVEL',
      ['silent', 'error', 'warn', 'info', 'debug'] as const,
      'info',
    ),
    starter: flag(env, 'STARTER', true),
    testClock: flag(env, 'TEST_CLOCK', false),
    uncertainSends: choice(env, 'UNCERTAIN_SENDS', ['hold', 'retry'] as const, 'hold'),
  };
}
