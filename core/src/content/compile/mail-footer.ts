import { nearestLanguage } from './translations.ts';

/** What the links under a mail are called. */
export interface FooterWords {
  unsubscribe: string;
  preferences: string;
}

/** The languages of the pages that the links lead to. */
const translated: Readonly<Record<string, FooterWords>> = {
  de: { unsubscribe: 'Abmelden', preferences: 'E-Mail-Einstellungen' },
  es: { unsubscribe: 'Cancelar suscripción', preferences: 'Preferencias de correo' },
  fr: { unsubscribe: 'Se désabonner', preferences: 'Préférences e-mail' },
  nl: { unsubscribe: 'Afmelden', preferences: 'E-mailvoorkeuren' },
  pt: { unsubscribe: 'Cancelar inscrição', preferences: 'Preferências de e-mail' },
};

const languages = Object.keys(translated);

/** The words in the language of a translation; those given where it is another or none. */
export function footerWords(language: string | undefined, english: FooterWords): FooterWords {
  return translated[nearestLanguage(language, languages) ?? ''] ?? english;
}

const inPlainText = { unsubscribe: 'Unsubscribe', preferences: 'Preferences' };

/**
 * The end of every text part, in the language of its words. Legally required (CAN-SPAM address, the
 * visible counterpart of RFC 8058). Liquid that ends with a hyphen takes the blanks behind it away, but
 * not those behind an output.
 */
export function withTextFooter(text: string, language: string | undefined): string {
  const { unsubscribe, preferences } = footerWords(language, inPlainText);
  const end = /-[%}]\}$/.test(text) ? '{{ "" }}' : '';
  const address = '{% if mailing_address != blank %}{{ mailing_address }}\n{% endif %}';
  const links = `${unsubscribe}: {{ unsubscribe_url }}\n${preferences}: {{ preferences_url }}\n`;
  return `${text}${end}\n\n--\n${address}${links}`;
}
