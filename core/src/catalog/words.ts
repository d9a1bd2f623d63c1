import { apiPrefix } from '../platform/operations/operation.ts';
import type { OperationName } from './catalog.ts';
import { topicNames } from './describe/topic-names.ts';
import { outlinedNames, outlineOf } from './outline.ts';

/**
 * How a surface calls an operation. Messages of core and service name operations by their names in
 * the catalog; each surface puts its own words in place of the names (SAFE-57).
 */
export type Words = (operation: OperationName, topic: string | null) => string;

/** Members that hold sentences of the service. */
const sentences: ReadonlySet<string> = new Set(['detail', 'message', 'fix']);

/** Members that hold values of the account, in which nothing is replaced. */
const values: ReadonlySet<string> = new Set([
  ...['definition', 'details', 'fields', 'condition', 'files', 'example', 'names', 'settings'],
]);

/** Members of an answer of describe_schema that hold sentences. */
const vocabulary: ReadonlySet<string> = new Set(['rules', 'note', 'fix', 'see']);

/** Members of the API description that hold sentences. */
const descriptions: ReadonlySet<string> = new Set(['summary', 'description']);

/** What quotes a value of somebody else stays as it is. */
const named = new RegExp(`"[^"]*"|\\b(${outlinedNames.join('|')})\\b(?: ([a-z_]+))?`, 'g');

/** A sentence with the operations that it names in the words of a surface. */
export function sentenceInWords(text: string, words: Words): string {
  return text.replace(named, (found, name?: OperationName, next?: string) => {
    if (name === undefined) return found;
    const topic = topicNames.find((known) => name === 'describe_schema' && known === next) ?? null;
    const rest = topic === null && next !== undefined ? ` ${next}` : '';
    return `${words(name, topic)}${rest}`;
  });
}

/** The answer of an operation, or a problem document, with its sentences in the words of a surface. */
export function answerInWords<Value>(value: Value, words: Words, name?: OperationName): Value {
  const members = name === 'describe_schema' ? vocabulary : sentences;
  const kept = name === 'describe_schema' ? new Set(['example', 'names']) : values;
  return changed(value, words, { members, kept }, false) as Value;
}

/** A description of the API with its sentences in the words of a surface. */
export function descriptionInWords<Value>(value: Value, words: Words): Value {
  return changed(value, words, { members: descriptions, kept: new Set() }, false) as Value;
}

interface Which {
  members: ReadonlySet<string>;
  kept: ReadonlySet<string>;
}

/** The value itself where nothing in it changes, as in the results of nearly every batch. */
function changed(value: unknown, words: Words, which: Which, sentence: boolean): unknown {
  if (typeof value === 'string') return sentence ? sentenceInWords(value, words) : value;
  if (typeof value !== 'object' || value === null) return value;
  const isArray = Array.isArray(value);
  const members = value as Record<string, unknown>;
  let copy: Record<string, unknown> | null = null;
  for (const key of Object.keys(members)) {
    if (!isArray && which.kept.has(key)) continue;
    const inner = members[key];
    const said = changed(inner, words, which, isArray ? sentence : which.members.has(key));
    if (said === inner) continue;
    copy ??= (isArray ? [...value] : { ...value }) as Record<string, unknown>;
    copy[key] = said;
  }
  return copy ?? value;
}

/** `GET /api/v1/tags`. */
export const httpWords: Words = (name, topic) => {
  const { method, path } = outlineOf(name);
  return `${method} ${apiPrefix}${path}${topic === null ? '' : `?topic=${topic}`}`;
};

/** `postroad tags list`. */
export const commandWords: Words = (name, topic) => {
  const { noun, verb } = outlineOf(name);
  return `postroad ${noun} ${verb}${topic === null ? '' : ` --topic ${topic}`}`;
};

/** `"Event types: list"`, as the console calls the screen of an operation. */
export const consoleWords: Words = (name) => {
  const { noun, verb } = outlineOf(name);
  const words = `${noun}: ${verb}`.replaceAll('-', ' ');
  return `"${words.slice(0, 1).toUpperCase()}${words.slice(1)}"`;
};
