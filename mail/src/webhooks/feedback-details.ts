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

/**
 * Whether a bounce means that the address does not exist, by its RFC 3463 code; `otherwise` if the
 * code does not decide. A full mailbox (X.2.2), a policy against this mail (X.7.X) and every code
 * that begins with 4 are temporary.
 */
export function isHardBounce(enhanced: string | null, otherwise: boolean): boolean {
  const [, category, subject, detail] =
    /^([245])\.(\d{1,3})\.(\d{1,3})/.exec(enhanced?.trim() ?? '') ?? [];
  if (category === undefined) return otherwise;
  if (category !== '5' || subject === '7') return false;
  // 5.1.7 and 5.1.8 are about the sender's address; 5.1.0 is about either.
  if (subject === '1' && detail === '0') return otherwise;
  if (subject === '1') return detail !== '7' && detail !== '8';
  if (subject === '2') return detail === '1' || (otherwise && detail !== '2' && detail !== '3');
  return otherwise;
}
