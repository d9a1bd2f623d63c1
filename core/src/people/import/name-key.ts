/** Names that differ in case, spaces and hyphens alone have the same key. */
export function nameKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_');
}
