import type { OperationName } from '@postroad/core/catalog/catalog';
import { inWords } from '../platform/call.ts';
import { language, wordsUnder } from '../platform/words.ts';
import { outlineNamed } from './contracts.ts';
import { labelOf } from './fields.ts';

/** A noun of the catalog, such as "Event types". */
export function nounWords(noun: string): string {
  return wordsUnder(`noun.${noun}`) ?? labelOf(noun);
}

/** A verb of the catalog, such as "Send a test". */
export function verbWords(verb: string): string {
  return wordsUnder(`verb.${verb}`) ?? labelOf(verb);
}

/**
 * An operation in a few words: the beginning of its summary, which is in English; else its noun and
 * its verb.
 */
export function operationWords(name: OperationName): string {
  const { summary, noun, verb } = outlineNamed(name);
  if (language.value !== 'en') return `${nounWords(noun)}: ${verbWords(verb)}`;
  const sentence = inWords(summary);
  const end = sentence.search(/[.;:](?: |$)|, e\.g\./);
  return end === -1 ? sentence : sentence.slice(0, end);
}

/** What an operation does, in a sentence where its summary is in the language of the reader. */
export function aboutOperation(name: OperationName): string {
  return language.value === 'en' ? inWords(outlineNamed(name).summary) : operationWords(name);
}
