import { join } from 'node:path';
import { limits } from '@postroad/core/platform/limits';
import type { WebhookSecrets } from '@postroad/mail/webhooks/read-webhook';
import type { LogLevel } from '../../platform/log.ts';
import type { Rate } from '../../platform/token-bucket.ts';
import {
  address,
  addressRanges,
  ConfigError,
  choice,
  type Environment,
  flag,
  secret,
  secrets,
  wholeNumber,
} from './environment.ts';
import { type MailConfig, readMailConfig } from './mail-config.ts';
import { refuseMisspelt } from './variables.ts';
import { readWebhookConfig } from './webhook-config.ts';

/** Contract §7, environment. */
export interface Config extends MailConfig {
  host: string;
  port: number;
  baseUrl: string | null;
  databaseUrl: string | null;
  dataDir: string;
  apiToken: string | null;
  secretKey: string | null;
  /** Former signing keys; their signatures are still accepted. */
  previousKeys: string[];
  outboxDir: string;
  logLevel: LogLevel;
  starter: boolean;
  testClock: boolean;
  uncertainSends: 'hold' | 'retry';
  webhooks: WebhookSecrets;
  /** Whose X-Forwarded-For counts: addresses and ranges (CIDR). */
  trustedProxies: string[];
  /** Connections of one address at once; 0 for no limit. */
  connectionsPerAddress: number;
  /** How many calls one token may make. */
  callRate: Rate;
}

function port(env: Environment): number {
  const value = env.PORT ?? '';
  if (value === '') return 3000;
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
    throw new ConfigError('PORT', `must be a port number from 0 to 65535; it is "${value}".`);
  }
  return Number(value);
}

/**
 * Reads the environment. Throws a ConfigError for the first misspelt variable or malformed value.
 * `given` is the environment of the process, where it differs from `env`.
 */
export function readConfig(env: Environment, given: Environment = env): Config {
  refuseMisspelt(given);
  const dataDir = env.DATA_DIR || './data';
  return {
    host: env.HOST || '127.0.0.1',
    port: port(env),
    baseUrl: address(env, 'BASE_URL', ['http://', 'https://'])?.replace(/\/+$/, '') ?? null,
    databaseUrl: address(env, 'DATABASE_URL', ['postgres://', 'postgresql://']),
    dataDir,
    apiToken: secret(env, 'API_TOKEN', 8),
    secretKey: secret(env, 'SECRET_KEY', 16),
    previousKeys: secrets(env, 'SECRET_KEY_PREVIOUS', 16),
    ...readMailConfig(env),
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
    webhooks: readWebhookConfig(env),
    trustedProxies: addressRanges(env, 'TRUSTED_PROXIES'),
    connectionsPerAddress: wholeNumber(
      env,
      'HTTP_CONNECTIONS_PER_ADDRESS',
      limits.httpConnectionsPerAddress,
    ),
    callRate: {
      perSecond: wholeNumber(env, 'API_RATE', limits.callsPerSecond),
      burst: Math.max(1, wholeNumber(env, 'API_BURST', limits.callsBurst)),
    },
  };
}
