import type { ConditionReferences } from '../conditions/facts.ts';
import { parseAddress } from '../people/address.ts';
import { hinted, type Issue, ValueError } from '../platform/issue.ts';
import { type JsonObject, quoted } from '../platform/json.ts';
import { limits } from '../platform/limits.ts';
import { nearest } from '../platform/nearest.ts';
import { invalid } from '../platform/refusal.ts';
import { capLabelPath, type FrequencyCap, frequencyCaps } from './frequency-caps.ts';
import { type Preferences, preferences } from './preferences.ts';
import { labelPath, type SendWindows, sendWindows } from './send-windows.ts';
import { faultsOf, type SettingReading, type SettingRule, trimmedText } from './setting-rule.ts';
import { type Tunables, tunables } from './tunables.ts';
import {
  buttonColor,
  copyText,
  type unsubscribeCopy,
  unsubscribePageUrl,
} from './unsubscribe-page.ts';

type CopyKey = `sending.unsubscribe_page.${keyof typeof unsubscribeCopy}`;

/** What the ledger of consent keeps of an IP address (CONS-05). */
export const storeIps = ['off', 'hashed', 'kept'] as const;

/** All writable settings by dotted key; none is a secret. */
export interface Settings extends Readonly<Record<CopyKey, string>> {
  readonly tunables: Tunables;
  readonly send_windows: SendWindows;
  readonly 'sending.mailing_address': string;
  readonly 'sending.unsubscribe_page_url': string;
  readonly 'sending.subscription_preferences': Preferences;
  readonly 'sending.unsubscribe_page.button_color': string;
  readonly 'sending.broadcast_emails_per_hour': number;
  readonly 'sending.frequency_caps': readonly FrequencyCap[];
  readonly 'sending.allowed_from': readonly string[];
  readonly 'sending.keep_content_days': number;
  readonly 'retention.changes_days': number;
  readonly 'retention.events_days': number;
  readonly 'retention.runs_days': number;
  readonly 'retention.sends_days': number;
  readonly 'retention.hits_days': number;
  readonly 'retention.deliveries_days': number;
  readonly 'privacy.store_ip': StoreIp;
  readonly 'forms.single_opt_in': boolean;
}

export type StoreIp = (typeof storeIps)[number];

export type SettingKey = keyof Settings;

/** SET-11. */
const mailingAddress: SettingRule<string> = {
  type: 'string',
  help: 'Postal address of the sender, {{ mailing_address }} in footers.',
  default: '',
  read: (value, { path }) => trimmedText(value, path, limits.mailingAddressChars),
};

/** SET-22. */
const broadcastPace: SettingRule<number> = {
  type: 'integer',
  help: 'Emails an hour of broadcasts without a pace of their own.',
  default: 5_000,
  read(value, { path }) {
    const most = limits.broadcastEmailsPerHour;
    const isPace = Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;
    if (isPace) return Number(value);
    throw new ValueError(path, `must be a whole number from 1 to ${most}, not ${quoted(value)}.`);
  },
};

function days(help: string, usual: number): SettingRule<number> {
  return {
    type: 'integer',
    help,
    default: usual,
    read(value, { path }) {
      const most = limits.retentionDays;
      if (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most)
        return Number(value);
      throw new ValueError(path, `must be a whole number from 0 to ${most}, not ${quoted(value)}.`);
    },
  };
}

/** MSG-17. */
const allowedFrom: SettingRule<readonly string[]> = {
  type: 'list',
  help: 'Domains that messages may come from.',
  default: [],
  read(value, { path }) {
    const most = limits.sendingDomains;
    if (!Array.isArray(value) || value.length > most) {
      throw new ValueError(
        path,
        `must be a list of at most ${most} domains, such as ["example.com"].`,
      );
    }
    const domains = value.map((one: unknown, index) => {
      const text = typeof one === 'string' ? one.trim() : '';
      const address = parseAddress(`a@${text}`);
      if (address !== null && text.includes('.')) return address.slice('a@'.length);
      throw new ValueError(
        `${path}[${index}]`,
        `must be a domain such as example.com, not ${quoted(one)}.`,
      );
    });
    return [...new Set(domains)];
  },
};

/** SENT-03. */
const contentDays = days('Days of contents of mail; 0: none.', 30);

/** HIST-08. */
const changesDays = days('Days of the history of changes; 0: all.', 365);

/** RET-01. */
const eventsDays = days('Days of events; 0: all. Conditions see no older ones.', 0);

const runsDays = days('Days of ended runs and traces; 0: all.', 0);

const sendsDays = days('Days of ended mail; 0: all.', 0);

const hitsDays = days('Days of each open and click; 0: all.', 0);

/** HOOK-12. */
const deliveriesDays = days('Days of webhook deliveries; 0: all.', 30);

/** CONS-05. */
const storeIp: SettingRule<StoreIp> = {
  type: 'string',
  help: 'IP addresses in consents: hashed, kept or off.',
  default: 'hashed',
  read(value, { path }) {
    const found = storeIps.find((one) => one === value);
    if (found !== undefined) return found;
    throw new ValueError(path, `must be one of ${storeIps.join(', ')}, not ${quoted(value)}.`);
  },
};

/** FORM-03. */
const singleOptIn: SettingRule<boolean> = {
  type: 'boolean',
  help: 'Whether forms may skip double opt-in.',
  default: false,
  read(value, { path }) {
    if (typeof value === 'boolean') return value;
    throw new ValueError(path, `must be true or false, not ${quoted(value)}.`);
  },
};

/** Every writable key, in the order of answers. */
export const settingRules: { readonly [Key in SettingKey]: SettingRule<Settings[Key]> } = {
  tunables,
  send_windows: sendWindows,
  'sending.mailing_address': mailingAddress,
  'sending.unsubscribe_page_url': unsubscribePageUrl,
  'sending.subscription_preferences': preferences,
  'sending.unsubscribe_page.introduction': copyText('introduction'),
  'sending.unsubscribe_page.status': copyText('status'),
  'sending.unsubscribe_page.headline': copyText('headline'),
  'sending.unsubscribe_page.confirmation': copyText('confirmation'),
  'sending.unsubscribe_page.button_text': copyText('button_text'),
  'sending.unsubscribe_page.button_color': buttonColor,
  'sending.unsubscribe_page.hint': copyText('hint'),
  'sending.unsubscribe_page.resubscribed_status': copyText('resubscribed_status'),
  'sending.unsubscribe_page.resubscribed_headline': copyText('resubscribed_headline'),
  'sending.unsubscribe_page.resubscribed_confirmation': copyText('resubscribed_confirmation'),
  'sending.unsubscribe_page.resubscribed_button_text': copyText('resubscribed_button_text'),
  'sending.unsubscribe_page.resubscribed_hint': copyText('resubscribed_hint'),
  'sending.broadcast_emails_per_hour': broadcastPace,
  'sending.frequency_caps': frequencyCaps,
  'sending.allowed_from': allowedFrom,
  'sending.keep_content_days': contentDays,
  'retention.changes_days': changesDays,
  'retention.events_days': eventsDays,
  'retention.runs_days': runsDays,
  'retention.sends_days': sendsDays,
  'retention.hits_days': hitsDays,
  'retention.deliveries_days': deliveriesDays,
  'privacy.store_ip': storeIp,
  'forms.single_opt_in': singleOptIn,
};

export const settingKeys = Object.keys(settingRules) as SettingKey[];

/** The saved settings, completed with defaults. */
export function settingsWith(saved: ReadonlyMap<string, unknown>): Settings {
  const entries = settingKeys.map((key) => [key, saved.get(key) ?? settingRules[key].default]);
  return Object.fromEntries(entries) as Settings;
}

/** The labels that rules of saved settings are for, in order; null is for all emails. */
export interface LabelsOfRules {
  labels: (string | null)[];
  /** Where the label is in the save. */
  pathOf: (index: number) => string;
}

/** Of the settings with rules for labels, those that a save has. */
export function labelsOfRules(
  { send_windows, 'sending.frequency_caps': caps }: Settings,
  saved: ReadonlyMap<SettingKey, unknown>,
): LabelsOfRules[] {
  const found: LabelsOfRules[] = [];
  if (saved.has('send_windows')) {
    found.push({ labels: send_windows.rules.map(({ label }) => label), pathOf: labelPath });
  }
  if (saved.has('sending.frequency_caps')) {
    found.push({ labels: caps.map(({ label }) => label ?? null), pathOf: capLabelPath });
  }
  return found;
}

/** The result of reading a save of settings. */
export interface SettingChanges {
  /** Canonical values by key; undefined restores the default. */
  values: ReadonlyMap<SettingKey, unknown>;
  warnings: Issue[];
}

/** Whether any of the keys can name other records. */
export function needsReferences(given: JsonObject): boolean {
  return Object.hasOwn(given, 'sending.subscription_preferences');
}

/**
 * Reads settings from any JSON. Throws a 422 that names every faulty key, so that one bad value
 * prevents the whole save (SET-03 to SET-05).
 */
export function readSettings(given: JsonObject, references: ConditionReferences): SettingChanges {
  const values = new Map<SettingKey, unknown>();
  const warnings: Issue[] = [];
  const errors: Issue[] = [];
  for (const [key, value] of Object.entries(given)) {
    const known = settingKeys.find((one) => one === key);
    if (known === undefined) {
      errors.push(unknownKey(key));
      continue;
    }
    const reading: SettingReading = {
      path: `settings.${known}`,
      references,
      warn: (path, code, message) => warnings.push({ path, code, message }),
    };
    try {
      values.set(known, settingRules[known].read(value, reading));
    } catch (error) {
      for (const fault of faultsOf(error)) errors.push(fault);
    }
  }
  if (errors.length > 0) throw invalid(errors.slice(0, limits.issuesListedMax));
  return { values, warnings };
}

/** Keys that people look for among the settings, but which belong to the profile (SET-24). */
const inProfile: ReadonlySet<string> = new Set([
  ...['name', 'timezone', 'default_from_address', 'reply_to', 'base_url', 'tracking'],
]);

const writable =
  'get_settings shows every key that can be written; secrets are set by the environment only.';

function unknownKey(key: string): Issue {
  const shown = key.length > limits.keyChars ? `${key.slice(0, limits.keyChars)}…` : key;
  const [last = ''] = key.split('.').slice(-1);
  const near = nearest(key, settingKeys) ?? settingKeys.find((known) => known.endsWith(`.${key}`));
  const fault = `${quoted(shown.toWellFormed())} is not a setting that can be written.`;
  const issue = { path: `settings.${shown.toWellFormed()}`, code: 'setting_unknown' };
  if (inProfile.has(last)) {
    const hint = 'It is part of the profile, which update_profile changes.';
    const fix = 'Leave it out, and change it with update_profile.';
    return { ...issue, message: `${fault} ${hint}`, fix };
  }
  if (near === undefined) {
    const fix =
      'Write a key of get_settings in its place; describe_schema settings says what each does.';
    return { ...issue, message: `${fault} ${writable}`, fix };
  }
  return hinted({ ...issue, message: fault }, near);
}
