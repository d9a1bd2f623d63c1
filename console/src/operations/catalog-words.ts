import { hasWords, t } from '../platform/words.ts';
import { labelOf } from './fields.ts';

/** The words under a key, else those that the name itself has. */
function wordsOf(key: string, name: string): string {
  return hasWords(key) ? t(key) : labelOf(name);
}

/** A noun of the catalog, such as "Event types". */
export function nounWords(noun: string): string {
  return wordsOf(`noun.${noun}`, noun);
}

/** A verb of the catalog, such as "Send a test". */
export function verbWords(verb: string): string {
  return wordsOf(`verb.${verb}`, verb);
}
