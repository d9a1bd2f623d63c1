import { issueWords } from '../conditions/issue-words.ts';
import { stepTypes } from '../flows/steps.ts';
import { inWords } from '../platform/call.ts';
import { startText } from '../platform/sentences.ts';
import { language, said, wordsUnder } from '../platform/words.ts';
import { changeWords } from './catalog-words.ts';

type Row = Readonly<Record<string, unknown>>;

function isIssue(row: Row): row is Row & { path: string; code: string; message: string } {
  return [row.path, row.code, row.message].every((member) => typeof member === 'string');
}

function isChange(row: Row): row is Row & Parameters<typeof changeWords>[0] {
  return (
    [row.summary, row.resource].every((member) => typeof member === 'string') &&
    'operation' in row &&
    'record_name' in row
  );
}

/** What describe_schema says of a condition, or of a key of one or of a step; else null. */
function noteWords(name: string): string | null {
  const [type = '', key] = name.split('.');
  const condition = said(`said.condition.${type}`);
  if (key === undefined) return condition;
  if (condition !== null) {
    return said(`said.conditionKey.${type}.${key}`) ?? said(`said.conditionKey.${key}`);
  }
  return (stepTypes as readonly string[]).includes(type) ? wordsUnder(`canvas.hint.${key}`) : null;
}

function summaryWords(summary: string, row: Row): string | null {
  if (isChange(row)) return changeWords(row);
  if ('handle' in row) return inWords(summary);
  return 'event' in row && 'label' in row ? startText(summary) : null;
}

/**
 * A member of a record that is a sentence of the service, in the language of the reader; null in
 * English, and for all that a person may have written. The members beside it say which of both it is,
 * so that no data is taken for a sentence (CON-21).
 */
export function memberSentence(name: string, row: Row): string | null {
  const text = row[name];
  if (language.value === 'en' || typeof text !== 'string') return null;
  if (isIssue(row) && (name === 'message' || name === 'fix')) {
    const fix = typeof row.fix === 'string' ? row.fix : undefined;
    return issueWords({ ...row, fix }, undefined)[name];
  }
  if (name === 'would' && 'handle' in row) return inWords(text);
  if (name === 'summary') return summaryWords(text, row);
  const isNote = name === 'note' && 'required' in row && typeof row.name === 'string';
  return isNote ? noteWords(row.name as string) : null;
}
