import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

type Exported = OperationOutput<'export_definitions'>;

let opened: TestService;
let api: Calling;
let ids: number[];
let pulled: Exported;

beforeEach(async () => {
  opened = await openTestService();
  api = calling(opened);
  ids = [];
  for (const title of ['One', 'Two']) {
    const text = { title, subject: title, body_markdown: 'x' };
    ids.push((await api.call('create_email', text)).email.id);
  }
  pulled = await api.call('export_definitions', {});
});

afterEach(() => opened.close());

const pathOf = (title: string, { files }: Exported = pulled) =>
  Object.keys(files).find((path) => path.endsWith(`-${title}.md`)) ?? '';

const textOf = (title: string) => pulled.files[pathOf(title)] ?? '';

const emailAt = async (index: number) =>
  (await api.call('get_email', { email_id: ids[index] ?? 0 })).email;

const apply = (files: Record<string, string>, more: object = {}) =>
  api.call('apply_definitions', { files, ...more });

it('FILE-05 a file with the id of one record and the key of another changes neither, whatever is forced', async () => {
  const mixed = textOf('one')
    .replace(/^id: \d+/m, `id: ${ids[1]}`)
    .replace('subject: One', 'subject: Mixed');
  const { [pathOf('two')]: _, ...rest } = pulled.files;
  for (const more of [
    {},
    { force: true },
    { prune: true, force: true },
    { base: pulled.base, force: true },
  ]) {
    const plan = await apply({ ...rest, [pathOf('one')]: mixed }, more);
    expect(plan).toMatchObject({ blocked: true, applied: 0 });
    expect(plan.changes.flatMap(({ errors }) => errors.map(({ code }) => code))).toContain(
      'id_of_another',
    );
  }
  expect([(await emailAt(0)).subject, (await emailAt(1)).subject]).toEqual(['One', 'Two']);
  expect([(await emailAt(0)).archived, (await emailAt(1)).archived]).toEqual([false, false]);
});

it('FILE-06 the id of an archived email is not taken by a new file, with a key, without one, or forced', async () => {
  await api.call('delete_email', { email_id: ids[0] ?? 0 });
  const fresh = `---\nid: ${ids[0]}\ntitle: New\nsubject: New\n---\n\nNew\n`;
  const keyed = '---\nkey: one\ntitle: New\nsubject: New\n---\n\nNew\n';
  const other = `---\nid: ${ids[0]}\nkey: other\ntitle: New\nsubject: New\n---\n\nNew\n`;
  for (const text of [fresh, keyed, other]) {
    for (const more of [{}, { force: true }, { base: pulled.base, force: true }]) {
      const plan = await apply({ 'emails/new.md': text }, more);
      expect(plan).toMatchObject({ blocked: true, applied: 0 });
    }
  }
  expect(await emailAt(0)).toMatchObject({ archived: true, subject: 'One' });
});

it('FILE-14 a base that is made up overwrites nothing', async () => {
  await api.call('update_email', { email_id: ids[0] ?? 0, subject: 'By a colleague' });
  const mine = {
    ...pulled.files,
    [pathOf('one')]: textOf('one').replace('subject: One', 'subject: Mine'),
  };
  const hash = '0'.repeat(32);
  for (const base of [
    {},
    { [pathOf('one')]: { revision: 99, hash } },
    { [pathOf('two')]: { revision: 1, hash } },
    {
      __proto__: { revision: 1, hash },
      'emails/0001-': { revision: 1, hash },
      '': { revision: 1, hash },
    },
  ]) {
    const plan = await apply(mine, { base });
    expect(plan).toMatchObject({ blocked: true, applied: 0 });
  }
  expect((await emailAt(0)).subject).toBe('By a colleague');
});

it('FILE-14 a sequence, a setting and a theme that both sides changed are conflicts too', async () => {
  const { sequence } = await api.call('create_sequence', { name: 'Week' });
  const before = await api.call('export_definitions', {});
  await api.call('add_sequence_step', {
    sequence_id: sequence.id,
    email_source: 'shared',
    email_id: ids[0] ?? 0,
  });
  await api.call('update_settings', { settings: { 'sending.mailing_address': 'By a colleague' } });
  await api.call('update_theme', {
    theme_key: 'default',
    variables: { heading_color: { light: '#111111', dark: '#222222' } },
  });
  const changed = Object.fromEntries(
    Object.entries(before.files).map(([path, text]) => [
      path,
      text
        .replace('"name": "Week"', '"name": "Mine"')
        .replace(/^sending\.mailing_address: .*$/m, 'sending.mailing_address: Mine')
        .replace('"name": "Default"', '"name": "Mine"'),
    ]),
  );
  const plan = await apply(changed, { base: before.base });
  expect(plan.conflicts.map(({ path }) => path)).toEqual([
    'themes/default.json',
    expect.stringMatching(/^sequences\/\d{4}-week\.json$/),
    'settings.yml',
  ]);
  expect(plan).toMatchObject({ blocked: true, applied: 0 });
});

it('FILE-16 with prune nothing is removed that the base does not know', async () => {
  await api.call('create_product', { key: 'late', name: 'Late' });
  await api.call('create_segment', { key: 'late', definition: { type: 'has_tag', tag: 'x' } });
  const plan = await apply(pulled.files, { base: pulled.base, prune: true, force: true });
  expect(plan).toMatchObject({ ok: true, applied: 0 });
  const { products } = await api.call('list_products', {});
  expect(products.map(({ key }) => key)).toContain('late');
});

it('FILE-15 two files that exchange their keys or ids exchange no records', async () => {
  const [one, two] = [textOf('one'), textOf('two')];
  const swapped = {
    ...pulled.files,
    [pathOf('one')]: one.replace('key: one', 'key: two'),
    [pathOf('two')]: two.replace('key: two', 'key: one'),
  };
  expect(await apply(swapped, { force: true })).toMatchObject({ blocked: true, applied: 0 });
  expect([(await emailAt(0)).key, (await emailAt(1)).key]).toEqual(['one', 'two']);
});

it('FILE-16 an email that only the server archived stays archived, also for flows of the tree', async () => {
  await api.call('delete_email', { email_id: ids[0] ?? 0 });
  const flow = JSON.stringify({
    key: 'late',
    definition: { trigger: { event: 'x' }, nodes: [{ type: 'send_email', email: 'one' }] },
  });
  const plan = await apply({ ...pulled.files, 'flows/late.json': flow }, { base: pulled.base });
  expect(plan).toMatchObject({ blocked: true, blocked_by: ['flows/late.json'] });
  const late = plan.changes.find(({ path }) => path === 'flows/late.json');
  expect(late?.errors).toMatchObject([{ code: 'email_archived' }]);
});

it('FILE-18 a body that had marks of a merge before keeps them, and a new one is refused', async () => {
  const marks = '<<<<<<< a\nx\n=======\ny\n>>>>>>> b';
  await api.call('update_email', { email_id: ids[0] ?? 0, body_markdown: marks });
  const now = await api.call('export_definitions', {});
  const text = (now.files[pathOf('one', now)] ?? '').replace('subject: One', 'subject: Git');
  expect(await apply({ 'emails/a.md': text })).toMatchObject({ ok: true, applied: 1 });
  const fresh = await apply({ 'emails/b.md': `---\nsubject: x\n---\n\n${marks}\n` });
  const codes = fresh.changes.flatMap(({ errors }) => errors.map(({ code }) => code));
  expect([fresh.blocked, codes]).toEqual([true, ['conflict_unresolved']]);
});
