import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;

beforeAll(async () => {
  opened = await openTestService({ env: { STARTER: '0' } });
  calls = calling(opened);
  await calls.call('create_email', { subject: 'News', body_markdown: 'Hello', labels: ['news'] });
});

afterAll(() => opened.close());

type Warnings = { warnings: { path: string; code: string; did_you_mean?: string | undefined }[] };

const shown = ({ warnings }: Warnings) => warnings.map(({ path, code }) => `${path} ${code}`);

const window = (label: string | null) => ({ label, days: [1], start: '09:00', end: '17:00' });
const setWindows = (...labels: (string | null)[]) =>
  calls.call('update_settings', {
    settings: { send_windows: { rules: labels.map(window) } },
  });

const toggle = (id: string, on: object, off: object, condition: object) => ({
  ...{ id, label: id, condition, on: [on], off: [off] },
});
const topic = (tag: string) =>
  toggle(tag, { type: 'add_tag', tag }, { type: 'remove_tag', tag }, { type: 'has_tag', tag });
const preferences = (...toggles: object[]) => ({
  'sending.subscription_preferences': { enabled: true, toggles },
});
const setToggles = async (...toggles: object[]) =>
  shown(await calls.call('update_settings', { settings: preferences(...toggles) })).filter((one) =>
    one.endsWith('toggle_unread'),
  );
const unread = (index: number) =>
  `settings.sending.subscription_preferences.toggles[${index}] toggle_unread`;

it('SAFE-49 a label in a send window that no email carries draws a warning', async () => {
  expect(shown(await setWindows('news', null))).toEqual([]);
  const saved = await setWindows('news', 'newz', null);
  expect(shown(saved)).toEqual(['settings.send_windows.rules[1].label label_unused']);
  expect(saved.warnings[0]).toMatchObject({ did_you_mean: 'news' });
  await setWindows();
});

it('SAFE-49 a label of a guard that no email carries draws a warning, once it is given', async () => {
  const guard = { key: 'calm', condition: { type: 'suppressed' }, labels: ['news', 'offers'] };
  const made = await calls.call('create_guard', guard);
  expect(shown(made)).toEqual(['labels[1] label_unused']);
  const renamed = await calls.call('update_guard', { guard_key: 'calm', name: 'Calm' });
  expect(shown(renamed)).toEqual([]);
  const changed = { guard_key: 'calm', labels: ['offer'] };
  expect(shown(await calls.call('update_guard', changed))).toEqual(['labels[0] label_unused']);
  const none = await calls.call('update_guard', { guard_key: 'calm', labels: [] });
  expect(shown(none)).toEqual([]);
  const { emails } = await calls.call('list_emails', {});
  await calls.call('delete_email', { email_id: emails[0]?.id ?? 0 });
  const archived = { guard_key: 'calm', labels: ['news'] };
  expect(shown(await calls.call('update_guard', archived))).toEqual(['labels[0] label_unused']);
  await calls.call('restore_email', { email_id: emails[0]?.id ?? 0 });
});

it('SAFE-49 a toggle that nothing reads draws a warning, until something reads it', async () => {
  expect(await setToggles(topic('weekly'), topic('daily'))).toEqual([unread(0), unread(1)]);
  const definition = { not: { type: 'has_tag', tag: 'Daily' } };
  await calls.call('create_guard', { key: 'no-daily', condition: definition });
  expect(await setToggles(topic('weekly'), topic('daily'))).toEqual([unread(0)]);
  await calls.call('create_segment', {
    ...{ key: 'weekly', definition: { all: [{ type: 'has_tag', tag: 'weekly' }] } },
  });
  expect(await setToggles(topic('weekly'), topic('daily'))).toEqual([]);
});

it('SAFE-49 a flow reads by its conditions and by what its trigger matches, not by what it writes', async () => {
  const writes = { trigger: { event: 'go' }, nodes: [{ type: 'add_tag', tag: 'monthly' }] };
  await calls.call('create_flow', { key: 'writes', definition: writes });
  expect(await setToggles(topic('monthly'))).toEqual([unread(0)]);
  const match = { detail: 'tag', op: 'equals', value: 'monthly' };
  const trigger = { event: 'tag_removed', match };
  await calls.call('create_flow', { key: 'matches', definition: { trigger, nodes: [] } });
  expect(await setToggles(topic('monthly'))).toEqual([]);
  await calls.call('create_field', { key: 'pace', type: 'string' });
  const set = (value: string) => ({ type: 'set_field', field: 'pace', value });
  const condition = { type: 'field', field: 'pace', op: 'equals', value: 'slow' };
  const pace = toggle('pace', set('slow'), set('fast'), condition);
  expect(await setToggles(pace)).toEqual([unread(0)]);
  const branch = { type: 'if_else', condition, then: [], else: [] };
  const reads = { trigger: { event: 'go' }, nodes: [branch] };
  await calls.call('create_flow', { key: 'reads', definition: reads });
  expect(await setToggles(pace)).toEqual([]);
});

it('SAFE-49 a push draws the same warnings, and is stored', async () => {
  const { files } = await calls.call('export_definitions', {});
  const guard = { key: 'loud', condition: { type: 'suppressed' }, labels: ['lost'] };
  const pushed = {
    ...files,
    'guards/loud.json': `${JSON.stringify(guard, null, 2)}\n`,
    'settings.yml': JSON.stringify({
      send_windows: { rules: [window('gone')] },
      ...preferences(topic('unheard')),
    }),
  };
  const plan = await calls.call('apply_definitions', { files: pushed });
  expect(plan).toMatchObject({ ok: true, applied: 2 });
  const codes = plan.changes.flatMap(({ path, warnings }) =>
    warnings.map(({ code, severity }) => `${path} ${severity} ${code}`),
  );
  expect(codes.filter((code) => /unused|unread/.test(code)).sort()).toEqual([
    'guards/loud.json warning label_unused',
    'settings.yml warning label_unused',
    'settings.yml warning toggle_unread',
  ]);
});
