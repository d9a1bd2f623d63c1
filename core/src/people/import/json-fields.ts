import { ValueError } from '../../platform/issue.ts';
import { isObject } from '../../platform/json.ts';
import { jsonFault } from '../../platform/json-value.ts';
import { keyFromName } from '../../platform/key-from-name.ts';
import { limits } from '../../platform/limits.ts';
import { roundedMessage, roundedNumber } from '../../platform/operations/rounded-number.ts';
import { type FieldType, inferFieldType, isCalendarDate } from '../field-type.ts';
import { type FieldValue, fieldKeyPattern } from '../person-values.ts';

/** Of how many keys the types or targets are kept; a file can contain any number. */
export const keysKnown = 10_000;

/** Custom fields that one cell holds as a JSON object: a key each, and what is no single value as its JSON. */
export function jsonFieldsAt(cell: string, column: string): [key: string, value: FieldValue][] {
  const entries = Object.entries(parsed(cell, column));
  if (entries.length > limits.fieldsPerPerson) {
    throw new ValueError(column, `may hold at most ${limits.fieldsPerPerson} fields.`);
  }
  return entries.map(([name, value]) => [fieldKey(name, column), singleValue(value)]);
}

function parsed(cell: string, column: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(cell);
  } catch {
    throw new ValueError(column, 'must be a JSON object.');
  }
  if (!isObject(value)) throw new ValueError(column, 'must be a JSON object.');
  const fault = jsonFault(value);
  if (fault) throw new ValueError(column, fault.message);
  const rounded = roundedNumber(cell);
  if (rounded) throw new ValueError(column, roundedMessage(rounded), 'number_invalid');
  return value;
}

function fieldKey(name: string, column: string): string {
  if (fieldKeyPattern.test(name) && name.length <= limits.keyChars) return name;
  const made = keyFromName(name, limits.keyChars).replaceAll('-', '_');
  if (made !== '') return made;
  throw new ValueError(
    `${column}.${name.slice(0, limits.keyChars)}`,
    `is not a field key: use letters, digits, _ and -, ${limits.keyChars} at most.`,
  );
}

function singleValue(value: unknown): FieldValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  return JSON.stringify(value);
}

function typeOfValue(value: string | number | boolean): FieldType {
  return typeof value === 'string' && isCalendarDate(value) ? 'date' : inferFieldType(value);
}

/** The type that all values of a new field have, otherwise string; null where none has a value. */
export function inferJsonType(values: readonly FieldValue[]): FieldType | null {
  const types = new Set(
    values.flatMap((value) => (value === null || value === '' ? [] : [typeOfValue(value)])),
  );
  const [first, ...more] = types;
  if (first === undefined) return null;
  return more.length === 0 ? first : 'string';
}
