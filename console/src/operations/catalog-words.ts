import type { OperationName } from '@postroad/core/catalog/catalog';
import { inWords } from '../platform/call.ts';
import { valueWords } from '../platform/value-words.ts';
import { language, said, wordsUnder } from '../platform/words.ts';
import { isOperation, outlineNamed } from './contracts.ts';
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

/** A change as the history lists it. */
interface ListedChange {
  summary: string;
  operation: string | null;
  resource: string;
  record_name: string | null;
}

/** Who made a change; null for somebody whose name is not kept. */
export function actorWords({ kind, name }: { kind: string; name: string | null }): string | null {
  return kind === 'engine' ? valueWords(kind) : name;
}

/** What the API calls layouts. */
const nouns: Readonly<Record<string, string>> = { templates: 'layouts' };

/**
 * What a change was: in English the sentence of the service, in other languages its operation and the
 * name of the record (CON-21).
 */
export function changeWords({
  summary,
  operation,
  resource,
  record_name: name,
}: ListedChange): string {
  if (language.value === 'en') return summary;
  const noun = nouns[resource] ?? resource;
  const did = operation !== null && isOperation(operation) ? operation : null;
  // What one operation changed beside its own record, such as the email of a new broadcast, says so.
  const isOther = did !== null && outlineNamed(did).noun !== noun && wordsUnder(`noun.${noun}`);
  const what = did === null || isOther ? nounWords(noun) : operationWords(did);
  const named = name === null ? what : `${what}, ${said('said.quoted', { name }) ?? name}`;
  return did !== null && isOther ? `${named} (${operationWords(did)})` : named;
}
