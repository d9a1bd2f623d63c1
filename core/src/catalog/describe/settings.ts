import { settingKeys, settingRules } from '../../account/settings.ts';
import { exampleCaps } from './send-windows.ts';
import { fieldOf, type Topic } from './topic.ts';

/** Leaves out objects that are empty or have their own topic. */
function defaultOf(value: unknown): string {
  if (typeof value === 'object') return '';
  return value === '' ? ' Default: blank.' : ` Default: ${String(value)}`;
}

/** What settings of retention have in common is a rule too. */
const kept = /^Days of ([^;]+); 0: all(\..*)$/;

const page = 'sending.unsubscribe_page.';

export const settings: Topic = {
  names: [],
  parts: [],
  text: () => ({
    rules: [
      'A save changes only the keys sent: {"settings": {"<dotted key>": value}}.',
      'One faulty value stores nothing; warnings name what is stored but maybe not meant.',
      'retention.…_days: 0: all.',
      `${page}… are the button color and the texts of that page: introduction before, resubscribed_… after resubscribing, others after leaving. {email}: the address. Blank: the default, which get_settings has.`,
      'Secrets and providers are set by the environment.',
    ],
    fields: settingKeys.map((key) => {
      const { type, help, default: value } = settingRules[key];
      // What texts of the page have in common is a rule.
      if (key.startsWith(page)) return fieldOf(key, type, '');
      return fieldOf(key, type, `${help.replace(kept, '$1$2')}${defaultOf(value)}`.trim());
    }),
    example: {
      settings: {
        'sending.mailing_address': 'Acme Inc., 1 Main Street, Springfield',
        'sending.frequency_caps': exampleCaps.slice(0, 1),
        tunables: { trial_pause: { amount: 3, unit: 'days' } },
      },
    },
    errors: [],
    see: ['send_windows', 'preferences'].map((topic) => `describe_schema ${topic}`),
  }),
};
