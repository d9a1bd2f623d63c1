import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let api: Calling;

beforeEach(async () => {
  opened = await openTestService();
  api = calling(opened);
});

afterEach(() => opened.close());

const profileFile = async (by_key = false) =>
  (await api.call('export_definitions', { by_key })).files['profile.yml'] ?? '';

const profileOf = async () => (await api.call('get_profile', {})).profile;

const values = {
  name: 'Acme: mail',
  timezone: 'Europe/Lisbon',
  default_from_address: 'Acme <hello@acme.example>',
  reply_to: 'help@acme.example',
  base_url: 'https://mail.acme.example',
  tracking: false,
};

it('FILE-17 a pull writes profile.yml, without people', async () => {
  await api.call('update_profile', values);
  expect(await profileFile()).toBe(`name: "Acme: mail"
timezone: Europe/Lisbon
default_from_address: "Acme <hello@acme.example>"
reply_to: help@acme.example
base_url: "https://mail.acme.example"
tracking: false
`);
  expect(await profileFile(true)).not.toContain('base_url');
});

it('FILE-17 a push applies profile.yml, and what it leaves out stays', async () => {
  await api.call('update_profile', values);
  const files = { 'profile.yml': 'timezone: Asia/Tokyo\nreply_to: ""\n' };
  const diff = await api.call('diff_definitions', { files });
  expect(diff.changes.find(({ type }) => type === 'profile')).toMatchObject({
    kind: 'update',
    summary: ['timezone: "Europe/Lisbon" → "Asia/Tokyo"', 'reply_to: "help@acme.example" → null'],
  });
  const before = (await profileOf()).revision;
  expect(await api.call('apply_definitions', { files })).toMatchObject({ ok: true, applied: 1 });
  expect(await profileOf()).toMatchObject({
    ...{ ...values, timezone: 'Asia/Tokyo', reply_to: null },
    revision: before + 1,
  });
  const again = await api.call('apply_definitions', {
    files: { 'profile.yml': await profileFile() },
  });
  expect(again).toMatchObject({ ok: true, changed: 0 });
});

it('FILE-17 a profile.yml has the rules of the profile, and is never pruned', async () => {
  const bad = { 'profile.yml': 'timezone: Mars/Base\ndefault_from_address: nobody\nsender: x\n' };
  const refused = await api.call('apply_definitions', { files: bad });
  expect(refused).toMatchObject({ blocked_by: ['profile.yml'] });
  const known = { 'profile.yml': 'timezone: Mars/Base\ndefault_from_address: nobody\n' };
  const { changes } = await api.call('apply_definitions', { files: known });
  const errors = changes.flatMap((change) => change.errors);
  expect(errors.map(({ path, code }) => [path, code])).toEqual([
    ['timezone', 'value_invalid'],
    ['default_from_address', 'value_invalid'],
  ]);
  const { 'profile.yml': _, ...rest } = (await api.call('export_definitions', {})).files;
  const plan = await api.call('apply_definitions', { files: rest, prune: true });
  expect(plan).toMatchObject({ ok: true, changed: 0 });
});

it('FILE-17 what both sides changed of the profile is a conflict', async () => {
  const { files, base } = await api.call('export_definitions', {});
  await api.call('update_profile', { name: 'By a colleague' });
  const mine = (files['profile.yml'] ?? '').replace(/^name: .*/, 'name: Mine');
  const plan = await api.call('apply_definitions', { files: { 'profile.yml': mine }, base });
  expect(plan).toMatchObject({ blocked: true, conflicts: [{ path: 'profile.yml' }] });
});
