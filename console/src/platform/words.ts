import { computed, signal } from '@preact/signals';
import { en, type WordKey } from '../words/en.ts';
import { otherLanguages, type WordsLoader } from '../words/languages.ts';

/** The words of a part of the console, which come with its script. */
interface Part {
  en: Readonly<Record<string, string>>;
  others: Readonly<Record<string, WordsLoader>>;
}

const english = new Map<string, string>(Object.entries(en));
const translated = new Map<string, string>();
const parts: Part[] = [{ en, others: otherLanguages }];
const arriving = new Set<Promise<void>>();

/** Each language by its own name. */
export const languages: Readonly<Record<string, string>> = Object.fromEntries(
  ['en', ...Object.keys(otherLanguages)].map((code) => {
    const name = new Intl.DisplayNames([code], { type: 'language' }).of(code);
    return [code, name ?? code];
  }),
);

const kept = 'postroad.language';

/** What was chosen here; null too where a browser keeps nothing for a frame of another site. */
function chosenLanguage(): string | null {
  try {
    return localStorage.getItem(kept);
  } catch {
    return null;
  }
}

export const language = signal('en');

/** The language with the region that the browser asks for, if any: dates differ by region. */
export const locale = signal('en');

async function loadPart({ others }: Part, code: string): Promise<[string, string][]> {
  return Object.entries((await others[code]?.())?.words ?? {});
}

/** Takes the words of parts and of no other; the parts that come later add theirs. */
async function speak(code: string, some: readonly Part[]): Promise<void> {
  const found = await Promise.all(some.map((part) => loadPart(part, code)));
  translated.clear();
  for (const [key, text] of found.flat()) translated.set(key, text);
  locale.value =
    navigator.languages.find((tag) => languageOf(tag) === code && isWellFormed(tag)) ?? code;
  language.value = code;
  document.documentElement.lang = code;
}

const languageOf = (tag: string) => tag.slice(0, 2).toLowerCase();

/** Chromium asks for `en-US@posix` where its system has no language; no date can be written in that. */
function isWellFormed(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

const knownLanguage = (code: string) => (Object.hasOwn(languages, code) ? code : 'en');

export async function useLanguage(code: string, { keep }: { keep: boolean }): Promise<void> {
  const known = knownLanguage(code);
  await speak(known, parts);
  if (keep) localStorage.setItem(kept, known);
}

/** Called by the script of a part as it is loaded; its words in another language come beside it. */
export function addWords(part: Part): void {
  parts.push(part);
  for (const [key, text] of Object.entries(part.en)) english.set(key, text);
  awaitWords(part, language.value);
}

function awaitWords(part: Part, code: string): void {
  const loaded = loadPart(part, code)
    .then((found) => {
      // Another language that was chosen meanwhile has loaded this part itself.
      if (language.value === code) for (const [key, text] of found) translated.set(key, text);
    })
    // English is there in place of words that do not arrive.
    .catch(() => undefined)
    .finally(() => arriving.delete(loaded));
  arriving.add(loaded);
}

/** Waits for the words of the scripts that were loaded. */
export async function wordsArrived(): Promise<void> {
  await Promise.all(arriving);
}

/**
 * The language that was chosen here, else the first that the browser asks for. Only the words of the
 * frame are waited for, so that the page is painted before the sentences of the service are there.
 */
export async function chooseLanguage(): Promise<void> {
  const wanted = [chosenLanguage(), ...navigator.languages]
    .map((tag) => languageOf(tag ?? ''))
    .find((code) => Object.hasOwn(languages, code));
  const known = knownLanguage(wanted ?? 'en');
  await speak(known, parts.slice(0, 1));
  for (const part of parts.slice(1)) awaitWords(part, known);
}

/** The words under a key that a name of the API makes; null where there are none. */
export function wordsUnder(key: string): string | null {
  const own = language.value === 'en' ? undefined : translated.get(key);
  return own ?? english.get(key) ?? null;
}

/** Written so that the build does not take this module to say them all, and load them at first. */
export type SaidKey = `${'said'}.${string}`;

/** The keys of sentences of the service that begin so; none in English. */
export function saidUnder(prefix: SaidKey): string[] {
  return language.value === 'en'
    ? []
    : [...translated.keys()].filter((key) => key.startsWith(prefix));
}

const plurals = computed(() => new Intl.PluralRules(language.value));

type Values = Readonly<Record<string, string | number>>;

function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? number(value) : value;
  });
}

/** The words under a key; `{name}` is filled in, and numbers are written as the language does. */
export function t(key: WordKey, values: Values = {}): string {
  return filled(wordsUnder(key) ?? key, values);
}

/**
 * A sentence of the service in the language of the reader, by its code (CON-21); null in English,
 * where the sentence is taken as it came, and where the language has none.
 */
export function said(key: SaidKey, values: Values = {}): string | null {
  const text = language.value === 'en' ? undefined : translated.get(key);
  return text === undefined ? null : filled(text, values);
}

/** Counts something: the words of `one` or `other`, whose `{n}` is the number. */
export function tn(one: WordKey, other: WordKey, n: number): string {
  return t(plurals.value.select(n) === 'one' ? one : other, { n });
}

const numbers = computed(() => new Intl.NumberFormat(language.value));

export function number(value: number): string {
  return numbers.value.format(value);
}
