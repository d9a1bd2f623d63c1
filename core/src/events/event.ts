import { addressFault, parseAddress } from '../people/address.ts';
import {
  isTouch,
  knownKeysOnly,
  objectAt,
  type PersonValues,
  personValuesAt,
  plainTextAt,
  requiredTextAt,
  textAt,
} from '../people/person-values.ts';
import { ValueError } from '../platform/issue.ts';
import { type JsonObject, quoted } from '../platform/json.ts';
import { limits } from '../platform/limits.ts';
import { hasMoreCharacters, hasMoreOctets } from '../platform/octets.ts';
import { FaultyEntry } from '../platform/operations/faulty-entry.ts';
import { parseTimestamp, timestampFault } from '../platform/timestamp.ts';
import type { ZoneClock } from '../platform/zone-clock.ts';

/** An event to record, with every value checked. */
export interface EventEntry {
  email: string;
  name: string;
  details: Record<string, unknown>;
  occurred_at: Date;
  historical: boolean;
  idempotency_key: string | null;
  person: PersonValues | null;
  attribution: Record<string, unknown> | null;
}

function boundedObject(value: unknown, path: string): JsonObject {
  const found = objectAt(value, path);
  if (hasMoreOctets(JSON.stringify(found), limits.eventDetailsBytes)) {
    throw new ValueError(path, `may be at most ${limits.eventDetailsBytes} bytes of JSON.`);
  }
  return found;
}

function attributionAt(value: unknown): JsonObject | null {
  if (value === undefined || value === null) return null;
  const found = boundedObject(value, 'attribution');
  return isTouch(found) ? found : null;
}

function address(value: unknown): string {
  const found = requiredTextAt(value, 'email', limits.addressChars + 2);
  const parsed = parseAddress(found);
  if (parsed === null) throw new ValueError('email', addressFault(found));
  return parsed;
}

/** Reads the name of an event. Throws a ValueError. */
function eventNameAt(value: unknown, path: string): string {
  const found = plainTextAt(value, path, limits.eventNameChars);
  if (found === 'internal_note') {
    throw new ValueError(path, 'internal_note is reserved; use the notes of a person instead.');
  }
  return found;
}

/** Why a value is not a valid event name to record; null if it is. */
export function eventNameFault(value: unknown): string | null {
  try {
    eventNameAt(value, 'The name of an event');
    return null;
  } catch (error) {
    if (error instanceof ValueError) return error.message;
    throw error;
  }
}

/** Why nothing can wait for an event of this name; null if one can come. `subject` is what names it. */
export function awaitedNameFault(value: unknown, subject: string): string | null {
  const named = typeof value === 'string' && value.trim() !== '';
  if (!named || hasMoreCharacters(value, limits.eventNameChars)) {
    return `${subject} is the name of an event, not ${quoted(value)}.`;
  }
  if (eventNameFault(value) === null && value === value.trim()) return null;
  return `No event is recorded as ${quoted(value)}: spaces around a name are dropped, controls are refused, and internal_note is for notes.`;
}

function occurredAt(value: unknown, now: Date, clock: ZoneClock): Date {
  if (value === undefined || value === null) return now;
  const text = textAt(value, 'occurred_at', 64);
  const time = parseTimestamp(text, clock);
  if (time === null) throw new ValueError('occurred_at', timestampFault(text));
  return time;
}

/** What an event says of its person. */
export const eventPersonKeys: readonly string[] = ['first_name', 'last_name', 'fields', 'tags'];

function eventPerson(value: unknown): PersonValues | null {
  if (value === undefined || value === null) return null;
  const person = objectAt(value, 'person');
  knownKeysOnly(person, 'person.', eventPersonKeys);
  return personValuesAt(person, 'person.');
}

/** Contract §4.3: more than a day late, or marked as historical. */
function isHistorical(value: unknown, occurred: Date, now: Date): boolean {
  if (value !== undefined && typeof value !== 'boolean') {
    throw new ValueError('historical', 'must be true or false.');
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
 * Reads one event after `parseInput` (spec, Event). Returns the entry, or a sentence that says what
 * is wrong; never throws. `clock` is that of the account.
 */
export function parseEventEntry(
  value: unknown,
  now: Date,
  clock: ZoneClock,
): { entry: EventEntry; error: null } | { entry: null; error: string } {
  if (value instanceof FaultyEntry) {
    const { path, message } = value.issue;
    return { entry: null, error: path ? `${path}: ${message}` : message };
  }
  try {
    const source = objectAt(value, 'The event');
    knownKeysOnly(source, '', entryKeys, { person: eventPersonKeys });
    const occurred = occurredAt(source.occurred_at, now, clock);
    const key = source.idempotency_key ?? null;
    return {
      entry: {
        email: address(source.email),
        name: eventNameAt(source.name, 'name'),
        details: source.details === undefined ? {} : boundedObject(source.details, 'details'),
        occurred_at: occurred,
        historical: isHistorical(source.historical, occurred, now),
        idempotency_key:
          key === null ? null : requiredTextAt(key, 'idempotency_key', limits.idempotencyKeyChars),
        person: eventPerson(source.person),
        attribution: attributionAt(source.attribution),
      },
      error: null,
    };
  } catch (error) {
    if (error instanceof ValueError) return { entry: null, error: error.message };
    throw error;
  }
}
