/**
 * Derives a key from a name: lowercase letters, digits and single hyphens, at most `mostChars`.
 * Liquid is left out, as a subject can have it. Empty if the name has none of these characters.
 */
export function keyFromName(name: string, mostChars: number): string {
  return name
    .replace(/\{[{%][^{}]*[%}]\}/g, ' ')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, mostChars)
    .replace(/-$/, '');
}
