/** What the links under a mail are called. */
export interface FooterWords {
  unsubscribe: string;
  preferences: string;
}

/** By primary language subtag (BCP 47): the languages of the pages that the links lead to. */
const translated: Readonly<Record<string, FooterWords>> = {
  de: { unsubscribe: 'Abmelden', preferences: 'E-Mail-Einstellungen' },
  es: { unsubscribe: 'Cancelar suscripción', preferences: 'Preferencias de correo' },
  fr: { unsubscribe: 'Se désabonner', preferences: 'Préférences e-mail' },
  nl: { unsubscribe: 'Afmelden', preferences: 'E-mailvoorkeuren' },
  pt: { unsubscribe: 'Cancelar inscrição', preferences: 'Preferências de e-mail' },
};

/** The words in the language of a translation; those given where it is another or none. */
export function footerWords(language: string | undefined, english: FooterWords): FooterWords {
  const [primary = ''] = (language ?? '').split('-');
  return Object.hasOwn(translated, primary) ? (translated[primary] ?? english) : english;
}
