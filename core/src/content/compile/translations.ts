import type { EmailSource, Translation, Translations } from './email.ts';

/** The members of a translation, as issues name them. */
const translatedMembers = ['subject', 'pre_header', 'body_markdown'] as const;

/**
 * A language tag as BCP 47 writes it, such as de-AT; null where the text is none. Longer names of
 * languages than three letters are well-formed there, but none is registered: `german` means nobody.
 */
export function languageTag(text: string): string | null {
  try {
    const tag = Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'))[0] ?? null;
    return tag !== null && /^[a-z]{2,3}(?:-|$)/.test(tag) ? tag : null;
  } catch {
    return null;
  }
}

/**
 * The language that fits what somebody wants, by the lookup of RFC 4647: the tag itself, then each
 * shorter one. Null where none does, and the email's own words fit.
 */
export function nearestLanguage(wanted: unknown, languages: readonly string[]): string | null {
  if (typeof wanted !== 'string' || languages.length === 0) return null;
  const tag = languageTag(wanted);
  if (tag === null) return null;
  const parts = tag.toLowerCase().split('-');
  const known = new Map(languages.map((language) => [language.toLowerCase(), language]));
  while (parts.length > 0) {
    const found = known.get(parts.join('-'));
    if (found !== undefined) return found;
    parts.pop();
    // A single letter begins an extension, which says nothing without its rest.
    if (parts.at(-1)?.length === 1) parts.pop();
  }
  return null;
}

/** Translations under their canonical tags, in order, without members that say nothing. */
export function tidyTranslations(given: Translations): Record<string, Translation> {
  const entries = Object.entries(given).map(([language, translation]) => {
    const said = translatedMembers.flatMap((member) => {
      const text = translation[member];
      return text === undefined || text.trim() === '' ? [] : [[member, text] as const];
    });
    return [languageTag(language) ?? language, Object.fromEntries(said)] as const;
  });
  const worded = entries.filter(([, translation]) => Object.keys(translation).length > 0);
  return Object.fromEntries(worded.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The email in one of its languages, member by member; null: in its own words. */
export function inLanguage<Email extends EmailSource>(
  { translations = {}, ...email }: Email,
  language: string | null,
): Omit<Email, 'translations'> {
  const translation = language === null ? undefined : translations[language];
  if (language === null || translation === undefined) return email;
  return { ...email, ...tidyTranslations({ x: translation }).x, language };
}

/** Every body of an email, for what looks for components in it. */
export function bodiesOf({ body_markdown, translations = {} }: EmailSource): string[] {
  const own = Object.values(translations).flatMap((one) => one.body_markdown ?? []);
  return [body_markdown, ...own];
}
