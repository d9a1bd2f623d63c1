/** Latin letters that are no letter with an accent, and how they are written without them. */
const spelledOut: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/**
 * Derives a key from a name: lowercase letters, digits and single hyphens, at most `mostChars`.
 * Empty if the name has none of these characters.
 */
export function keyFromName(name: string, mostChars: number): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => spelledOut[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, mostChars)
    .replace(/-$/, '');
}
