import { limits } from '@postroad/core/platform/limits';

const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** The provider's details that are stored: each a bounded text of one line. */
export function detailsOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const details: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const text = String(value).slice(0, limits.smtpReasonChars).replace(controls, ' ').trim();
    // The cut may split a surrogate pair.
    if (text !== '') details[name] = text.replace(/[\ud800-\udbff]$/, '').toWellFormed();
  }
  return details;
}
