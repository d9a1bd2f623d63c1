import { limits } from '../../platform/limits.ts';
import type { CheckResult } from './check-operations.ts';
import { replicaFaults } from './replica-faults.ts';

/** What a result says; `{name}` is filled in from its values. */
interface CheckText {
  text: string;
  /** The text where `{count}` is 1. */
  one?: string;
  /** Left out where nothing is to be done. */
  fix?: string;
}

/** What to do about a clock. */
export const setClock =
  'Have NTP set the clock of both machines, as "timedatectl set-ntp true" does; times of mail, tokens and signatures depend on it.';
const makeRoom = 'Make room, or move DATA_DIR to a larger disk; writes fail once it is full.';
const room = '{gibibytes} GiB are free on the disk of {folder}';
const lookAtReplica = 'Look at the server of REPLICA_URL and at the log of Postroad.';
const backUp =
  'Run "postroad backup <file>" every day, as from cron. After a backup by other tools, call record_backup.';
const askDns = 'Check that this machine can ask a name server, and run the checks again.';
const checkSmtp = 'Check SMTP_URL, and that this machine may connect to it.';
const worker = 'Start "postroad serve" or "postroad worker"';
const publishKey =
  'Publish a TXT record at {name} with v=DKIM1 and the public half of DKIM_PRIVATE_KEY as p=.';
const repairReceiver =
  'Repair the receiver, then "postroad webhook-endpoints update {key} --enabled true"; or delete the endpoint.';
const runAgain = 'Run the checks again; if it persists, look at the log.';

/** What a lost key takes with it, and the way back. */
export const keysLost =
  'Links in mail that was signed with earlier keys do not work, and who was erased under them can be mailed again. Give those keys in SECRET_KEY_PREVIOUS.';

/**
 * Every result of a check by its code: another language than English has a table of the same codes
 * (CON-21). Published as documentation, so a code keeps its name and meaning.
 */
export const checkTexts = {
  check_late: { text: 'The check "{check}" was given up after {seconds} s', fix: runAgain },
  check_failed: { text: 'The check "{check}" failed', fix: runAgain },
  sender_set: { text: 'Mail comes from {sender}' },
  sender_missing: {
    text: 'No sender address is set, so mail is held',
    fix: 'Set MAIL_FROM, or default_from_address with update_profile.',
  },
  provider_missing: {
    text: 'No mail provider is set, so every mail becomes a file in {folder}',
    fix: 'Set MAIL_PROVIDER, or SMTP_URL.',
  },
  submission_without_tls: {
    text: 'SUBMISSION_PORT listens on {host} without TLS, so no program can log in',
    fix: 'Set SUBMISSION_TLS_CERT and SUBMISSION_TLS_KEY, or bind HOST to loopback.',
  },
  api_answers: { text: '{provider} at {host} answers' },
  api_silent: {
    text: '{provider} at {host} does not answer',
    fix: 'Check that this machine may connect to {host}.',
  },
  smtp_answers: { text: 'SMTP server {host} answers' },
  smtp_silent: { text: 'SMTP server {host} does not answer', fix: checkSmtp },
  smtp_no_greeting: { text: 'SMTP server {host} does not greet', fix: checkSmtp },
  outbox_writable: { text: 'Outbox {folder} can be written' },
  outbox_not_writable: {
    text: 'Outbox {folder} cannot be written',
    fix: 'Set OUTBOX_DIR to a folder that this user may write to.',
  },
  dkim_key_signs: { text: 'Mail is signed by {name}' },
  dkim_key_short: {
    text: 'Mail is signed by {name} with an RSA key of {bits} bits, which is short',
    fix: `Make a key of ${limits.dkimRsaWeakBits} bits with "openssl genrsa ${limits.dkimRsaWeakBits}", publish it under another selector, then set DKIM_SELECTOR and DKIM_PRIVATE_KEY.`,
  },
  webhooks_received: { text: 'Webhooks are received at /webhooks/{provider}' },
  webhooks_missing: {
    text: 'Webhooks: bounces and complaints are not received',
    fix: 'Set {variables}, and let {provider} post to /webhooks/{provider}.',
  },
  webhooks_missing_smtp: {
    text: 'Webhooks: bounces and complaints are not received',
    fix: 'Set WEBHOOK_PASSWORD_SMTP, and let the mail server post its reports to /webhooks/smtp. If SMTP_URL leads to a provider, set the variables of its webhooks.',
  },
  endpoint_gone: {
    text: 'Webhook endpoint {key}: disabled since {at}, since it answered 410 Gone',
    fix: repairReceiver,
  },
  endpoint_failing: {
    text: 'Webhook endpoint {key}: disabled since {at}, since no delivery got through for 5 days',
    fix: repairReceiver,
  },
  dns_silent: { text: '{record}: DNS does not answer for {name}', fix: askDns },
  spf_missing: {
    text: 'SPF: {domain} has no record',
    fix: 'Publish a TXT record at {domain} that begins with v=spf1 and names who may send, as your provider says.',
  },
  spf_several: {
    text: 'SPF: {domain} has {records} records, so none counts',
    fix: 'Put what they say into one record that begins with v=spf1.',
  },
  spf_open: {
    text: 'SPF: the record of {domain} lets everybody send in its name',
    fix: 'End it with ~all or -all in place of all.',
  },
  spf_there: { text: 'SPF: {domain} has a record' },
  dkim_unsigned: {
    text: 'DKIM: mail is not signed here',
    fix: 'Set the DKIM variables, unless your SMTP server signs for your domain.',
  },
  dkim_by_provider: { text: 'DKIM: {provider} signs, with keys of its own' },
  dkim_not_aligned: {
    text: 'DKIM: mail from {domain} is signed by {signer}',
    fix: 'Set DKIM_DOMAIN to {domain} or a domain above it, and publish the key there.',
  },
  dkim_no_key: { text: 'DKIM: {name} has no key', fix: publishKey },
  dkim_other_key: {
    text: 'DKIM: {name} has another key than the one that signs',
    fix: publishKey,
  },
  dkim_there: { text: 'DKIM: {name} has the key that signs' },
  dmarc_missing: {
    text: 'DMARC: {domain} has no record, which Gmail and Yahoo ask of bulk mail',
    fix: 'Publish a TXT record at _dmarc.{domain}, at first "v=DMARC1; p=none; rua=mailto:" with an address that gets the reports.',
  },
  dmarc_there: { text: 'DMARC: {name} has a record' },
  ptr_inside: {
    text: 'PTR: {host} is on this network; look up the address under which it sends',
  },
  ptr_missing: {
    text: 'PTR: no name of {address} ({host}) leads back to it',
    fix: 'If this server delivers mail itself, have its network give the address a name that leads back to it.',
  },
  ptr_there: { text: 'PTR: the name of {host} leads back to it' },
  database_clock_agrees: {
    text: 'The clock of this machine agrees with that of the database',
  },
  database_clock_ahead: {
    text: 'The clock of this machine is {seconds} s ahead of that of the database',
    fix: setClock,
  },
  database_clock_behind: {
    text: 'The clock of this machine is {seconds} s behind that of the database',
    fix: setClock,
  },
  provider_clock_agrees: {
    text: 'The clock of this machine agrees with that of {provider}',
  },
  provider_clock_ahead: {
    text: 'The clock of this machine is {seconds} s ahead of that of {provider}',
    fix: setClock,
  },
  provider_clock_behind: {
    text: 'The clock of this machine is {seconds} s behind that of {provider}',
    fix: setClock,
  },
  disk_free: { text: room },
  disk_low: { text: room, fix: makeRoom },
  work_done: { text: 'Work: nothing is late' },
  sending_held: {
    text: 'Sending: all mail is held since {since}',
    fix: 'Look at the queue, then let mail go again with release_sending.',
  },
  sends_late: {
    text: 'Queue: mail due since {since} was not sent',
    fix: `${worker}, and look at last_error in list_queue.`,
  },
  runs_late: {
    text: 'Flows: runs due since {since} did not continue',
    fix: `${worker}; if one runs, look at its log, or start a second one.`,
  },
  sequences_late: {
    text: 'Sequences: people due since {since} did not get to their next step',
    fix: `${worker}; if one runs, look at its log.`,
  },
  broadcasts_late: {
    text: 'Broadcasts: one due since {since} does not continue',
    fix: `${worker}; if one runs, look at its log.`,
  },
  renewals_late: {
    text: 'Renewals, dates and schedules: not checked since {since}',
    fix: `${worker}; reminders are sent only on their day.`,
  },
  opt_outs_late: {
    text: 'Opt-outs: one due since {since} was not reported to the mail provider',
    fix: `${worker}, and look at its log.`,
  },
  sends_postponed: {
    text: 'Queue: {count} mails postponed, the last one with an error',
    one: 'Queue: 1 mail postponed, the last one with an error',
    fix: 'They are retried automatically; if it persists, fix that error.',
  },
  sends_uncertain: {
    text: 'Queue: {count} mails may or may not have arrived',
    one: 'Queue: 1 mail may or may not have arrived',
    fix: 'Look at them with list_queue and the status uncertain, then retry_send or dismiss_send for each, or dismiss_uncertain_sends for all.',
  },
  backup_made: { text: 'Backup: made on {at}' },
  backup_missing: { text: 'Backup: none is known of', fix: backUp },
  backup_old: {
    text: `Backup: the last one was made on {at}, more than ${limits.backupDays} days ago`,
    fix: backUp,
  },
  standby_synchronous: { text: 'Replication: a standby is synchronous' },
  standby_asynchronous: {
    text: 'A failover may lose the last seconds: mails sent in them may be sent again.',
    fix: 'Name a standby in synchronous_standby_names of the database server, unless that is acceptable.',
  },
  standby_hidden: {
    text: 'Replication: whether a standby is synchronous is not shown to the role of DATABASE_URL',
    fix: 'Grant it pg_read_all_stats, or ask who runs the database server.',
  },
  replica_answers: { text: 'Read replica: it answers reads' },
  replica_away: { text: replicaFaults.away, fix: lookAtReplica },
  replica_behind: { text: replicaFaults.behind, fix: lookAtReplica },
  replica_writes: { text: replicaFaults.writes, fix: lookAtReplica },
  replica_foreign: { text: replicaFaults.foreign, fix: lookAtReplica },
  replica_pooled: { text: replicaFaults.pooled, fix: lookAtReplica },
  notifications_missing: {
    text: 'Notifications: none arrives, so live changes are not available and work of other processes is found a second later',
    fix: 'DATABASE_URL leads to a pooler in transaction mode, through which no notification arrives. Set LISTEN_DATABASE_URL to the address of the server itself.',
  },
  secret_key_in_database: {
    text: 'The key that signs links and seals stored answers is kept in the database, so anyone who has a copy or a backup of it can forge any link',
    fix: 'Set SECRET_KEY to the output of "openssl rand -hex 32" for every process; links signed before keep working.',
  },
  secret_key_outside: { text: 'SECRET_KEY is kept outside the database' },
  keys_lost: {
    text: '{count} keys that signed mail are not known any more',
    one: 'A key that signed mail is not known any more',
    fix: keysLost,
  },
  folder_open: {
    text: '{variable} {folder}: other users of this machine can open it (mode {mode})',
    fix: 'Run "chmod 700 {folder}".',
  },
  erasures_unwritable: {
    text: 'The list of erasures cannot be written to {file}, so a restored backup brings back people who were erased',
    fix: 'Create its folder, and let the user of the service write there; or set ERASURES_FILE to another file.',
  },
} as const satisfies Record<string, CheckText>;

export type CheckCode = keyof typeof checkTexts;

export type CheckValues = Readonly<Record<string, string | number>>;

function filled(text: string, values: CheckValues): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The English sentences of a result. */
export function checkSentences(
  code: CheckCode,
  values: CheckValues,
): Pick<CheckResult, 'message' | 'fix'> {
  const { text, one, fix }: CheckText = checkTexts[code];
  const said = values.count === 1 ? (one ?? text) : text;
  return { message: filled(said, values), fix: fix === undefined ? null : filled(fix, values) };
}
