import { limits } from '@postroad/core/platform/limits';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';

let provider: FakeProvider;
let opened: TestService;
let calls: Calling;
let segmentId: number;

const languages = { ada: 'de-AT', bob: 'en', cyd: 'fr', dan: 'pt-PT' };

/** The language that the mail of each says it is in, and what its link to unsubscribe is called. */
const footers: Readonly<Record<string, readonly [string, string]>> = {
  ada: ['de', 'Abmelden'],
  bob: ['en', 'Unsubscribe'],
  cyd: ['fr', 'Se désabonner'],
  dan: ['en', 'Unsubscribe'],
};

function expectFooter(name: string, mail: { html?: string; text?: string } | undefined): void {
  const [language, unsubscribe] = footers[name] ?? [];
  expect(mail?.html).toContain(`<html lang="${language}"`);
  expect(mail?.html).toContain(`>${unsubscribe}</a>`);
  expect(mail?.text).toContain(`\n${unsubscribe}: http`);
}

beforeAll(async () => {
  provider = fakeProvider();
  opened = await openTestService({ provider: () => provider, env: { LOG_LEVEL: 'silent' } });
  calls = calling(opened);
  await calls.call('create_field', { key: 'language', name: 'Language' });
  for (const [name, language] of Object.entries(languages)) {
    const person = { email: `${name}@example.com`, tags: ['reader'], fields: { language } };
    await calls.call('upsert_person', person);
  }
  const definition = { type: 'has_tag', tag: 'reader' };
  segmentId = (await calls.call('create_segment', { key: 'readers', definition })).segment.id;
});

beforeEach(() => {
  provider.messages.splice(0);
});

afterAll(() => opened.close());

const words = {
  subject: 'Hello {{ person.email }}',
  pre_header: 'In short',
  body_markdown: 'Read [the news](https://example.com/en)',
  translations: {
    de: {
      subject: 'Hallo {{ person.email }}',
      body_markdown: 'Lies [hier](https://example.com/de)',
    },
    fr: { subject: 'Bonjour' },
  },
};

const made = async (more: object = {}) =>
  (await calls.call('create_email', { title: 'News', ...words, ...more })).email;
const personOf = async (name: keyof typeof languages) =>
  (await calls.call('get_person', { person: `${name}@example.com` })).person.id;
const mails = async () => {
  const parsed = await Promise.all(provider.messages.map(({ data }) => PostalMime.parse(data)));
  return new Map(parsed.map((mail) => [mail.to?.[0]?.address?.split('@')[0], mail]));
};

describe('LANG-01 translations', () => {
  it('LANG-01, LANG-02 sends each person their language, as one email', async () => {
    const email = await made();
    expect(email).toMatchObject({ languages: ['de', 'fr'], translations: words.translations });
    const { broadcast } = await calls.call('create_broadcast', {
      ...{ name: 'News', segment_id: segmentId, email_source: 'copy', email_id: email.id },
      emails_per_hour: 1_000_000,
    });
    await calls.call('send_broadcast_now', { broadcast_id: broadcast.id });
    await calls.call('move_clock', { advance: { amount: 1, unit: 'minutes' } });
    const sent = await mails();
    expect(sent.get('ada')).toMatchObject({ subject: 'Hallo ada@example.com' });
    expect(sent.get('ada')?.text).toContain('Lies hier');
    expect(sent.get('bob')).toMatchObject({ subject: 'Hello bob@example.com' });
    expect(sent.get('cyd')).toMatchObject({ subject: 'Bonjour' });
    expect(sent.get('cyd')?.text).toContain('Read the news');
    expect(sent.get('dan')).toMatchObject({ subject: 'Hello dan@example.com' });
    const stats = await calls.call('get_email_stats', { email_id: broadcast.email_id });
    expect(stats.sent).toBe(4);
    const received = { type: 'received_email', email_id: broadcast.email_id };
    const { count } = await calls.call('preview_segment', { definition: received });
    expect(count).toBe(4);
    const { sends } = await calls.call('list_sends', { email_id: broadcast.email_id });
    for (const { id, person } of sends) {
      const name = person?.email.split('@')[0] ?? '';
      const kept = await calls.call('get_send_content', { send_id: id });
      expect(kept.subject).toBe(sent.get(name)?.subject);
      for (const mail of [kept, sent.get(name)]) expectFooter(name, mail);
    }
    const { html } = await calls.call('preview_email', { email_id: email.id, language: 'fr' });
    expectFooter('cyd', { html, text: sent.get('cyd')?.text ?? '' });
    const links = await opened.database.pool<{ urls: string[] }[]>`
      select urls from email_links where email_id = ${broadcast.email_id} order by urls`;
    expect(links.map(({ urls }) => urls)).toEqual([
      ['https://example.com/de'],
      ['https://example.com/en'],
    ]);
  });

  it('LANG-01 names the path of what is wrong with a translation', async () => {
    const wrong = async (translations: object) =>
      pathsOf(
        await calls.refused('create_email', {
          ...words,
          translations: translations as typeof words.translations,
        }),
      );
    expect(await wrong({ de: { body_markdown: '{{ person.' } })).toEqual([
      'translations.de.body_markdown',
    ]);
    expect(await wrong({ fr: { subject: '{% if %}' } })).toEqual(['translations.fr.subject']);
    expect(await wrong({ 'no tag': {} })).toEqual(['translations.no tag']);
    expect(await wrong({ de: {}, DE: {} })).toEqual(['translations.DE']);
    const many = Array.from({ length: limits.emailLanguages + 1 }, (_, index) => [
      `a${String.fromCharCode(97 + (index % 26))}`,
      { subject: 'x' },
    ]);
    expect(await wrong(Object.fromEntries(many))).toEqual(['translations']);
  });

  it('LANG-01 replaces all of them, keeps them in copies and drafts, and undoes the change', async () => {
    const email = await made();
    const { id: email_id } = email;
    const copy = await calls.call('duplicate_email', { email_id });
    expect(copy.email.translations).toEqual(words.translations);
    const translations = { 'pt-br': { subject: 'Olá' }, es: {} };
    const draft = await calls.call('save_email_draft', { email_id, translations });
    expect(draft.draft.translations).toEqual({ 'pt-BR': { subject: 'Olá' } });
    expect(draft.changes.map(({ field }) => field)).toEqual(['translations']);
    const seen = await calls.call('preview_email', { email_id, draft: true, language: 'pt-BR' });
    expect(seen).toMatchObject({ subject: 'Olá', language: 'pt-BR' });
    const { email: published } = await calls.call('publish_email', { email_id });
    expect(published.translations).toEqual({ 'pt-BR': { subject: 'Olá' } });
    const { changes } = await calls.call('list_changes', {
      resource: 'emails',
      id: String(email_id),
    });
    await calls.call('revert_change', { change_id: changes[0]?.id ?? 0 });
    const { email: back } = await calls.call('get_email', { email_id });
    expect(back).toMatchObject({ translations: words.translations, revision: email.revision + 2 });
    const none = await calls.call('update_email', { email_id, translations: {} });
    expect(none.email).toMatchObject({ languages: [], translations: {} });
  });

  it('LANG-01 compiles every language again when a component changes', async () => {
    await calls.call('create_component', { key: 'greeting', html: '<p>One</p>' });
    const body_markdown = '{% component "greeting" %}';
    const { id } = await made({ translations: { de: { body_markdown } } });
    const shown = async () =>
      (await calls.call('preview_email', { email_id: id, language: 'de' })).text;
    expect(await shown()).toContain('One');
    await calls.call('update_component', { component_key: 'greeting', html: '<p>Two</p>' });
    expect(await shown()).toContain('Two');
    await calls.call('send_test_email', {
      ...{ email_id: id, to: 'ada@example.com' },
      person_id: await personOf('ada'),
    });
    expect((await mails()).get('ada')?.text).toContain('Two');
  });

  it('LANG-01 is in the file of the email, and comes back from it', async () => {
    const { id } = await made();
    const { files } = await calls.call('export_definitions', {});
    const [path = '', text = ''] =
      Object.entries(files).find(([name]) =>
        name.startsWith(`emails/${String(id).padStart(4, '0')}-`),
      ) ?? [];
    expect(text).toContain('translations:');
    const unchanged = await calls.call('diff_definitions', { files });
    expect(new Set(unchanged.changes.map(({ kind }) => kind))).toEqual(new Set(['unchanged']));
    const edited = { ...files, [path]: text.replace('Bonjour', 'Salut') };
    await calls.call('apply_definitions', { files: edited });
    const { email } = await calls.call('get_email', { email_id: id });
    expect(email.translations.fr).toEqual({ subject: 'Salut' });
    const broken = { ...files, [path]: text.replace('Bonjour', '"{% if %}"') };
    const { changes } = await calls.call('diff_definitions', { files: broken });
    const paths = changes.flatMap(({ errors }) => errors.map((error) => error.path));
    expect(paths).toEqual(['translations.fr.subject']);
    const tagged = { ...files, [path]: text.replace(/^ {2}fr:/m, '  de_at:') };
    await calls.call('apply_definitions', { files: tagged });
    const { email: again } = await calls.call('get_email', { email_id: id });
    expect(again.languages).toEqual(['de', 'de-AT']);
    const untagged = { ...files, [path]: text.replace(/^ {2}fr:/m, '  not-a-languagetag:') };
    const refused = await calls.call('diff_definitions', { files: untagged });
    const faults = refused.changes.flatMap(({ errors }) => errors.map((error) => error.path));
    expect(faults).toEqual(['translations.not-a-languagetag']);
  });
});

describe('LANG-03 a language that is asked for', () => {
  it('LANG-03 previews the nearest language, of the call before that of the person', async () => {
    const email_id = (await made()).id;
    const person_id = await personOf('ada');
    const preview = (more: object) => calls.call('preview_email', { email_id, person_id, ...more });
    expect(await preview({})).toMatchObject({ language: 'de', subject: 'Hallo ada@example.com' });
    expect(await preview({ language: 'fr-CA' })).toMatchObject({
      ...{ language: 'fr', subject: 'Bonjour', pre_header: 'In short' },
    });
    expect(await preview({ language: 'ja' })).toMatchObject({
      ...{ language: null, subject: 'Hello ada@example.com' },
    });
    const tried = await preview({ language: 'fr', body_markdown: 'Essai' });
    expect(tried.text).toContain('Essai');
    expect(tried.subject).toBe('Bonjour');
    expect(await preview({})).toMatchObject({ language: 'de' });
  });

  it('LANG-03 sends a test in it', async () => {
    const email_id = (await made()).id;
    const test = { email_id, to: 'bob@example.com', language: 'de' };
    await calls.call('send_test_email', test);
    expect((await mails()).get('bob')?.subject).toBe('Hallo bob@example.com');
  });
});
