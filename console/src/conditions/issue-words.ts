import { fieldWords } from '../operations/field-words.ts';
import { inWords } from '../platform/call.ts';
import { saidText } from '../platform/sentences.ts';
import { keysOf, valueAt } from '../platform/value-at.ts';
import { said, wordsUnder } from '../platform/words.ts';

interface SaidIssue {
  path: string;
  code: string;
  message: string;
  fix?: string | undefined;
  did_you_mean?: string | undefined;
}

/** As much of a value as a sentence shows. */
const shownChars = 60;

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '…');
  return text.length > shownChars ? `${text.slice(0, shownChars)}…` : text;
}

/** The value at the path, or the text that the message quotes if the record is not given. */
function valueIn(whole: unknown, path: string, message: string): string {
  const value = valueAt(whole, path);
  return textOf(value === undefined ? /"([^"]*)"/.exec(message)?.[1] : value);
}

/** Types of steps in a sentence of the service, and what is in quotes, which stays. */
const stepTypes = /"[^"]*"|\b[a-z]+_[a-z]+\b/g;

/** A sentence with the types of steps that it names as the canvas calls them. */
function stepsInWords(sentence: string): string {
  return sentence.replace(stepTypes, (name) => {
    const words = wordsUnder(`canvas.type.${name}`);
    return words === null ? name : (said('said.quoted', { name: words }) ?? `“${words}”`);
  });
}

/**
 * What is wrong and what to do, in the language of the reader (CON-21): by the code of the issue, with
 * the value at its path in `whole`. In English it is the sentence of the service.
 */
export function issueWords(issue: SaidIssue, whole: unknown): { message: string; fix: string } {
  const { path, code, message, fix = '', did_you_mean: near } = issue;
  const name = String(keysOf(path).findLast((key) => typeof key === 'string') ?? '');
  const values = {
    name,
    key: fieldWords(name.replace(/_id$/, '')),
    value: valueIn(whole, path, message),
  };
  const meant = near === undefined ? null : said('said.meant', { near });
  const toDo = meant ?? said(`said.issue.${code}.fix`, values) ?? fix;
  // A sentence that is known whole says the limits and what is allowed, too.
  const found = saidText(message) ?? said(`said.issue.${code}`, values) ?? message;
  return { message: stepsInWords(inWords(found)), fix: stepsInWords(inWords(toDo)) };
}
