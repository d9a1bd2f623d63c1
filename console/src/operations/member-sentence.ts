import { issueWords } from '../conditions/issue-words.ts';
import { inWords } from '../platform/call.ts';
import { startText } from '../platform/sentences.ts';
import { language } from '../platform/words.ts';
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
  return name === 'summary' ? summaryWords(text, row) : null;
}
