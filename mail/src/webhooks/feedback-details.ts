import { limits } from '@postroad/core/platform/limits';

const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** What is kept of a provider's words: only texts, in one line each, bounded. */
export function detailsOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const details: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const text = String(value).slice(0, limits.smtpReasonChars).replace(controls, ' ').trim();
    // The cut may fall into a surrogate pair.
    if (text !== '') details[name] = text.replace(/[\ud800-\udbff]$/, '').toWellFormed();
  }
  return details;
}

/**
 * Whether a bounce says that the address is gone, by its RFC 3463 code; `otherwise` where that says
 * nothing. A full mailbox (X.2.2) and a policy against this mail (X.7.X) pass, and so does all that
 * begins with 4.
 */
export function isHardBounce(enhanced: string | null, otherwise: boolean): boolean {
  const [, category, subject, detail] =
    /^([245])\.(\d{1,3})\.(\d{1,3})/.exec(enhanced?.trim() ?? '') ?? [];
  if (category === undefined) return otherwise;
  if (category !== '5' || subject === '7') return false;
  // 5.1.7 and 5.1.8 are about the sender's address.
  if (subject === '1') return detail !== '7' && detail !== '8';
  if (subject === '2') return detail === '1' || (otherwise && detail !== '2' && detail !== '3');
  return otherwise;
}
