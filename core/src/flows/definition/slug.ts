import { limits } from '../../platform/limits.ts';

/** Contract §4.2. */
const smallWords: ReadonlySet<string> = new Set(
  'a an and at by for from in of on or the to with'.split(' '),
);

/** Lowercase letters, digits and single hyphens, none at the ends (DEF-10). */
export function isSlug(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > limits.keyChars) return false;
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value);
}

/**
 * Derives a slug from a name: without accents, and without small words unless nothing else remains
 * (DEF-11, contract §4.2). Empty if the name has no Latin letter or digit.
 */
export function slugOf(name: string): string {
  const plain = name
    .slice(0, 4 * limits.keyChars)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase();
  const words = plain.split(/[^a-z0-9]+/).filter((word) => word !== '');
  const large = words.filter((word) => !smallWords.has(word));
  const slug = (large.length > 0 ? large : words).join('-');
  return slug.slice(0, limits.keyChars).replace(/-$/, '');
}
