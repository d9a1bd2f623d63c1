import type { OperationName } from '@postroad/core/catalog/catalog';
import { consoleWords, sentenceInWords } from '@postroad/core/catalog/words';
import { language, said } from '../platform/words.ts';
import { operationWords } from './catalog-words.ts';

function called(name: OperationName): string {
  return said('said.operation', { name: operationWords(name) }) ?? name;
}

/** A sentence with the operations that it names as the console calls them in the language of the reader. */
export function inOwnWords(sentence: string): string {
  return sentenceInWords(sentence, language.value === 'en' ? consoleWords : (name) => called(name));
}
