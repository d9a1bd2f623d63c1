import { keyFromName } from '../../platform/key-from-name.ts';
import { limits } from '../../platform/limits.ts';
import { themeVariablesByName } from './vocabulary.ts';

const suffix = '-theme';

/**
 * The key of a new theme: lowercase letters, digits and single hyphens, at most 80 characters.
 * Appends `-theme` to a vocabulary variable or `dark`, because theme tags would be ambiguous
 * (contract §5.10). The caller ensures uniqueness.
 */
export function themeKey(name: string): string {
  const slug = keyFromName(name, limits.keyChars - suffix.length);
  if (slug === '') return 'theme';
  const ambiguous = slug === 'dark' || themeVariablesByName.has(slug.replaceAll('-', '_'));
  return ambiguous ? slug + suffix : slug;
}
