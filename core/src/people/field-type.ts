import { DateTime } from 'luxon';

export type FieldType = 'string' | 'number' | 'boolean' | 'date';

const calendarDate = /^\d{4}-\d{2}-\d{2}$/;

/** Whether the text is a calendar date as YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  return calendarDate.test(text) && DateTime.fromISO(text).isValid;
}

/** A calendar date from year 1, such as columns of dates hold. */
export function isFieldDate(value: unknown): value is string {
  return typeof value === 'string' && isCalendarDate(value) && !value.startsWith('0000');
}

/** The type that a new field gets from its first value. */
export function inferFieldType(value: string | number | boolean): FieldType {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return 'string';
}

/**
 * Why a value does not fit the type of its field, or null if it does; `prefix` is the path of
 * fields, such as `person.fields.`.
 */
export function fieldTypeFault(
  prefix: string,
  key: string,
  type: FieldType,
  value: string | number | boolean,
): string | null {
  const fits =
    type === 'date' ? typeof value === 'string' && isCalendarDate(value) : typeof value === type;
  if (fits) return null;
  const wanted = type === 'date' ? 'a date as YYYY-MM-DD' : `a ${type}`;
  return `${prefix}${key} must be ${wanted}, as the field ${key} is defined.`;
}
