import { language, t } from './words.ts';

/** Why a text is no JSON. What the browser says of it is English, so other languages say where. */
export function jsonFault(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (language.value === 'en') return message;
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  return line === undefined || column === undefined
    ? t('form.jsonSomewhere')
    : t('form.jsonAt', { line, column });
}
