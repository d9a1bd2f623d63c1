/**
 * Reads a query string; a repeated key becomes a list. The result has no prototype, so that a
 * client's key cannot collide with a property of Object.
 */
export function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [key, value] of new URLSearchParams(text)) {
    const before = query[key];
    query[key] = before === undefined ? value : [before, value].flat();
  }
  return query;
}
