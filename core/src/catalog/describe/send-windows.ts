import type { FrequencyCap } from '../../account/frequency-caps.ts';
import { type SendWindows, windowDefaults } from '../../account/send-windows.ts';
import { limits } from '../../platform/limits.ts';
import { fieldOf, type Topic } from './topic.ts';

const exampleWindows: SendWindows = {
  rules: [
    { label: 'receipt', days: [0, 1, 2, 3, 4, 5, 6], start: '00:00', end: '24:00' },
    { label: null, days: [1, 2, 3, 4, 5], start: '09:00', end: '17:30' },
  ],
};

export const exampleCaps: readonly FrequencyCap[] = [
  // biome-ignore lint/suspicious/noThenProperty: a rule of the setting has this key
  { max: 3, per: { amount: 1, unit: 'weeks' }, then: 'hold' },
  // biome-ignore lint/suspicious/noThenProperty: a rule of the setting has this key
  { label: 'offer', max: 1, per: { amount: 1, unit: 'days' }, then: 'skip' },
];

export const sendWindows: Topic = {
  names: [],
  parts: [],
  text: () => ({
    rules: [
      'The setting send_windows, saved whole. With no rules everything goes out when it is due.',
      'The rule of an email is the first whose label it carries, else the first with label null, else none.',
      'Outside its window an email waits, in list_queue as holding: "Outside its send window". Saving new rules judges those again.',
      'Times are of the account, or with timezone "person" of the recipient where they have a time zone. One that a clock change skips is the next minute there is; of one that comes twice the first.',
      'A window lies within one day. Tests and transactional emails go out at once.',
      `sending.frequency_caps says how many emails one person gets: ${JSON.stringify(exampleCaps.slice(1))}. max in any time as long as per; every rule must allow one more, or it waits (hold) or is skipped: "Frequency cap: 3 in 1 week". A rule with a label counts and stops emails with it alone; tests and transactional emails neither count nor wait.`,
    ],
    fields: [
      fieldOf('rules', 'object[]', `At most ${limits.sendWindowRules}; [] for none`, true),
      fieldOf('rules.label', 'string or null', 'Label of the emails it is for; null: all'),
      fieldOf('rules.days', 'integer[]', '0 to 6, Sunday 0; at least one', true),
      fieldOf('rules.start', 'string', `HH:MM, before end; ${windowDefaults.start} where left out`),
      fieldOf(
        'rules.end',
        'string',
        `HH:MM, 24:00 closes the day; ${windowDefaults.end} where left out`,
      ),
      fieldOf(
        'rules.timezone',
        'string',
        `account or person; ${windowDefaults.timezone} where left out`,
      ),
    ],
    example: exampleWindows,
    errors: [],
    see: ['update_settings', 'list_queue'],
  }),
};
