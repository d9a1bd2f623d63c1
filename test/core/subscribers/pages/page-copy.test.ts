import { preferenceCopy } from '@postroad/core/account/preferences';
import { settingsWith } from '@postroad/core/account/settings';
import { unsubscribeCopy } from '@postroad/core/account/unsubscribe-page';
import { formCopies } from '@postroad/core/forms/form-copies';
import { languageOf } from '@postroad/core/subscribers/pages/accept-language';
import { pageCopies, pageLanguages, shownCopy } from '@postroad/core/subscribers/pages/page-copy';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const known = ['en', 'de', 'fr'] as const;

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['ja, ko', 'en'],
  ['de', 'de'],
  ['de-CH', 'de'],
  ['DE-ch;Q=0.7, fr;q=0.9', 'fr'],
  ['ja, fr;q=0.4, en;q=0.5', 'en'],
  ['fr, de', 'fr'],
  ['de;q=0, fr;q=0.1', 'fr'],
  ['deu, french', 'en'],
  ['de;q=no, fr;q=0.1', 'fr'],
  ['de; q=0.5 ;x=1', 'de'],
] as const)('reads %j as %s', (header, language) => {
  expect(languageOf(header, known)).toBe(language);
});

it('takes any header for a wish, and no longer one than it reads', () => {
  fc.assert(fc.property(fc.string(), (header) => known.includes(languageOf(header, known))));
  expect(languageOf(`${'x,'.repeat(100_000)}de`, known)).toBe('en');
});

it.each(pageLanguages)(
  'SET-15, SET-16, SET-18, SET-19 says everything in %s, with the address where it belongs',
  (language) => {
    const { page, preferences, fixed } = pageCopies[language];
    const places = (texts: Record<string, string>) =>
      Object.entries(texts).map(([key, text]) => [key, text.split('{email}').length - 1]);
    expect(Object.fromEntries(places(page))).toEqual(Object.fromEntries(places(unsubscribeCopy)));
    expect(Object.fromEntries(places(preferences))).toEqual(
      Object.fromEntries(places(preferenceCopy)),
    );
    expect(Object.keys(fixed)).toEqual(Object.keys(pageCopies.en.fixed));
    for (const text of [page, preferences, fixed].flatMap((texts) => Object.values(texts))) {
      expect(text).toBe(text.trim());
      expect(text).not.toMatch(/^$|[{}](?<!\{email\})(?!email\})|\s\s/);
    }
  },
);

/** The other way to address somebody in each language, and verbs that only it uses. */
const otherAddress = {
  de: /(?<![\p{L}])(?:du|dich|dir|dein\p{L}*)(?![\p{L}])/iu,
  es: /(?<![\p{L}])(?:usted|elija|revise|escriba|pulse|compruebe|confirme|suscríbase|inténtelo|haga)(?![\p{L}])/iu,
  fr: /(?<![\p{L}])(?:tu|toi|ton|tes)(?![\p{L}])/iu,
  nl: /(?<![\p{L}])(?:u|uw)(?![\p{L}])/iu,
  pt: /(?<![\p{L}])(?:tu|te|teu|tua|teus|tuas|ti)(?![\p{L}])/iu,
} as const;

it.each(Object.entries(otherAddress))(
  'FORM-04 SET-18 addresses a reader of %s in one way, on forms and on pages',
  (language, other) => {
    const copy = pageCopies[language as keyof typeof otherAddress];
    const form = formCopies[language as keyof typeof otherAddress];
    const texts = [copy.page, copy.preferences, copy.fixed, form].flatMap((set) =>
      Object.values(set),
    );
    expect(texts.filter((text) => other.test(text))).toEqual([]);
  },
);

it('tells no two languages the same', () => {
  const sentences = pageLanguages.map((language) => pageCopies[language].page.confirmation);
  expect(new Set(sentences).size).toBe(pageLanguages.length);
});

it('shows what an operator changed as it is, and the rest in the language of the reader', () => {
  const settings = settingsWith(
    new Map<string, unknown>([
      ['sending.unsubscribe_page.headline', 'Bye!'],
      ['sending.unsubscribe_page.hint', unsubscribeCopy.hint],
    ]),
  );
  const copy = shownCopy('de-AT, en;q=0.5', settings);
  expect(copy.language).toBe('de');
  expect(copy.page('headline')).toEqual({ text: 'Bye!', custom: true });
  expect(copy.page('hint')).toEqual({ text: pageCopies.de.page.hint, custom: false });
  expect(copy.preferences('introduction').text).toBe(pageCopies.de.preferences.introduction);
  expect(shownCopy(undefined, null).page('status').text).toBe('Done');
});
