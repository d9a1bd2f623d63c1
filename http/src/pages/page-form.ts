import { limits } from '@postroad/core/limits';
import type { PreferenceSubmission } from '@postroad/service/engine/subscription-page';
import { selectionPrefix } from './preferences-panel.ts';

/** What a page's form sent; of anything else than a form there is nothing to read. */
export function readForm(body: unknown, mediaType: string | undefined): URLSearchParams {
  const isForm = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i.test(mediaType ?? '');
  return new URLSearchParams(isForm && Buffer.isBuffer(body) ? body.toString('utf8') : '');
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
