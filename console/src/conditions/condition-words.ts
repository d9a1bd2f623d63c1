import { inWords } from '../platform/call.ts';
import { labelOf } from '../platform/value-words.ts';
import { said, wordsUnder } from '../platform/words.ts';

/** A type of condition, such as "Has the tag". */
export function typeWords(type: string): string {
  return wordsUnder(`condition.type.${type}`) ?? labelOf(type);
}

/** A value that a key of a condition takes, such as "starts with". */
export function choiceWords(choice: string): string {
  return wordsUnder(`condition.choice.${choice}`) ?? labelOf(choice).toLowerCase();
}

/** What a type of condition means: in English the sentence of the service (CON-21). */
export function purposeWords(type: string, purpose: string): string {
  return said(`said.condition.${type}`) ?? inWords(purpose);
}

/** What a key of a type takes, in the same way. */
export function noteWords(type: string, key: string, note: string): string {
  const own = said(`said.conditionKey.${type}.${key}`);
  return own ?? said(`said.conditionKey.${key}`) ?? inWords(note);
}
