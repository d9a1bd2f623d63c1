import { cleanName } from '../people/person-values.ts';
import { limits } from '../platform/limits.ts';

/** Cleans a person's reason: one line, cut to its limit; null if it is blank. */
export function cleanReason(text: string): string | null {
  // Ignores the rest; white space may shrink.
  const most = text.slice(0, 4 * limits.reasonChars).replace(/\p{Surrogate}/gu, '');
  return cleanName([...(cleanName(most) ?? '')].slice(0, limits.reasonChars).join(''));
}
