import { settingKeys } from '@postroad/core/account/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';
import { arms, flowMoves, gate, next } from '../flows/flow-moves.ts';
import { delivering } from '../sending/delivering.ts';

let opened: TestService;
let calls: Calling;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
});

afterAll(async () => {
  await opened.close();
});

const address = 'sending.mailing_address';
const preferences = 'sending.subscription_preferences';
const customUrl = 'sending.unsubscribe_page_url';
const headline = 'sending.unsubscribe_page.headline';
const save = (settings: Record<string, unknown>) => calls.call('update_settings', { settings });
const current = async () => (await calls.call('get_settings', {})).settings;

const toggle = {
  id: 'news',
  label: 'News',
  condition: { type: 'has_tag', tag: 'news' },
  on: [{ type: 'add_tag', tag: 'news' }],
  off: [{ type: 'remove_tag', tag: 'news' }],
};

describe('the settings', () => {
  it('SET-01, AUTH-04 are every key that can be written, with its default, and no other', async () => {
    const settings = await current();
    expect(Object.keys(settings)).toEqual(settingKeys);
    expect(settings).toMatchObject({
      tunables: {},
      send_windows: { rules: [] },
      [address]: '',
      [headline]: "You're unsubscribed.",
      'sending.broadcast_emails_per_hour': 5000,
    });
    expect(JSON.stringify(settings)).not.toMatch(/secret|api_token|password|smtp/i);
  });

  it('FIX-05 several faults of one save are all named in one answer', async () => {
    const rules = [
      { days: [], start: '25:00', hours: 3 },
      { days: [1], end: 'noon' },
      { days: [7], start: '10:00', end: '09:00' },
    ];
    const refusal = await calls.refused('update_settings', {
      settings: {
        send_windows: { rules },
        tunables: { pause: { amount: -1, unit: 'years', or: 1 }, 'b c': 1 },
        'sending.frequency_caps': [{ max: 1, per: { amount: 1.5 }, then: 'hold' }],
        [preferences]: {
          ...{ enabled: 'yes', default_tab: 'x' },
          toggles: [{ ...toggle, id: '', label: '', on: [{ type: 'add_tag' }] }],
        },
      },
    });
    const found = pathsOf(refusal).map((path) => path.replace(/^settings\.(sending\.)?/, ''));
    expect(found).toEqual([
      'send_windows.rules[0].hours',
      'send_windows.rules[0].days',
      'send_windows.rules[0].start',
      'send_windows.rules[1].end',
      'send_windows.rules[2].days',
      'send_windows.rules[2].start',
      'tunables.pause.or',
      'tunables.pause.unit',
      'tunables.pause.amount',
      'tunables',
      'frequency_caps[0].per.unit',
      'frequency_caps[0].per.amount',
      'subscription_preferences.enabled',
      'subscription_preferences.default_tab',
      'subscription_preferences.toggles[0].id',
      'subscription_preferences.toggles[0].label',
      'subscription_preferences.toggles[0].on[0].tag',
    ]);
  });

  it('SET-24 leave the time zone to the profile, where it is that of the American East', async () => {
    const { profile } = await calls.call('get_profile', {});
    expect(profile.timezone).toBe('America/New_York');
    expect(Object.keys(await current()).filter((key) => key.includes('zone'))).toEqual([]);
  });

  it('SET-02, SET-03, SET-11, SET-21 change by the keys that are sent, and the others stay', async () => {
    await save({ [address]: ' 1 Main Street ', tunables: { pause: { amount: 2, unit: 'days' } } });
    const before = await current();
    const { settings } = await save({ [headline]: '  Gone  ' });
    expect(settings).toEqual({ ...before, [headline]: 'Gone' });
    expect(await current()).toEqual(settings);
    expect(settings[address]).toBe('1 Main Street');
  });

  it('SET-20 go back to their defaults where copy is blank', async () => {
    await save({ [headline]: 'Gone' });
    const { settings } = await save({ [headline]: ' ' });
    expect(settings[headline]).toBe("You're unsubscribed.");
    expect(await current()).toEqual(settings);
  });

  it('SET-04, SET-05 store nothing of a request with one bad value, or an unknown key', async () => {
    const before = await current();
    const good = { [address]: 'Elsewhere', tunables: { a: { amount: 1, unit: 'days' } } };
    const bad = await calls.refused('update_settings', {
      settings: { ...good, [headline]: 5, secret_key: 'x' },
    });
    expect(bad.code).toBe('validation_failed');
    expect(pathsOf(bad)).toEqual([`settings.${headline}`, 'settings.secret_key']);
    expect(bad.detail).toContain(headline);
    expect(await current()).toEqual(before);
  });

  it('change nothing in a dry run, which answers the same', async () => {
    const before = await current();
    const { settings } = await calls.dryRun('update_settings', { settings: { [address]: 'X' } });
    expect(settings[address]).toBe('X');
    expect(await current()).toEqual(before);
  });

  it('PREF-01, SET-26, SET-27 replace preferences whole, and keep toggles beside a custom URL', async () => {
    const full = { enabled: true, save_button_text: 'Keep', toggles: [toggle] };
    const enabled = await save({ [customUrl]: '', [preferences]: full });
    expect(enabled.settings[preferences]).toMatchObject({ ...full, default_tab: 'unsubscribe' });
    expect(enabled.warnings).toMatchObject([{ code: 'toggle_unread' }]);
    const both = await save({ [customUrl]: 'https://example.com/bye' });
    expect(both.warnings).toMatchObject([{ code: 'preferences_inactive' }]);
    const saved = (await current())[preferences] as object;
    const chosen = await save({ [preferences]: { ...saved, enabled: false } });
    expect(chosen.warnings).toEqual([]);
    expect(chosen.settings[preferences]).toEqual({ ...saved, enabled: false });
    const replaced = await save({ [preferences]: { toggles: [toggle] } });
    expect(replaced.settings[preferences]).toMatchObject({ save_button_text: 'Save preferences' });
  });

  it('PREF-14, PREF-15 know the custom fields there are', async () => {
    const set = (field: string, value: unknown) => ({
      ...toggle,
      condition: { type: 'field', field, op: 'present' },
      on: [{ type: 'set_field', field, value }],
      off: [{ type: 'clear_field', field }],
    });
    await calls.call('create_field', { key: 'age', type: 'number' });
    await calls.call('create_field', { key: 'old', type: 'string' });
    await calls.call('update_field', { field_key: 'old', active: false });
    await save({ [preferences]: { toggles: [set('age', 3)] } });
    for (const [field, value, at] of [
      ['age', 'three', 'value'],
      ['old', 'x', 'field'],
      ['agge', 3, 'field'],
    ] as const) {
      const refused = await calls.refused('update_settings', {
        settings: { [preferences]: { toggles: [set(field, value)] } },
      });
      expect(pathsOf(refused)[0]).toBe(`settings.${preferences}.toggles[0].on[0].${at}`);
    }
  });
});

describe('the mailing address', () => {
  it('SET-11 is in the footers of mails and previews from the next one on', async () => {
    const { email } = await calls.call('create_email', { subject: 'Hi', body_markdown: 'Hello' });
    await calls.call('upsert_person', { email: 'reader@example.com' });
    const { deliver } = delivering(opened);
    const [before] = await deliver([email.id]);
    await save({ [address]: 'Acme, 1 Main Street' });
    const [after] = await deliver([email.id]);
    const preview = await calls.call('preview_email', { email_id: email.id });
    expect(before?.text).not.toContain('Acme, 1 Main Street');
    expect(after?.text).toContain('Acme, 1 Main Street');
    expect(after?.html).toContain('Acme, 1 Main Street');
    expect(preview.text).toContain('Acme, 1 Main Street');
  });
});

describe('tunables', () => {
  const waiting = (setting: string) => ({
    trigger: { event: 'go' },
    nodes: [
      { id: 1, type: 'delay', duration: { setting } },
      { id: 2, type: 'add_tag', tag: 'waited' },
    ],
  });

  it('SET-06, DEF-22 are what delays wait by, and validation knows them', async () => {
    const unknown = await calls.call('create_flow', { key: 'f', definition: waiting('rest') });
    expect(unknown.flow.validation.errors).toMatchObject([
      { code: 'tunable_unknown', path: 'nodes[0].duration.setting' },
    ]);
    await save({ tunables: { rest: { amount: 3, unit: 'hours' } } });
    const moves = flowMoves(opened);
    await calls.call('activate_flow', { flow_key: 'f' });
    await moves.record('ada@example.com', 'go');
    await moves.pass(3 * 60 - 1);
    expect(await moves.tagsOf('ada@example.com')).toEqual([]);
    await moves.pass(1);
    expect(await moves.tagsOf('ada@example.com')).toEqual(['waited']);
  });

  it('warn of flows that still name one that goes', async () => {
    const pause = { amount: 3, unit: 'hours' };
    const rest = { amount: 3, unit: 'hours' };
    await save({ tunables: { rest, short: pause, other: pause } });
    await calls.call('create_flow', { key: 'g', definition: waiting('short') });
    const { warnings } = await save({ tunables: { rest } });
    expect(warnings).toMatchObject([{ path: 'settings.tunables.short', code: 'tunable_in_use' }]);
    expect(warnings[0]?.message).toContain('"g".');
    expect((await save({ tunables: { rest } })).warnings).toEqual([]);
  });

  it('DEF-23 move the people who wait at a gate that expires by one', async () => {
    const rest = { amount: 3, unit: 'hours' };
    await save({ tunables: { rest, patience: { amount: 10, unit: 'days' } } });
    const moves = flowMoves(opened);
    const patient = { ...arms(24), expires_after: { setting: 'patience' } };
    await moves.live('patient', [gate(1, next('paid'), patient)]);
    await moves.enter('patient', 'bo@example.com');
    await moves.pass(60);
    await save({ tunables: { rest, patience: { amount: 2, unit: 'hours' } } });
    await moves.pass(59);
    expect(await moves.tagsOf('bo@example.com')).toEqual([]);
    await moves.pass(1);
    expect(await moves.tagsOf('bo@example.com')).toEqual(['expired']);
  });
});
