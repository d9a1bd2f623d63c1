import type { OperationName } from '@postroad/core/catalog/catalog';
import { inWords } from '../platform/call.ts';
import { ownText } from '../platform/sentences.ts';
import { codeNames, labelOf, valueLabel } from '../platform/value-words.ts';
import { language, said, t, wordsUnder } from '../platform/words.ts';
import { outlineNamed } from './contracts.ts';
import type { FieldSpec } from './fields.ts';

/** A member of a contract as people read it, such as "Angelegt am", or as one operation means it (CON-21). */
export function fieldWords(name: string, operation: OperationName | null = null): string {
  const own = operation === null ? null : wordsUnder(`field.${operation}.${name}`);
  return own ?? wordsUnder(`field.${name}`) ?? labelOf(name);
}

/** Fields whose choices are names of products. */
const productNames: ReadonlySet<string> = new Set(['provider']);

/** A choice of a field: a code, the order of a list, or a name that no language changes. */
export function choiceWords({ name, isNamed }: FieldSpec, choice: string): string {
  if (isNamed || productNames.has(name)) return choice;
  if (name !== 'sort') return valueLabel(choice, name);
  const field = fieldWords(choice.replace('-', ''));
  return t(choice.startsWith('-') ? 'form.sortDown' : 'form.sortUp', { field });
}

/** Members that say why, in a sentence of the service or of a server elsewhere. */
const reasonNames: ReadonlySet<string> = new Set(['reason', 'hold_reason', 'last_error']);

/** The text of a member, with a code of the catalog in the words of people. */
export function memberText(name: string, text: string): string {
  if (reasonNames.has(name)) return ownText(text);
  return codeNames.has(name) ? valueLabel(text, name) : text;
}

/** A few words of the API, known by their English form; blank where the language has none. */
export function noteWords(note: string): string {
  return language.value === 'en' ? inWords(note) : inWords(said(`said.note.${note}`) ?? '');
}

/**
 * What a field takes, in a few words (CON-21). Contracts say it for programs: their words are shown where
 * nothing better is written. A field of no operation brings words of the console.
 */
export function hintWords(
  operation: OperationName | null,
  { name, description }: FieldSpec,
): string {
  if (operation === null) return description ?? '';
  const own = wordsUnder(`hint.${operation}.${name}`);
  if (own !== null) return own;
  if (description === null) return '';
  const shared = outlineNamed(operation).safety === 'read' ? null : wordsUnder(`hint.${name}`);
  return shared ?? noteWords(description);
}
