import { distance, nearest } from '@postroad/core/platform/nearest';
import { ConfigError, type Environment } from './environment.ts';

/**
 * Every environment variable that the sources read, by its reader. A test compares these lists with
 * the sources and the documents.
 */
export const variables = {
  service: [
    ...['HOST', 'PORT', 'BASE_URL', 'DATABASE_URL', 'DATA_DIR', 'API_TOKEN', 'API_TOKEN_FILE'],
    ...['SECRET_KEY', 'SECRET_KEY_PREVIOUS', 'OUTBOX_DIR', 'ERASURES_FILE', 'LOG_LEVEL'],
    ...['LISTEN_DATABASE_URL', 'REPLICA_URL', 'STARTER', 'TEST_CLOCK'],
    ...['UNCERTAIN_SENDS', 'API_RATE', 'API_BURST', 'TRUSTED_PROXIES'],
    ...['HTTP_CONNECTIONS_PER_ADDRESS', 'METRICS_TOKEN', 'METRICS_PORT'],
    ...['SUBMISSION_PORT', 'SUBMISSION_TLS_CERT', 'SUBMISSION_TLS_KEY'],
  ],
  mail: [
    ...[
      'MAIL_PROVIDER',
      'MAIL_FROM',
      'MAIL_PER_SECOND',
      'PUSH_OPT_OUTS',
      'SMTP_URL',
      'SMTP_OAUTH_TOKEN_URL',
    ],
    ...['SMTP_OAUTH_CLIENT_ID', 'SMTP_OAUTH_CLIENT_SECRET', 'SMTP_OAUTH_REFRESH_TOKEN'],
    ...['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'],
    ...['SES_CONFIGURATION_SET', 'POSTMARK_TOKEN', 'POSTMARK_STREAM', 'RESEND_API_KEY'],
    ...['MAILGUN_API_KEY', 'MAILGUN_DOMAIN', 'MAILGUN_REGION'],
    ...['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'],
  ],
  webhooks: [
    ...['WEBHOOK_PASSWORD', 'SES_TOPIC_ARN', 'SES_SNS_CERTIFICATES', 'RESEND_WEBHOOK_SECRET'],
    ...['MAILGUN_WEBHOOK_KEY', 'WEBHOOK_PASSWORD_SES', 'WEBHOOK_PASSWORD_POSTMARK'],
    ...['WEBHOOK_PASSWORD_SMTP', 'WEBHOOK_ALLOW'],
  ],
  traces: [
    ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
    ...['OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'],
    ...['OTEL_SDK_DISABLED', 'OTEL_TRACES_EXPORTER'],
  ],
  commands: ['POSTROAD_URL', 'POSTROAD_TOKEN'],
  /** Read by tests and benchmarks only. */
  development: [
    ...['TEST_DATABASE_URL', 'POSTROAD_TEST_DATABASE', 'POSTROAD_TEST_COUNTS', 'POSTROAD_SEED'],
    ...['POSTROAD_TEST_READINGS', 'POSTROAD_TEST_TOKENS', 'POSTROAD_TEST_PREFERENCES'],
    'POSTROAD_TEST_STRIDE',
    ...[
      'POSTROAD_SOAK',
      'POSTROAD_SUITE',
      'DEFINITION_ACCOUNTS',
      'DEFINITION_KILLS',
      'UPDATE_GOLDEN',
    ],
    ...['BENCH_DATABASE_URL', 'BENCH_EMAILS', 'BENCH_PEOPLE'],
  ],
  /** Set by the system or by other tools. */
  system: [
    'PATH',
    'HOME',
    'TERM',
    'NO_COLOR',
    'CI',
    'VISUAL',
    'EDITOR',
    'APPDATA',
    'XDG_CONFIG_HOME',
    'XDG_STATE_HOME',
    'CODEX_HOME',
    'npm_execpath',
  ],
} satisfies Record<string, string[]>;

const known: ReadonlySet<string> = new Set(Object.values(variables).flat());

/** Variables that configure the service and the commands. */
const settable = [
  ...variables.service,
  ...variables.mail,
  ...variables.webhooks,
  ...variables.commands,
];

/** Variables that choose the service a command talks to. */
export const targetVariables = ['POSTROAD_URL', 'POSTROAD_TOKEN', 'DATABASE_URL', 'DATA_DIR'];

/** What an environment lacks that is to use an embedded database, whatever the surrounding one has. */
export const noServer = { DATABASE_URL: '', LISTEN_DATABASE_URL: '', REPLICA_URL: '' };

/** Similar to a name of ours, but common in other programs. */
const foreign: ReadonlySet<string> = new Set(['LOGLEVEL', 'EMAIL_FROM']);

/** In words up to this length, one changed letter often makes another word, as API and APP. */
const shortWordChars = 4;

/** Names of at least this length may have two misspelt words. */
const longNameChars = 12;

function sameLetters(one: string, other: string): boolean {
  return one.length === other.length && [...one].sort().join('') === [...other].sort().join('');
}

/** Whether `written` is one edit away from `word`. */
function isMisspeltWord(written: string, word: string): boolean {
  if (written === 'URI' && word === 'URL') return true;
  if (distance(written, word, 1) !== 1) return false;
  return (
    written.length !== word.length || word.length > shortWordChars || sameLetters(written, word)
  );
}

/** Whether `written` is a misspelling of `name` rather than a variable of another program. */
function misspells(written: string, name: string): boolean {
  const wanted = name.split('_');
  // Many variables of other programs are one edit away from HOST, PORT or STARTER.
  if (wanted.length === 1) return sameLetters(written, name) && distance(written, name, 1) === 1;
  const upper = written.toUpperCase();
  const words = upper.split('_');
  if (words.length !== wanted.length) return words.join('') === wanted.join('');
  const different = wanted.flatMap((word, index) =>
    words[index] === word ? [] : [{ written: words[index] ?? '', word }],
  );
  return (
    different.length <= (name.length >= longNameChars ? 2 : 1) &&
    different.every(({ written, word }) => isMisspeltWord(written, word))
  );
}

/**
 * Whether Kubernetes set the variable, as it does in every container that shares a namespace with a
 * Service named postroad or postroad-web.
 */
function isOfKubernetes(name: string, value: string): boolean {
  if (/_SERVICE_(?:HOST$|PORT(?:_|$))|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_|$)/.test(name)) return true;
  return name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(value);
}

function refuseOwnPrefix(name: string): never {
  const near =
    settable.find((variable) => variable === name.slice('POSTROAD_'.length)) ??
    nearest(name, settable);
  throw new ConfigError(
    name,
    near === null
      ? 'is not a variable of Postroad. Unset it, or see the README for those it reads.'
      : `is not a variable of Postroad. Did you mean ${near}? Rename it, or unset it.`,
  );
}

/**
 * Refuses unknown variables that begin with POSTROAD_, and those that most likely misspell one of
 * `names`: without this, DATABSE_URL would start on an empty embedded database. An environment
 * holds dozens of variables of other programs, so a name counts as misspelt only if it is one slip
 * away from a known name that is itself unset. Throws a ConfigError.
 */
export function refuseMisspelt(env: Environment, names: readonly string[] = settable): void {
  for (const [name, value = ''] of Object.entries(env)) {
    if (known.has(name)) continue;
    if (name.startsWith('POSTROAD_')) {
      if (!name.startsWith('POSTROAD_TEST_') && !isOfKubernetes(name, value)) refuseOwnPrefix(name);
      continue;
    }
    // Numbered names are further values of their kind, such as DATABASE_URL_2.
    if (value === '' || foreign.has(name) || /\d/.test(name)) continue;
    const near = names.find((variable) => env[variable] === undefined && misspells(name, variable));
    if (near === undefined) continue;
    throw new ConfigError(
      name,
      `is not a variable of Postroad. Did you mean ${near}? Rename it; if another program reads it, set ${near} too, even to an empty value.`,
    );
  }
}
