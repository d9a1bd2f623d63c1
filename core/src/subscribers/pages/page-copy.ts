import type { preferenceCopy } from '../../account/preferences.ts';
import type { Settings } from '../../account/settings.ts';
import type { unsubscribeCopy } from '../../account/unsubscribe-page.ts';
import { languageOf } from './accept-language.ts';
import { de } from './copy/de.ts';
import { en } from './copy/en.ts';
import { es } from './copy/es.ts';
import { fr } from './copy/fr.ts';
import { nl } from './copy/nl.ts';
import { pt } from './copy/pt.ts';
import type { FixedText, PageCopy } from './page-text.ts';

/** The first is the default. */
export const pageLanguages = ['en', 'de', 'es', 'fr', 'nl', 'pt'] as const;

export type PageLanguage = (typeof pageLanguages)[number];

export const pageCopies: Readonly<Record<PageLanguage, PageCopy>> = { en, de, es, fr, nl, pt };

/** A text as shown; `custom` if an operator wrote it, in any language. */
export interface ShownText {
  text: string;
  custom: boolean;
}

export interface ShownCopy {
  language: PageLanguage;
  page(key: keyof typeof unsubscribeCopy): ShownText;
  preferences(key: keyof typeof preferenceCopy): ShownText;
  fixed(key: FixedText): string;
}

/**
 * The texts of the pages for a browser's languages: an operator's texts as written, all others in
 * the reader's language. Without settings, no text is custom.
 */
export function shownCopy(
  acceptLanguage: string | undefined,
  settings: Settings | null,
): ShownCopy {
  const language = languageOf(acceptLanguage, pageLanguages);
  const copy = pageCopies[language];
  const preferences = settings?.['sending.subscription_preferences'];
  const shown = (set: string | undefined, english: string, text: string): ShownText =>
    set === undefined || set === english ? { text, custom: false } : { text: set, custom: true };
  return {
    language,
    page: (key) =>
      shown(settings?.[`sending.unsubscribe_page.${key}`], en.page[key], copy.page[key]),
    preferences: (key) => shown(preferences?.[key], en.preferences[key], copy.preferences[key]),
    fixed: (key) => copy.fixed[key],
  };
}
