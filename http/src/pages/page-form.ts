import { limits } from '@postroad/core/platform/limits';
import type { PreferenceSubmission } from '@postroad/service/subscribers/subscription-page';
import type { FastifyRequest } from 'fastify';
import { selectionPrefix } from './preferences-panel.ts';

/** Whether a body calls itself what the pages' forms send. */
export function isForm(mediaType: string | undefined): boolean {
  return /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i.test(mediaType ?? '');
}

/** What a form sent; of a body of no type, or of none, there is nothing to read. */
export function readForm({
  body,
  headers,
}: Pick<FastifyRequest, 'body' | 'headers'>): URLSearchParams {
  const readable = Buffer.isBuffer(body) && isForm(headers['content-type']);
  return new URLSearchParams(readable ? body.toString('utf8') : '');
}

/** The reason that was chosen or, where it is another one, the words given for it; null for none. */
export function reasonIn(form: URLSearchParams): string | null {
  const reason = lineOf(form.get('reason'));
  if (reason !== 'other') return reason === '' ? null : reason;
  return lineOf(form.get('reason_text')) || reason;
}

/** One line that can be stored: no control characters, and not longer than a reason may be. */
function lineOf(text: string | null): string {
  const line = (text ?? '').replace(/\p{Cc}+/gu, ' ').trim();
  return line.slice(0, limits.reasonChars).toWellFormed().trim();
}

/** What was selected of each toggle; the last field of a name counts. */
export function submissionIn(form: URLSearchParams): PreferenceSubmission {
  const selections = [...form]
    .filter(([name]) => name.startsWith(selectionPrefix))
    .map(([name, value]) => [name.slice(selectionPrefix.length), sides.get(value) ?? value]);
  return { revision: form.get('revision') ?? '', selections: Object.fromEntries(selections) };
}

const sides: ReadonlyMap<string, boolean> = new Map([
  ['on', true],
  ['off', false],
]);
