import { settingKeys, settingRules, settingsWith } from '@postroad/core/account/settings';
import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../support/property-tests.ts';
import { faultsOf, read, readValue } from './reading.ts';

const page = 'sending.unsubscribe_page';

describe('defaults', () => {
  it('SET-15, SET-16, SET-18, SET-19 are the copy of the specification', () => {
    const settings = settingsWith(new Map());
    const copy = Object.entries(settings).filter(([key]) => key.startsWith(`${page}.`));
    expect(Object.fromEntries(copy)).toEqual({
      [`${page}.introduction`]: '{email} will stop getting all email from us.',
      [`${page}.status`]: 'Done',
      [`${page}.headline`]: "You're unsubscribed.",
      [`${page}.confirmation`]: "{email} won't get any more email from us.",
      [`${page}.button_text`]: 'Resubscribe',
      [`${page}.button_color`]: expect.stringMatching(/^#[0-9a-f]{6}$/),
      [`${page}.hint`]: 'Clicked by mistake? This puts you back.',
      [`${page}.resubscribed_status`]: 'Welcome back',
      [`${page}.resubscribed_headline`]: "You're subscribed again.",
      [`${page}.resubscribed_confirmation`]: '{email} will keep getting email from us.',
      [`${page}.resubscribed_button_text`]: 'Unsubscribe',
      [`${page}.resubscribed_hint`]: "Changed your mind again? One click and you're out.",
    });
  });

  it('PREF-03, PREF-04, SET-22 are those of preferences and pace', () => {
    const settings = settingsWith(new Map());
    expect(settings['sending.subscription_preferences']).toEqual({
      enabled: false,
      unsubscribe_label: 'Unsubscribe from everything',
      preferences_label: 'Manage my subscriptions',
      introduction: "Choose the emails you'd like to receive at {email}.",
      default_tab: 'unsubscribe',
      save_button_text: 'Save preferences',
      success_message: 'Your subscription preferences have been saved.',
      toggles: [],
    });
    expect(settings['sending.broadcast_emails_per_hour']).toBe(5000);
    expect(settings.send_windows).toEqual({ rules: [] });
  });

  it.each(settingKeys)('are what %s takes itself', (key) => {
    const { default: value } = settingRules[key];
    expect(readValue(key, value) ?? value).toEqual(value);
  });
});

const rule = (more: object = {}) => ({ rules: [{ label: null, days: [1], ...more }] });

const cap = (more: object = {}) => ({
  ...{ max: 1, per: { amount: 1, unit: 'days' }, then: 'hold' },
  ...more,
});

describe('what is taken', () => {
  it.each([
    ['SET-06', 'tunables', { pause: { unit: 'weeks', amount: 2 } }, undefined],
    ['SET-09', 'send_windows', rule(), rule({ start: '00:00', end: '24:00' })],
    ['SET-07', 'send_windows', { rules: [{ days: [1] }] }, rule({ start: '00:00', end: '24:00' })],
    [
      'SET-08, LIM-09',
      'send_windows',
      rule({ days: [6, 0, 6] }),
      rule({ days: [0, 6], start: '00:00', end: '24:00' }),
    ],
    [
      'SET-07',
      'send_windows',
      rule({ label: ' news ' }),
      rule({ label: 'news', start: '00:00', end: '24:00' }),
    ],
    ['SET-09, LIM-09', 'send_windows', rule({ start: '23:59', end: '24:00' }), undefined],
    [
      'CAP-05',
      'send_windows',
      rule({ timezone: 'person' }),
      rule({ start: '00:00', end: '24:00', timezone: 'person' }),
    ],
    [
      'CAP-05',
      'send_windows',
      rule({ timezone: 'account' }),
      rule({ start: '00:00', end: '24:00' }),
    ],
    ['CAP-01', 'sending.frequency_caps', [cap({ label: ' a ' })], [{ label: 'a', ...cap() }]],
    ['CAP-01', 'sending.frequency_caps', [cap({ label: null })], [cap()]],
    ['CAP-01, LIM-09', 'sending.frequency_caps', [cap({ max: limits.frequencyCapMax })], undefined],
    [
      'CAP-01, LIM-09',
      'sending.frequency_caps',
      [cap({ per: { amount: limits.frequencyCapDays, unit: 'days' } })],
      undefined,
    ],
    [
      'CAP-01, LIM-09',
      'sending.frequency_caps',
      Array.from({ length: limits.frequencyCaps }, () => cap()),
      undefined,
    ],
    ['SET-11', 'sending.mailing_address', '  1 Main St\nTown \n', '1 Main St\nTown'],
    ['SET-12', 'sending.unsubscribe_page_url', ' ', ''],
    ['SET-12', 'sending.unsubscribe_page_url', 'https://example.com/bye/{token}?a=1', undefined],
    ['SET-12', 'sending.unsubscribe_page_url', 'http://localhost:3000', undefined],
    ['SET-17', `${page}.button_color`, '#Ab3', undefined],
    ['SET-21', `${page}.headline`, '  Gone. ', 'Gone.'],
    ['SET-22', 'sending.broadcast_emails_per_hour', 1, undefined],
  ] as [string, string, unknown, unknown][])('%s %s', (_clause, key, value, expected) => {
    expect(readValue(key, value)).toEqual(expected ?? value);
  });

  it('SET-20 takes blank copy for its default, whichever text it is', () => {
    const keys = settingKeys.filter((key) => key.startsWith(`${page}.`));
    expect(keys).toHaveLength(12);
    for (const key of keys) expect([...read({ [key]: '  ' }).values]).toEqual([[key, undefined]]);
  });

  it('warns of a window that can never apply', () => {
    const windows = { rules: [{ days: [1] }, { label: 'a', days: [1] }, { days: [2] }] };
    expect(read({ send_windows: windows }).warnings).toMatchObject([
      { path: 'settings.send_windows.rules[2]', code: 'rule_never_applies' },
    ]);
  });
});

describe('what is refused, with the key and the part that is wrong', () => {
  it.each([
    ['SET-05', 'tunables', [], 'settings.tunables'],
    [
      'SET-06',
      'tunables',
      { pause: { amount: 1, unit: 'months' } },
      'settings.tunables.pause.unit',
    ],
    [
      'SET-06',
      'tunables',
      { pause: { amount: 1.5, unit: 'days' } },
      'settings.tunables.pause.amount',
    ],
    ['SET-06', 'tunables', { pause: { setting: 'x' } }, 'settings.tunables.pause'],
    ['SET-06', 'tunables', { 'a b': { amount: 1, unit: 'days' } }, 'settings.tunables'],
    ['SET-07', 'send_windows', [], 'settings.send_windows'],
    ['SET-07', 'send_windows', {}, 'settings.send_windows.rules'],
    ['SET-07', 'send_windows', rule({ label: 5 }), 'settings.send_windows.rules[0].label'],
    ['SET-07', 'send_windows', rule({ labels: 'x' }), 'settings.send_windows.rules[0].labels'],
    ['SET-08', 'send_windows', { rules: [{ label: null }] }, 'settings.send_windows.rules[0].days'],
    ['SET-08', 'send_windows', rule({ days: [] }), 'settings.send_windows.rules[0].days'],
    ['SET-08, LIM-09', 'send_windows', rule({ days: [7] }), 'settings.send_windows.rules[0].days'],
    ['SET-08, LIM-09', 'send_windows', rule({ days: [-1] }), 'settings.send_windows.rules[0].days'],
    ['SET-09', 'send_windows', rule({ start: '9:00' }), 'settings.send_windows.rules[0].start'],
    [
      'SET-09, LIM-09',
      'send_windows',
      rule({ end: '24:01' }),
      'settings.send_windows.rules[0].end',
    ],
    [
      'SET-10',
      'send_windows',
      rule({ start: '22:00', end: '06:00' }),
      'settings.send_windows.rules[0].start',
    ],
    [
      'SET-10',
      'send_windows',
      rule({ start: '09:00', end: '09:00' }),
      'settings.send_windows.rules[0].start',
    ],
    ['SET-10', 'send_windows', rule({ start: '24:00' }), 'settings.send_windows.rules[0].start'],
    [
      'CAP-05',
      'send_windows',
      rule({ timezone: 'UTC' }),
      'settings.send_windows.rules[0].timezone',
    ],
    ['CAP-01', 'sending.frequency_caps', {}, 'settings.sending.frequency_caps'],
    ['CAP-01', 'sending.frequency_caps', [1], 'settings.sending.frequency_caps[0]'],
    [
      'CAP-01, LIM-09',
      'sending.frequency_caps',
      [cap({ max: limits.frequencyCapMax + 1 })],
      'settings.sending.frequency_caps[0].max',
    ],
    [
      'CAP-01, LIM-09',
      'sending.frequency_caps',
      [cap({ per: { amount: limits.frequencyCapDays + 1, unit: 'days' } })],
      'settings.sending.frequency_caps[0].per.amount',
    ],
    [
      'CAP-01',
      'sending.frequency_caps',
      [cap({ per: { amount: 0, unit: 'days' } })],
      'settings.sending.frequency_caps[0].per.amount',
    ],
    [
      'CAP-01',
      'sending.frequency_caps',
      [cap({ per: '1 day' })],
      'settings.sending.frequency_caps[0].per',
    ],
    [
      'CAP-01, LIM-09',
      'sending.frequency_caps',
      Array.from({ length: limits.frequencyCaps + 1 }, () => cap()),
      'settings.sending.frequency_caps',
    ],
    ['SET-11', 'sending.mailing_address', 5, 'settings.sending.mailing_address'],
    [
      'SET-12',
      'sending.unsubscribe_page_url',
      'example.com/bye',
      'settings.sending.unsubscribe_page_url',
    ],
    [
      'SET-12',
      'sending.unsubscribe_page_url',
      'javascript:alert(1)',
      'settings.sending.unsubscribe_page_url',
    ],
    ['SET-12', 'sending.unsubscribe_page_url', 'https://', 'settings.sending.unsubscribe_page_url'],
    [
      'SET-12',
      'sending.unsubscribe_page_url',
      'https://a@b.example/',
      'settings.sending.unsubscribe_page_url',
    ],
    [
      'SET-12',
      'sending.unsubscribe_page_url',
      'https://b.example/a b',
      'settings.sending.unsubscribe_page_url',
    ],
    ['SET-17', `${page}.button_color`, 'red', `settings.${page}.button_color`],
    ['SET-17', `${page}.button_color`, '#12345', `settings.${page}.button_color`],
    ['SET-17', `${page}.button_color`, '#fff;}', `settings.${page}.button_color`],
    ['SET-05', `${page}.hint`, null, `settings.${page}.hint`],
    [
      'SET-22',
      'sending.broadcast_emails_per_hour',
      0,
      'settings.sending.broadcast_emails_per_hour',
    ],
    [
      'SET-22',
      'sending.broadcast_emails_per_hour',
      '5000',
      'settings.sending.broadcast_emails_per_hour',
    ],
  ] as [string, string, unknown, string][])('%s %s', (_clause, key, value, path) => {
    const [fault, ...more] = faultsOf({ [key]: value });
    expect(more).toEqual([]);
    expect(fault?.path).toBe(path);
    expect(fault?.message.startsWith(path)).toBe(true);
  });

  it.each([
    ['sending.maling_address', 'sending.mailing_address'],
    ['mailing_address', 'sending.mailing_address'],
    ['sending.unsubscribe_page.buton_color', 'sending.unsubscribe_page.button_color'],
    ['SECRET_KEY', 'environment'],
    ['api_token', 'environment'],
    ['timezone', 'update_profile'],
    ['profile.default_from_address', 'update_profile'],
    ['time', 'get_settings'],
  ])('SET-05, AUTH-04 the key %s, which cannot be written', (key, named) => {
    const [fault] = faultsOf({ [key]: 'x' });
    expect(fault).toMatchObject({ path: `settings.${key}`, code: 'setting_unknown' });
    expect(fault?.message).toContain(named);
  });

  it.each([
    ['timezone', 'Leave it out, and change it with update_profile.'],
    [
      'quiet_hours',
      'Write a key of get_settings in its place; describe_schema settings says what each does.',
    ],
  ])(
    'FIX-02 the key %s leads to where it is changed, or to the keys that there are',
    (key, fix) => {
      expect(faultsOf({ [key]: 'x' })).toMatchObject([{ fix }]);
    },
  );

  it('SET-06, CAP-01 a duration that is given as text leads to its shape', () => {
    const shape = 'A duration is an object such as {"amount": 3, "unit": "days"}, not "1 week".';
    for (const given of [
      { 'sending.frequency_caps': [cap({ per: '1 week' })] },
      { tunables: { pause: '1 week' } },
    ]) {
      expect(faultsOf(given)).toMatchObject([{ message: expect.stringContaining(shape) }]);
    }
  });

  it('SET-04 every faulty key of a request is named', () => {
    const faults = faultsOf({ a: 1, tunables: 5, send_windows: 6, 'sending.mailing_address': 'x' });
    expect(faults.map(({ path }) => path)).toEqual([
      'settings.a',
      'settings.tunables',
      'settings.send_windows',
    ]);
  });

  it('SET-05 whatever JSON is sent, it is taken as it then stays, or refused', () => {
    const keys = fc.constantFrom(...settingKeys, 'other', 'constructor');
    fc.assert(
      fc.property(keys, fc.jsonValue({ maxDepth: 6 }), (key, value) => {
        let values: ReadonlyMap<string, unknown>;
        try {
          ({ values } = read({ [key]: value }));
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
          return;
        }
        const taken = values.get(key);
        if (taken !== undefined) expect(readValue(key, taken)).toEqual(taken);
      }),
      { numRuns: runs(3_000) },
    );
  });
});
