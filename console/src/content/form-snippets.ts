import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { escapeHtml } from '@postroad/core/content/text/escape-html';

export type Form = OperationOutput<'get_form'>['form'];
type Field = Form['fields'][number];

/** The address of the page of a form at a service. */
export function formPageAddress(service: string, { key }: Pick<Form, 'key'>): string {
  return `${service}/f/${encodeURIComponent(key)}`;
}

/** A plain link to the page. */
export function linkSnippet(service: string, form: Pick<Form, 'key' | 'name'>): string {
  return `<a href="${escapeHtml(formPageAddress(service, form))}">${escapeHtml(form.name)}</a>`;
}

function control({ name, type, options, required }: Field): string {
  const own = `name="${escapeHtml(name)}"${required ? ' required' : ''}`;
  if (type !== 'select') return `<input ${own} type="${type}" />`;
  const choices = ['', ...(options ?? [])].map(
    (option) => `<option>${escapeHtml(option)}</option>`,
  );
  return `<select ${own}>${choices.join('')}</select>`;
}

/** The words that the visitor agrees to, line by line as they were written. */
function consentOf({ consent_text }: Pick<Form, 'consent_text'>): string[] {
  if (consent_text === '') return [];
  return [`  <p>${escapeHtml(consent_text).replaceAll('\n', '<br />\n    ')}</p>`];
}

/** A form within a page of another site, with what is asked, and the script that sends it. */
export function scriptSnippet(
  service: string,
  form: Pick<Form, 'key' | 'fields' | 'consent_text'>,
  words: { email: string; submit: string },
): string {
  return [
    `<form data-postroad-form="${escapeHtml(form.key)}">`,
    `  <label>${escapeHtml(words.email)} <input name="email" type="email" required /></label>`,
    ...form.fields.map((field) => `  <label>${escapeHtml(field.label)} ${control(field)}</label>`),
    ...consentOf(form),
    `  <button>${escapeHtml(words.submit)}</button>`,
    '  <output></output>',
    '</form>',
    `<script src="${escapeHtml(service)}/f/embed.js"></script>`,
  ].join('\n');
}
