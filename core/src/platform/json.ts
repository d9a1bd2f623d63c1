/** An object from JSON.parse; its keys are untrusted, so read them with `own`. */
export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of an own key; keys such as `constructor` never reach the prototype. */
export function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/**
 * A copy with the listed keys first, in that order, then the others by name. Built from entries, so
 * that a key named `__proto__` stays a key.
 */
export function ordered(object: JsonObject, first: readonly string[]): JsonObject {
  const others = Object.keys(object).filter((key) => !first.includes(key));
  const keys = [...first.filter((key) => Object.hasOwn(object, key)), ...others.sort()];
  return Object.fromEntries(keys.map((key) => [key, object[key]]));
}

/** A value for a message: JSON, shortened. */
export function quoted(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
