/** What the links under a mail are called. */
export interface FooterWords {
  unsubscribe: string;
  preferences: string;
}

const englishFooter: FooterWords = { unsubscribe: 'Unsubscribe', preferences: 'Preferences' };

/** By primary language subtag (BCP 47): the languages of the pages that the links lead to. */
export const translatedFooters: Readonly<Record<string, FooterWords>> = {
  de: { unsubscribe: 'Abmelden', preferences: 'E-Mail-Einstellungen' },
  es: { unsubscribe: 'Cancelar suscripción', preferences: 'Preferencias de correo' },
  fr: { unsubscribe: 'Se désabonner', preferences: 'Préférences e-mail' },
  nl: { unsubscribe: 'Afmelden', preferences: 'E-mailvoorkeuren' },
  pt: { unsubscribe: 'Cancelar inscrição', preferences: 'Preferências de e-mail' },
};

/** The words for a translation of an email; English where the language has none. */
export function footerWords(language: string | undefined): FooterWords {
  const [primary = ''] = (language ?? '').split('-');
  return Object.hasOwn(translatedFooters, primary)
    ? (translatedFooters[primary] ?? englishFooter)
    : englishFooter;
}
