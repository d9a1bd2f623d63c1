/** The value at a path of own members in nested JSON objects; undefined if there is none. */
export function member(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name))
      return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

export function textAt(value: unknown, ...path: readonly string[]): string | null {
  const found = member(value, ...path);
  return typeof found === 'string' && found !== '' ? found : null;
}

export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = member(value, ...path);
  return Array.isArray(found) ? found : [];
}

/**
 * A time in ISO 8601 or in seconds since 1970, of the years 2000 to 9999; null for any other value.
 */
export function timeAt(value: unknown, ...path: readonly string[]): Date | null {
  const found = member(value, ...path);
  const ms =
    typeof found === 'number' ? found * 1000 : typeof found === 'string' ? Date.parse(found) : NaN;
  const at = new Date(ms);
  return Number.isNaN(at.getTime()) || at.getUTCFullYear() < 2000 || at.getUTCFullYear() > 9999
    ? null
    : at;
}

/** Parses JSON; null if the text is not JSON. */
export function parseJson(body: Buffer | string): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return null;
  }
}
