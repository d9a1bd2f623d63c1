import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { isBaseUrl } from '@postroad/core/account/profile';
import { limits } from '@postroad/core/platform/limits';
import { withoutEndSlashes } from '@postroad/core/platform/url';
import type { WebhookSecrets } from '@postroad/mail/webhooks/read-webhook';
import {
  parseServerUrl,
  type ServerVariable,
} from '@postroad/store/platform/connection/server-url';
import type { LogLevel } from '../../platform/log.ts';
import type { TraceTarget } from '../../platform/observing/otel-tracer.ts';
import type { Rate } from '../../platform/token-bucket.ts';
import {
  address,
  addressRanges,
  bearerSecret,
  ConfigError,
  choice,
  type Environment,
  flag,
  secret,
  secrets,
  wholeNumber,
} from './environment.ts';
import { type MailConfig, readMailConfig } from './mail-config.ts';
import { readTraceConfig } from './trace-config.ts';
import { refuseMisspelt } from './variables.ts';
import { readWebhookConfig } from './webhook-config.ts';

/** The name of the list of erasures, in DATA_DIR and beside backups. */
export const erasuresName = 'erasures.ndjson';

/** Contract §7, environment. */
export interface Config extends MailConfig {
  host: string;
  port: number;
  baseUrl: string | null;
  databaseUrl: string | null;
  /** The address for notifications, where DATABASE_URL is that of a pooler. */
  listenDatabaseUrl: string | null;
  /** A standby of DATABASE_URL, for reads that may lag. */
  replicaUrl: string | null;
  dataDir: string;
  apiToken: string | null;
  /** The file that holds it instead, which is read again when it changes (LEFT-20). */
  apiTokenFile: string | null;
  /** What /metrics asks for, if anything. */
  metricsToken: string | null;
  /** The port of a listener of its own for /metrics, which the other then does not serve. */
  metricsPort: number | null;
  secretKey: string | null;
  /** Former signing keys; their signatures are still accepted. */
  previousKeys: string[];
  outboxDir: string;
  /** The list of erasures, for restoring backups. */
  erasuresFile: string;
  logLevel: LogLevel;
  starter: boolean;
  testClock: boolean;
  uncertainSends: 'hold' | 'retry';
  webhooks: WebhookSecrets;
  /** Where traces go; null for nowhere. */
  traces: TraceTarget | null;
  /** Whose X-Forwarded-For counts: addresses and ranges (CIDR). */
  trustedProxies: string[];
  /** Where webhook deliveries may go besides public addresses: addresses and ranges (CIDR). */
  webhookAllow: string[];
  /** Connections of one address at once; 0 for no limit. */
  connectionsPerAddress: number;
  /** Where programs submit mail by SMTP; null where they do not. */
  submission: SubmissionConfig | null;
  /** How many calls one token may make. */
  callRate: Rate;
}

function port(
  env: Environment,
  name: 'PORT' | 'METRICS_PORT' | 'SUBMISSION_PORT',
  fallback: number,
): number {
  const value = env[name] ?? '';
  if (value === '') return fallback;
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
    throw new ConfigError(name, `must be a port number from 0 to 65535; it is "${value}".`);
  }
  return Number(value);
}

/** The listener for mail that programs submit. */
export interface SubmissionConfig {
  port: number;
  /** Certificate and key in PEM; null: there is no TLS. */
  tls: { cert: string; key: string } | null;
}

function readSubmissionConfig(env: Environment): SubmissionConfig | null {
  const cert = pem(env, 'SUBMISSION_TLS_CERT');
  const key = pem(env, 'SUBMISSION_TLS_KEY');
  if ((cert === null) !== (key === null)) {
    const unset = cert === null ? 'SUBMISSION_TLS_CERT' : 'SUBMISSION_TLS_KEY';
    throw new ConfigError(unset, 'is not set, but its other half is. Set both, or none.');
  }
  if (!env.SUBMISSION_PORT) {
    if (cert === null) return null;
    const fault =
      'is not set, so that SUBMISSION_TLS_CERT and SUBMISSION_TLS_KEY serve nothing. Set it, or leave them out.';
    throw new ConfigError('SUBMISSION_PORT', fault);
  }
  if (cert !== null && key !== null) {
    try {
      createSecureContext({ cert, key });
    } catch {
      throw new ConfigError(
        'SUBMISSION_TLS_CERT',
        'and SUBMISSION_TLS_KEY are no certificate with its key.',
      );
    }
  }
  const tls = cert === null || key === null ? null : { cert, key };
  return { port: port(env, 'SUBMISSION_PORT', 0), tls };
}

/** A text in PEM, or what the file at this path holds. */
function pem(env: Environment, name: 'SUBMISSION_TLS_CERT' | 'SUBMISSION_TLS_KEY'): string | null {
  const value = env[name] || null;
  if (value === null || value.includes('-----BEGIN')) return value?.replaceAll('\\n', '\n') ?? null;
  try {
    return readFileSync(value, 'utf8');
  } catch {
    throw new ConfigError(name, 'is neither PEM nor the path of a file that can be read.');
  }
}

function baseUrlOf(env: Environment): string | null {
  const url = address(env, 'BASE_URL', ['http://', 'https://']);
  if (url === null || isBaseUrl(url)) return url && withoutEndSlashes(url);
  throw new ConfigError('BASE_URL', 'must be an address without user, query or fragment.');
}

/** A guess of it is answered as fast as a call, so it is long (TOK-11). */
function apiToken(env: Environment): string | null {
  const value = bearerSecret(env, 'API_TOKEN', 0);
  if (value === null || value.length >= limits.apiTokenChars) return value;
  throw new ConfigError(
    'API_TOKEN',
    `must be at least ${limits.apiTokenChars} characters long. Draw one, as "openssl rand -hex 24" does, set API_TOKEN to it, and give it to every program that sends the present one; or unset API_TOKEN to use the token in DATA_DIR.`,
  );
}

/** With both set, nobody could say which of them counts. */
function apiTokenFile(env: Environment): string | null {
  const path = env.API_TOKEN_FILE || null;
  if (path === null || !env.API_TOKEN) return path;
  throw new ConfigError(
    'API_TOKEN_FILE',
    'is set, and API_TOKEN too. Unset one of them; only the token in a file can be changed while the server runs.',
  );
}

/** Also refuses options of TLS that mean nothing: with another they could be taken for none. */
function serverUrl(env: Environment, name: ServerVariable): string | null {
  const url = env[name] ?? '';
  if (url === '') return null;
  try {
    parseServerUrl(url, name);
    return url;
  } catch (error) {
    const sentence = error instanceof Error ? error.message : 'It cannot be read.';
    throw new ConfigError(name, `is not right. ${sentence}`);
  }
}

/** What second URLs are to DATABASE_URL; an embedded database has none of these. */
const secondUrls = {
  LISTEN_DATABASE_URL: 'to whose database it is a second way',
  REPLICA_URL: 'whose server it follows',
} as const;

function secondUrl(env: Environment, name: keyof typeof secondUrls): string | null {
  const url = serverUrl(env, name);
  if (url === null || env.DATABASE_URL) return url;
  const what = secondUrls[name];
  throw new ConfigError(name, `is set without DATABASE_URL, ${what}. Set DATABASE_URL too.`);
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
    port: port(env, 'PORT', 3000),
    databaseUrl: serverUrl(env, 'DATABASE_URL'),
    listenDatabaseUrl: secondUrl(env, 'LISTEN_DATABASE_URL'),
    replicaUrl: secondUrl(env, 'REPLICA_URL'),
    baseUrl: baseUrlOf(env),
    dataDir,
    apiToken: apiToken(env),
    apiTokenFile: apiTokenFile(env),
    metricsToken: bearerSecret(env, 'METRICS_TOKEN', 16),
    metricsPort: env.METRICS_PORT ? port(env, 'METRICS_PORT', 0) : null,
    secretKey: secret(env, 'SECRET_KEY', 16),
    previousKeys: secrets(env, 'SECRET_KEY_PREVIOUS', 16),
    ...readMailConfig(env),
    outboxDir: env.OUTBOX_DIR || join(dataDir, 'outbox'),
    erasuresFile: env.ERASURES_FILE || join(dataDir, erasuresName),
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
    traces: readTraceConfig(env),
    trustedProxies: addressRanges(env, 'TRUSTED_PROXIES'),
    webhookAllow: addressRanges(env, 'WEBHOOK_ALLOW'),
    connectionsPerAddress: wholeNumber(
      env,
      'HTTP_CONNECTIONS_PER_ADDRESS',
      limits.httpConnectionsPerAddress,
    ),
    submission: readSubmissionConfig(env),
    callRate: {
      perSecond: wholeNumber(env, 'API_RATE', limits.callsPerSecond),
      burst: Math.max(1, wholeNumber(env, 'API_BURST', limits.callsBurst)),
    },
  };
}
