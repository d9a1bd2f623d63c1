import { limits } from '@postroad/core/platform/limits';
import type { PreferenceSubmission } from '@postroad/service/subscribers/subscription-page';
import type { FastifyRequest } from 'fastify';
import { selectionPrefix } from './preferences-panel.ts';

/** Whether the media type is that of an HTML form. */
export function isForm(mediaType: string | undefined): boolean {
  return /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i.test(mediaType ?? '');
}

/** Reads the fields of a form; empty for any other body. */
export function readForm({
  body,
  headers,
}: Pick<FastifyRequest, 'body' | 'headers'>): URLSearchParams {
  const readable = Buffer.isBuffer(body) && isForm(headers['content-type']);
  return new URLSearchParams(readable ? body.toString('utf8') : '');
}

/** The chosen reason or, for `other`, the words given for it; null if none was chosen. */
export function readReason(form: URLSearchParams): string | null {
  const reason = lineOf(form.get('reason'));
  if (reason !== 'other') return reason === '' ? null : reason;
  return lineOf(form.get('reason_text')) || reason;
}

/** One line without control characters, of at most `limits.reasonChars`. */
function lineOf(text: string | null): string {
  const line = (text ?? '').replace(/\p{Cc}+/gu, ' ').trim();
  return line.slice(0, limits.reasonChars).toWellFormed().trim();
}

/** Reads the selection of each toggle; the last field with a name counts. */
export function readSubmission(form: URLSearchParams): PreferenceSubmission {
  const selections = [...form]
    .filter(([name]) => name.startsWith(selectionPrefix))
    .map(([name, value]) => [name.slice(selectionPrefix.length), switchValues.get(value) ?? value]);
  return { revision: form.get('revision') ?? '', selections: Object.fromEntries(selections) };
}

const switchValues: ReadonlyMap<string, boolean> = new Map([
  ['on', true],
  ['off', false],
]);
