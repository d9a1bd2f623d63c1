import { cleanName } from '../people/person-values.ts';
import { limits } from '../platform/limits.ts';

/** What somebody gives as their reason, in one line and cut to its limit; null where it is none. */
export function cleanReason(text: string): string | null {
  // Nothing past it is looked at; white space may shrink.
  const most = text.slice(0, 4 * limits.reasonChars).replace(/\p{Surrogate}/gu, '');
  return cleanName([...(cleanName(most) ?? '')].slice(0, limits.reasonChars).join(''));
}
