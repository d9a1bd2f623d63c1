import { computed, signal } from '@preact/signals';
import { en, type WordKey, type Words } from '../words/en.ts';

/** Every language but English, which is there at once; a further one is a file and a row. */
const others: Readonly<Record<string, () => Promise<Words>>> = {
  de: async () => (await import('../words/de.ts')).de,
};

/** Each language by its own name. */
export const languages: Readonly<Record<string, string>> = { en: 'English', de: 'Deutsch' };

const kept = 'postroad.language';

export const language = signal('en');
const words = signal<Words>(en);

export async function useLanguage(code: string, { keep }: { keep: boolean }): Promise<void> {
  words.value = (await others[code]?.()) ?? en;
  language.value = others[code] ? code : 'en';
  document.documentElement.lang = language.value;
  if (keep) localStorage.setItem(kept, language.value);
}

/** The language that was chosen here, else the first that the browser asks for. */
export async function chooseLanguage(): Promise<void> {
  const wanted = [localStorage.getItem(kept), ...navigator.languages]
    .map((tag) => tag?.slice(0, 2).toLowerCase() ?? '')
    .find((code) => Object.hasOwn(languages, code));
  await useLanguage(wanted ?? 'en', { keep: false });
}

export function hasWords(key: string): key is WordKey {
  return Object.hasOwn(en, key);
}

const plurals = computed(() => new Intl.PluralRules(language.value));

/** The words under a key; `{name}` is filled in, and numbers are written as the language does. */
export function t(key: WordKey, values: Readonly<Record<string, string | number>> = {}): string {
  return words.value[key].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? number(value) : value;
  });
}

/** Counts something: the words of `one` or `other`, whose `{n}` is the number. */
export function tn(one: WordKey, other: WordKey, n: number): string {
  return t(plurals.value.select(n) === 'one' ? one : other, { n });
}

const numbers = computed(() => new Intl.NumberFormat(language.value));

export function number(value: number): string {
  return numbers.value.format(value);
}
