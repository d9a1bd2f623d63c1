import { DateTime } from 'luxon';
import { octets, parseAddress } from './address.ts';
import type { FieldType } from './condition/facts.ts';
import { jsonFault } from './json-value.ts';
import { limits } from './limits.ts';
import { nearest } from './nearest.ts';
import { parseTimestamp } from './timestamp.ts';

/** What an event brings for its person; null clears (EVENT-10). */
export interface EventPerson {
  first_name?: string | null;
  last_name?: string | null;
  fields: Record<string, string | number | boolean | null>;
  tags: string[];
}

/** One event as it is recorded, with every value checked. */
export interface EventEntry {
  email: string;
  name: string;
  details: Record<string, unknown>;
  occurred_at: Date;
  historical: boolean;
  idempotency_key: string | null;
  person: EventPerson | null;
  attribution: Record<string, unknown> | null;
}

/** Raised inside this file only; its message is the `error` text of the entry. */
class EntryFault extends Error {}

type JsonObject = Record<string, unknown>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function knownKeysOnly(value: JsonObject, path: string, known: readonly string[]): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    const hint = nearest(key, known);
    throw new EntryFault(
      `${path}${key} is not a known key.${hint ? ` Did you mean ${hint}?` : ''}`,
    );
  }
}

function text(value: unknown, path: string, max: number): string {
  if (typeof value !== 'string') throw new EntryFault(`${path} must be a string.`);
  if (value.length > max) throw new EntryFault(`${path} may be at most ${max} characters long.`);
  return value;
}

function requiredText(value: unknown, path: string, max: number): string {
  if (value === undefined || value === null) throw new EntryFault(`${path} is required.`);
  const found = text(value, path, max).trim();
  if (found === '') throw new EntryFault(`${path} is required and must not be blank.`);
  return found;
}

function object(value: unknown, path: string): JsonObject {
  if (!isObject(value)) throw new EntryFault(`${path} must be a JSON object.`);
  return value;
}

function boundedObject(value: unknown, path: string): JsonObject {
  const found = object(value, path);
  if (octets(JSON.stringify(found)) > limits.eventDetailsBytes) {
    throw new EntryFault(`${path} may be at most ${limits.eventDetailsBytes} bytes of JSON.`);
  }
  return found;
}

function address(value: unknown): string {
  const found = requiredText(value, 'email', limits.addressChars + 2);
  const parsed = parseAddress(found);
  if (parsed === null)
    throw new EntryFault('email must be one email address, such as ada@example.com.');
  return parsed;
}

function eventName(value: unknown): string {
  const found = requiredText(value, 'name', limits.eventNameChars);
  if (found === 'internal_note') {
    throw new EntryFault('name internal_note is reserved; use the notes of a person instead.');
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls would hide in lists and logs
  if (/[\u0000-\u001f\u007f]/.test(found))
    throw new EntryFault('name must not contain control characters.');
  return found;
}

function occurredAt(value: unknown, now: Date): Date {
  if (value === undefined || value === null) return now;
  const time = parseTimestamp(text(value, 'occurred_at', 64));
  if (time === null) {
    throw new EntryFault(
      'occurred_at must be an ISO 8601 timestamp between 1970 and 2200, such as 2026-01-31T09:30:00Z.',
    );
  }
  return time;
}

function fieldValue(value: unknown, path: string): string | number | boolean | null {
  if (value === null || value === '') return null;
  if (typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value === 'string') return text(value, path, limits.fieldValueChars);
  throw new EntryFault(`${path} must be a string, a number, a boolean or null.`);
}

function fields(value: unknown): EventPerson['fields'] {
  const entries = Object.entries(object(value, 'person.fields'));
  if (entries.length > limits.fieldsPerPerson) {
    throw new EntryFault(`person.fields may hold at most ${limits.fieldsPerPerson} fields.`);
  }
  return Object.fromEntries(
    entries.map(([key, field]) => {
      if (!/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(key) || key.length > limits.keyChars) {
        throw new EntryFault(
          `person.fields.${key.slice(0, limits.keyChars)} is not a field key: use letters, digits, _ and -, ${limits.keyChars} at most.`,
        );
      }
      return [key, fieldValue(field, `person.fields.${key}`)];
    }),
  );
}

function tags(value: unknown): string[] {
  if (!Array.isArray(value)) throw new EntryFault('person.tags must be an array of strings.');
  if (value.length > limits.tagsPerPerson) {
    throw new EntryFault(`person.tags may hold at most ${limits.tagsPerPerson} tags.`);
  }
  return value.map((tag, index) => requiredText(tag, `person.tags[${index}]`, limits.tagChars));
}

function personName(person: JsonObject, key: 'first_name' | 'last_name'): object {
  if (!Object.hasOwn(person, key)) return {};
  const value = person[key];
  if (value === null) return { [key]: null };
  return { [key]: text(value, `person.${key}`, limits.nameChars).trim() || null };
}

function eventPerson(value: unknown): EventPerson | null {
  if (value === undefined || value === null) return null;
  const person = object(value, 'person');
  knownKeysOnly(person, 'person.', ['first_name', 'last_name', 'fields', 'tags']);
  return {
    ...personName(person, 'first_name'),
    ...personName(person, 'last_name'),
    fields: person.fields === undefined ? {} : fields(person.fields),
    tags: person.tags === undefined ? [] : tags(person.tags),
  };
}

/** Contract §4.3: more than a day late, or said to be. */
function isHistorical(value: unknown, occurred: Date, now: Date): boolean {
  if (value !== undefined && typeof value !== 'boolean') {
    throw new EntryFault('historical must be true or false.');
  }
  return (
    value === true || now.getTime() - occurred.getTime() > limits.historicalAfterHours * 3_600_000
  );
}

const entryKeys = [
  ...['email', 'name', 'details', 'occurred_at', 'historical', 'idempotency_key', 'person'],
  'attribution',
];

/**
 * Reads one event of a request (spec, Event). Answers the entry, or the sentence that says what is
 * wrong with it; never throws.
 */
export function parseEventEntry(
  value: unknown,
  now: Date,
): { entry: EventEntry; error: null } | { entry: null; error: string } {
  const fault = jsonFault(value);
  if (fault)
    return { entry: null, error: fault.path ? `${fault.path}: ${fault.message}` : fault.message };
  try {
    const source = object(value, 'The event');
    knownKeysOnly(source, '', entryKeys);
    const occurred = occurredAt(source.occurred_at, now);
    const key = source.idempotency_key ?? null;
    return {
      entry: {
        email: address(source.email),
        name: eventName(source.name),
        details: source.details === undefined ? {} : boundedObject(source.details, 'details'),
        occurred_at: occurred,
        historical: isHistorical(source.historical, occurred, now),
        idempotency_key:
          key === null ? null : requiredText(key, 'idempotency_key', limits.idempotencyKeyChars),
        person: eventPerson(source.person),
        attribution:
          source.attribution === undefined || source.attribution === null
            ? null
            : boundedObject(source.attribution, 'attribution'),
      },
      error: null,
    };
  } catch (error) {
    if (error instanceof EntryFault) return { entry: null, error: error.message };
    throw error;
  }
}

/** The type a field gets when it first arrives in an event. */
export function inferFieldType(value: string | number | boolean): FieldType {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return 'string';
}

/** Why a value does not fit its field's type, or null where it does. */
export function fieldTypeFault(
  key: string,
  type: FieldType,
  value: string | number | boolean,
): string | null {
  const fits =
    type === 'date'
      ? typeof value === 'string' &&
        /^\d{4}-\d{2}-\d{2}$/.test(value) &&
        DateTime.fromISO(value).isValid
      : typeof value === type;
  if (fits) return null;
  const wanted = type === 'date' ? 'a date as YYYY-MM-DD' : `a ${type}`;
  return `person.fields.${key} must be ${wanted}, as the field ${key} is defined.`;
}
