import { isObject, type JsonObject } from '@postroad/core/platform/json';

/** An object as it is edited; an empty one is no text. */
export const jsonText = (value: object) =>
  Object.keys(value).length === 0 ? '' : JSON.stringify(value, null, 2);

/** The details as an object; null where they are none. */
export function detailsOf(text: string): JsonObject | null {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
