import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let api: Calling;

beforeAll(async () => {
  opened = await openTestService();
  api = calling(opened);
});

afterAll(() => opened.close());

const keyOf = async (content: object) => (await api.call('create_email', content)).email.key;

it('FILE-01 the key of an email is made of its title, else of its subject', async () => {
  expect(await keyOf({ title: 'Our prices change', subject: 'x' })).toBe('our-prices-change');
  expect(await keyOf({ subject: 'Déjà vu' })).toBe('deja-vu');
  expect(await keyOf({ title: '2024' })).toBe('email-2024');
});

it('FILE-01 a second one of the same name has a number behind it', async () => {
  const keys = [];
  for (let made = 0; made < 3; made += 1) keys.push(await keyOf({ title: 'Spring news' }));
  expect(keys).toEqual(['spring-news', 'spring-news-2', 'spring-news-3']);
  const long = 'a'.repeat(200);
  expect([await keyOf({ title: long }), await keyOf({ title: long })]).toEqual([
    'a'.repeat(80),
    `${'a'.repeat(78)}-2`,
  ]);
});

it('FILE-01 where no letter is Latin the key is the noun with the id', async () => {
  const { email } = await api.call('create_email', { title: '日本語' });
  expect(email.key).toBe(`email-${email.id}`);
  const { email: blank } = await api.call('create_email', {});
  expect(blank.key).toBe(`email-${blank.id}`);
});

it('FILE-01 many who make one of the same name at once all get a key of their own', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => keyOf({ title: 'At once' })));
  expect(new Set(made).size).toBe(20);
});

it('FILE-01 a key that is asked for is taken, and refused where another record has it', async () => {
  expect(await keyOf({ key: 'my-own', title: 'Other' })).toBe('my-own');
  expect((await api.refused('create_email', { key: 'my-own' })).code).toBe('conflict');
  expect((await api.refused('create_email', { key: '12' })).code).toBe('validation_failed');
});

it('FILE-01 the service never changes a key', async () => {
  const { email } = await api.call('create_email', { title: 'First name', subject: 'x' });
  const changed = await api.call('update_email', { email_id: email.id, title: 'Second name' });
  expect(changed.email.key).toBe('first-name');
  const copy = await api.call('duplicate_email', { email_id: email.id });
  expect(copy.email.key).toBe('copy-of-second-name');
});

it('FILE-01 layouts and sequences have keys of their own', async () => {
  const html = '<p>{{ content }}</p>';
  const { template } = await api.call('create_layout', { name: 'Plain news', html });
  const { sequence } = await api.call('create_sequence', { name: 'First week' });
  expect([template.key, sequence.key]).toEqual(['plain-news', 'first-week']);
  const layouts = await api.call('list_layouts', {});
  const sequences = await api.call('list_sequences', {});
  expect(layouts.templates.map(({ key }) => key)).toContain('plain-news');
  expect(sequences.sequences.map(({ key }) => key)).toEqual(['first-week']);
});

it('FILE-01 files say the key beside the id', async () => {
  const { files } = await api.call('export_definitions', {});
  const [, text] = Object.entries(files).find(([path]) => path.includes('our-prices')) ?? [];
  expect(text).toMatch(/^---\nid: \d+\nkey: our-prices-change\ntitle: Our prices change\n/);
  const [, sequence = ''] = Object.entries(files).find(([path]) => path.includes('week')) ?? [];
  expect(Object.keys(JSON.parse(sequence)).slice(0, 3)).toEqual(['id', 'key', 'name']);
});

it('FILE-05 a file whose id belongs to a record with another key overwrites nothing', async () => {
  const { files } = await api.call('export_definitions', {});
  const [path = '', text = ''] =
    Object.entries(files).find(([name]) => name.includes('our-prices')) ?? [];
  const foreign = text.replace('key: our-prices-change', 'key: welcome-to-us').replace('Our', 'My');
  const plan = await api.call('apply_definitions', { files: { ...files, [path]: foreign } });
  expect(plan).toMatchObject({ blocked: true, applied: 0 });
  const change = plan.changes.find((one) => one.path === path);
  expect(change?.errors).toMatchObject([
    {
      ...{ code: 'id_of_another', path: 'id' },
      message: expect.stringContaining('"our-prices-change"'),
      // The id means the other record wherever it is left.
      fix: expect.stringContaining('Where other files name it by that id, write its key instead.'),
    },
  ]);
});

it('FILE-10 a tree without keys still reads, by the ids in its files', async () => {
  const { files } = await api.call('export_definitions', {});
  const old = Object.entries(files).map(([path, text]) => [
    path,
    /^(emails|templates|sequences)/.test(path)
      ? text.replace(/^key: .*\n/m, '').replace(/^ {2}"key": .*\n/m, '')
      : text,
  ]);
  const plan = await api.call('apply_definitions', { files: Object.fromEntries(old) });
  expect([plan.changed, plan.blocked]).toEqual([0, false]);
});
