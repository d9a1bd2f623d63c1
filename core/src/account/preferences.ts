import { ValueError } from '../platform/issue.ts';
import { own, quoted } from '../platform/json.ts';
import { limits } from '../platform/limits.ts';
import { targetOf } from './preference-action.ts';
import { type PreferenceToggle, readToggle } from './preference-toggle.ts';
import {
  filledText,
  listOf,
  objectAt,
  onlyKeys,
  readEach,
  readParts,
  type SettingReading,
  type SettingRule,
} from './setting-rule.ts';

export const tabs = ['unsubscribe', 'preferences'] as const;

/** The hosted preferences page (spec, Subscription preferences object). */
export interface Preferences extends Readonly<Record<keyof typeof preferenceCopy, string>> {
  enabled: boolean;
  default_tab: (typeof tabs)[number];
  toggles: readonly PreferenceToggle[];
}

/** PREF-03, PREF-04. */
export const preferenceCopy = {
  unsubscribe_label: 'Unsubscribe from everything',
  preferences_label: 'Manage my subscriptions',
  introduction: "Choose the emails you'd like to receive at {email}.",
  save_button_text: 'Save preferences',
  success_message: 'Your subscription preferences have been saved.',
} as const;

const keys: readonly (keyof Preferences)[] = [
  'enabled',
  'unsubscribe_label',
  'preferences_label',
  'introduction',
  'default_tab',
  'save_button_text',
  'success_message',
  'toggles',
];

export const preferenceDefaults: Preferences = {
  enabled: false,
  unsubscribe_label: preferenceCopy.unsubscribe_label,
  preferences_label: preferenceCopy.preferences_label,
  introduction: preferenceCopy.introduction,
  default_tab: 'unsubscribe',
  save_button_text: preferenceCopy.save_button_text,
  success_message: preferenceCopy.success_message,
  toggles: [],
};

/** PREF-01 to PREF-07, PREF-17. */
export const preferences: SettingRule<Preferences> = {
  type: 'object',
  help: 'The hosted preferences page; see describe_schema preferences. Replaced whole; what is left out takes its default.',
  default: preferenceDefaults,
  read(value, reading) {
    const { path } = reading;
    const sent = objectAt(value, path);
    const given = (key: keyof Preferences) => own(sent, key);
    const copyAt = (key: keyof typeof preferenceCopy) => {
      const text = given(key);
      if (text === undefined) return preferenceCopy[key];
      return filledText(text, `${path}.${key}`, limits.preferenceCopyChars);
    };
    const toggles = given('toggles') ?? [];
    const count = Array.isArray(toggles) ? toggles.length : 0;
    const { keys: _, ...read } = readParts({
      keys: () => onlyKeys(sent, path, keys),
      enabled: () => enabledAt(given('enabled') ?? false, count, `${path}.enabled`),
      unsubscribe_label: () => copyAt('unsubscribe_label'),
      preferences_label: () => copyAt('preferences_label'),
      introduction: () => copyAt('introduction'),
      default_tab: () =>
        tabAt(given('default_tab') ?? preferenceDefaults.default_tab, `${path}.default_tab`),
      save_button_text: () => copyAt('save_button_text'),
      success_message: () => copyAt('success_message'),
      toggles: () => togglesAt(toggles, reading),
    });
    return read;
  },
};

function enabledAt(value: unknown, toggles: number, path: string): boolean {
  if (typeof value !== 'boolean') {
    throw new ValueError(path, `must be true or false, not ${quoted(value)}.`);
  }
  if (!value || toggles > 0) return value;
  throw new ValueError(path, 'needs at least one toggle; add it to toggles.');
}

function tabAt(value: unknown, path: string): Preferences['default_tab'] {
  const tab = tabs.find((known) => known === value);
  if (tab !== undefined) return tab;
  throw new ValueError(path, `must be one of ${tabs.join(', ')}, not ${quoted(value)}.`);
}

function togglesAt(value: unknown, reading: SettingReading): PreferenceToggle[] {
  const path = `${reading.path}.toggles`;
  const toggles = readEach(
    listOf(value, path, limits.toggles).map(
      (toggle, index) => () => readToggle(toggle, { ...reading, path: `${path}[${index}]` }),
    ),
  );
  const ids = new Set<string>();
  const writers = new Map<string, string>();
  for (const [index, { id, on, off }] of toggles.entries()) {
    const at = `${path}[${index}]`;
    if (ids.has(id)) throw new ValueError(`${at}.id`, `is taken: another toggle has ${id} too.`);
    ids.add(id);
    for (const [branch, actions] of Object.entries({ on, off })) {
      for (const [entry, action] of actions.entries()) {
        const target = targetOf(action);
        const writer = writers.get(target) ?? id;
        writers.set(target, writer);
        if (writer === id) continue;
        const message = `writes the ${target} that the toggle ${writer} writes too.`;
        throw new ValueError(`${at}.${branch}[${entry}]`, message);
      }
    }
  }
  return toggles;
}
