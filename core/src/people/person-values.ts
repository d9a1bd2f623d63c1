import { ValueError } from '../platform/issue.ts';
import { isObject, type JsonObject } from '../platform/json.ts';
import { limits } from '../platform/limits.ts';
import { nearest } from '../platform/nearest.ts';
import { hasMoreCharacters } from '../platform/octets.ts';
import { likelyName } from '../platform/operations/aliases.ts';

/** A value for a custom field; null clears it. */
export type FieldValue = string | number | boolean | null;

/** Values for a person: a missing key leaves the value, null clears it. */
export interface PersonValues {
  first_name?: string | null;
  last_name?: string | null;
  fields: Record<string, FieldValue>;
  /** Added to the person's tags. */
  tags: string[];
}

/** Controls and bidi controls: they reorder or hide adjacent text. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
/** Controls and characters without width. Joiners stay, because some scripts need them. */
const hidden = /[\p{Cc}\p{Bidi_Control}\u00ad\u180e\u200b\u2060-\u2064\ufeff]/gu;

export function objectAt(value: unknown, path: string): JsonObject {
  if (!isObject(value)) throw new ValueError(path, 'must be a JSON object.');
  return value;
}

/**
 * Refuses an unknown key and suggests what it most likely means, which can be a member `within` a known
 * one. `prefix` ends in a dot.
 */
export function knownKeysOnly(
  value: JsonObject,
  prefix: string,
  known: readonly string[],
  within: Readonly<Record<string, readonly string[]>> = {},
): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    const holder = Object.keys(within).find((name) => within[name]?.includes(key));
    const inside = holder === undefined ? null : `${holder}.${key}`;
    const near = inside ?? nearest(key, known) ?? likelyName(key, known);
    const names = near === null ? ` Known are ${known.join(', ')}.` : '';
    throw new ValueError(`${prefix}${key}`, `is not a known key.${names}`, 'key_unknown', near);
  }
}

export function textAt(value: unknown, path: string, max: number): string {
  if (typeof value !== 'string') throw new ValueError(path, 'must be a string.');
  if (hasMoreCharacters(value, max))
    throw new ValueError(path, `may be at most ${max} characters long.`);
  return value;
}

export function requiredTextAt(value: unknown, path: string, max: number): string {
  if (value === undefined || value === null) throw new ValueError(path, 'is required.');
  const found = textAt(value, path, max).trim();
  if (found === '') throw new ValueError(path, 'must not be blank.');
  return found;
}

/** Text that identifies a record, and therefore contains nothing invisible. */
export function plainTextAt(value: unknown, path: string, max: number): string {
  const found = requiredTextAt(value, path, max);
  if (controls.test(found)) throw new ValueError(path, 'must not contain control characters.');
  return found;
}

/**
 * Cleans a name: forms and copies add controls that people do not type, so they are removed rather
 * than refused, and any white space becomes one space. Null if nothing remains.
 */
export function cleanName(name: string): string | null {
  return name.replace(/\s+/gu, ' ').replace(hidden, '').replace(/ +/g, ' ').trim() || null;
}

export function personNameAt(value: unknown, path: string): string | null {
  return value === null ? null : cleanName(textAt(value, path, limits.nameChars));
}

export const fieldKeyPattern = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

function fieldValueAt(value: unknown, path: string): FieldValue {
  if (value === null || value === '') return null;
  if (typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value === 'string') return textAt(value, path, limits.fieldValueChars);
  throw new ValueError(path, 'must be a string, a number, a boolean or null.');
}

/** Whether an attribution says anything: an empty one would take the place of the first touch. */
export function isTouch(attribution: JsonObject): boolean {
  return Object.values(attribution).some(
    (value) => value !== null && (typeof value !== 'string' || value.trim() !== ''),
  );
}

/** Custom fields by key; `fieldTypeFault` checks the types of the values. */
export function personFieldsAt(value: unknown, path: string): PersonValues['fields'] {
  const entries = Object.entries(objectAt(value, path));
  if (entries.length > limits.fieldsPerPerson) {
    throw new ValueError(path, `may hold at most ${limits.fieldsPerPerson} fields.`);
  }
  return Object.fromEntries(
    entries.map(([key, field]) => {
      if (!fieldKeyPattern.test(key) || key.length > limits.keyChars) {
        throw new ValueError(
          `${path}.${key.slice(0, limits.keyChars)}`,
          `is not a field key: use letters, digits, _ and -, ${limits.keyChars} at most.`,
        );
      }
      return [key, fieldValueAt(field, `${path}.${key}`)];
    }),
  );
}

export function personTagsAt(value: unknown, path: string): string[] {
  if (!Array.isArray(value)) throw new ValueError(path, 'must be an array of strings.');
  if (value.length > limits.tagsPerPerson) {
    throw new ValueError(path, `may hold at most ${limits.tagsPerPerson} tags.`);
  }
  return value.map((tag, index) => plainTextAt(tag, `${path}[${index}]`, limits.tagChars));
}

/**
 * Reads first_name, last_name, fields and tags from any source; the caller handles other keys.
 * `prefix` is their path, such as `person.`. Throws a ValueError.
 */
export function personValuesAt(source: JsonObject, prefix: string): PersonValues {
  const has = (key: string) => source[key] !== undefined;
  return {
    ...(has('first_name') && {
      first_name: personNameAt(source.first_name, `${prefix}first_name`),
    }),
    ...(has('last_name') && { last_name: personNameAt(source.last_name, `${prefix}last_name`) }),
    fields: has('fields') ? personFieldsAt(source.fields, `${prefix}fields`) : {},
    tags: has('tags') ? personTagsAt(source.tags, `${prefix}tags`) : [],
  };
}
