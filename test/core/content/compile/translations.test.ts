import { compileEmail } from '@postroad/core/content/compile/compile';
import { defaultLayout } from '@postroad/core/content/compile/default-layout';
import {
  inLanguage,
  languageTag,
  nearestLanguage,
  tidyTranslations,
} from '@postroad/core/content/compile/translations';
import { prepareTemplate } from '@postroad/core/content/render/template';
import { resolveTheme } from '@postroad/core/content/themes/values';
import { describe, expect, it } from 'vitest';
import { contextFor } from './compiling.ts';

describe('LANG-01 the language of a person', () => {
  it.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE-at', 'de'],
    ['de_CH', 'de-CH'],
    ['de-Latn-CH-1996', 'de'],
    ['zh-Hant-TW-x-private', 'zh-Hant'],
    ['pt', null],
    ['pt-BR', 'pt-BR'],
    ['fr', null],
    ['no language', null],
    ['', null],
    [7, null],
    [null, null],
  ])('LANG-01 takes for %s the words in %s', (wanted, language) => {
    expect(nearestLanguage(wanted, ['de', 'de-CH', 'pt-BR', 'zh-Hant'])).toBe(language);
  });

  it('LANG-01 leaves out an extension whose letter alone is left', () => {
    expect(nearestLanguage('en-a-bbb', ['en-a', 'en'])).toBe('en');
  });

  it('LANG-01 writes tags as BCP 47 does, and leaves out what says nothing', () => {
    expect(languageTag('pt_br')).toBe('pt-BR');
    expect(languageTag('not a tag')).toBeNull();
    // Well-formed, but registered for nobody.
    expect(languageTag('german')).toBeNull();
    const given = { fr: { subject: ' ' }, 'de-at': { subject: 'Hallo', pre_header: '' } };
    expect(tidyTranslations(given)).toEqual({ 'de-AT': { subject: 'Hallo' } });
  });

  it('LANG-01 takes the own words of the email where a translation has none', () => {
    const email = { subject: 'Hello', pre_header: 'Pre', body_markdown: 'Body' };
    const translations = { de: { subject: 'Hallo', body_markdown: '  ' } };
    const german = { ...email, subject: 'Hallo', language: 'de' };
    expect(inLanguage({ ...email, translations }, 'de')).toEqual(german);
    for (const language of [null, 'fr']) {
      expect(inLanguage({ ...email, translations }, language)).toEqual(email);
    }
  });
});

describe('LANG-01 a compile', () => {
  const email = { subject: 'Hello', pre_header: '', body_markdown: 'Body' };
  const compile = (translations: Record<string, { subject?: string; body_markdown?: string }>) =>
    compileEmail(
      { ...email, translations },
      defaultLayout,
      { theme: resolveTheme({}), themesByKey: new Map() },
      (html) => html,
    );

  it('LANG-01 holds the email in each language', () => {
    const { compiled } = compile({ de: { subject: 'Hallo' }, fr: { body_markdown: 'Corps' } });
    expect(compiled?.subject).toBe('Hello');
    expect(compiled?.translations?.de).toMatchObject({ subject: 'Hallo' });
    expect(compiled?.translations?.de?.text).toContain('Body');
    expect(compiled?.translations?.fr).toMatchObject({ subject: 'Hello' });
    expect(compiled?.translations?.fr?.text).toContain('Corps');
    expect(compile({}).compiled).not.toHaveProperty('translations');
  });

  it('LANG-01 names its language, and has the links under it in that language', () => {
    const words = {
      de: { subject: 'Hallo' },
      'pt-BR': { subject: 'Olá' },
      it: { subject: 'Ciao' },
    };
    const { compiled } = compile(words);
    const mailOf = (language: string) => {
      const of = compiled?.translations?.[language] ?? compiled;
      return of ? prepareTemplate(of).fill(contextFor()) : { html: '', text: '' };
    };
    for (const [language, tag, unsubscribe, preferences] of [
      ['own', 'en', 'Unsubscribe', 'references'],
      ['de', 'de', 'Abmelden', 'E-Mail-Einstellungen'],
      ['pt-BR', 'pt-BR', 'Cancelar inscrição', 'Preferências de e-mail'],
      // Neither is written for it.
      ['it', 'it', 'Unsubscribe', 'references'],
    ] as const) {
      const { html, text } = mailOf(language);
      expect(html.match(/lang="[^"]*"/g)).toEqual([`lang="${tag}"`, `lang="${tag}"`]);
      for (const word of [unsubscribe, preferences]) {
        expect(html).toContain(`${word}</a>`);
        expect(text).toContain(`${word}: https://`);
      }
    }
  });

  it('LANG-01 has the names of months and days in its language, in each of its parts', () => {
    const dated = '{{ "2027-03-03" | date: "%A, %-d %B" }}';
    const { compiled } = compileEmail(
      {
        ...{
          subject: dated,
          pre_header: dated,
          body_markdown: `${dated} {{ "2027-03-03" | date }}`,
        },
        translations: { de: { subject: `Am ${dated}` } },
      },
      defaultLayout,
      { theme: resolveTheme({}), themesByKey: new Map() },
      (html) => html,
    );
    const filled = (of: typeof compiled | undefined) =>
      of ? Object.values(prepareTemplate(of).fill(contextFor())).join('\n') : '';
    const count = (text: string, part: string) => text.split(part).length - 1;
    const [own, german] = [filled(compiled), filled(compiled?.translations?.de)];
    expect(own).toContain('March 3, 2027');
    expect(count(own, 'Wednesday, 3 March')).toBeGreaterThan(3);
    expect(german).toContain('3. März 2027');
    expect(count(german, 'Mittwoch, 3 März')).toBe(count(own, 'Wednesday, 3 March'));
    expect(german).toContain('Am Mittwoch, 3 März');
  });

  it('LANG-01 names the path of what is wrong with a translation', () => {
    const { compiled, errors } = compile({
      de: { body_markdown: '{{ person.' },
      fr: { subject: '{% if' },
    });
    expect(compiled).toBeNull();
    expect(new Set(errors.map(({ path }) => path))).toEqual(
      new Set(['translations.de.body_markdown', 'translations.fr.subject']),
    );
  });
});
