import { isCalendarDate } from '../field-type.ts';

/** How to read dates such as 03/04/2025, of which the text does not say which number is the day. */
export const dateOrders = ['day_first', 'month_first'] as const;
export type DateOrder = (typeof dateOrders)[number];

const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;
const dayAndName = /^(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3,9})\.?,?[ -](\d{4})$/;
const nameAndDay = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/;
/** Seconds since 1970, as Customer.io and many databases export times, or milliseconds. */
const sinceEpoch = /^\d{10}(?:\d{3})?$/;
/** The longest day is such as `september 30th, 2025`; without a bound it would be searched for too long. */
const withTime =
  /^(.{1,24}?)(?:t|,? )(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?: ?(am|pm))?(?: ?(z|[+-]\d{2}:?\d{2}))?$/;

const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august'],
  ...['september', 'october', 'november', 'december'],
];

/** The number of a month by its English name, or its first three letters; 0 if it is none. */
function monthNamed(name: string): number {
  const short = name === 'sept' ? 'sep' : name;
  return 1 + months.findIndex((month) => month === short || month.slice(0, 3) === short);
}

function calendarDate(year: string, month: number, day: number): string | null {
  const two = (number: number) => String(number).padStart(2, '0');
  const text = `${year}-${two(month)}-${two(day)}`;
  return isCalendarDate(text) ? text : null;
}

/** A date as YYYY-MM-DD, `ambiguous` where the text does not say which number is the day, or null. */
export type FoundDate = string | 'ambiguous' | null;

/**
 * Reads a date: year first, with the English name of the month, or with the year last where only one of
 * the numbers can be the day, or `order` says which is.
 */
export function readDate(given: string, order: DateOrder | null): FoundDate {
  const text = given.trim().toLowerCase().replace(/\s+/g, ' ');
  const [, year = '', , month = '', day = ''] = yearFirst.exec(text) ?? [];
  if (year !== '') return calendarDate(year, Number(month), Number(day));
  const [, dayOfName = '', name = '', yearOfName = ''] = dayAndName.exec(text) ?? [];
  if (name !== '') return calendarDate(yearOfName, monthNamed(name), Number(dayOfName));
  const [, first = '', dayBehind = '', yearBehind = ''] = nameAndDay.exec(text) ?? [];
  if (first !== '') return calendarDate(yearBehind, monthNamed(first), Number(dayBehind));
  const [, one = '', , other = '', last = ''] = yearLast.exec(text) ?? [];
  if (one === '') return null;
  const dayFirst = calendarDate(last, Number(other), Number(one));
  const monthFirst = calendarDate(last, Number(one), Number(other));
  if (order !== null) return order === 'day_first' ? dayFirst : monthFirst;
  if (dayFirst === null || monthFirst === null || dayFirst === monthFirst)
    return dayFirst ?? monthFirst;
  return 'ambiguous';
}

/** Reads such a date with a time behind it, as ISO 8601; as `readDate` otherwise. */
export function readMoment(given: string, order: DateOrder | null): FoundDate {
  const text = given.trim().toLowerCase().replace(/\s+/g, ' ');
  if (sinceEpoch.test(text)) return new Date(Number(text.padEnd(13, '0'))).toISOString();
  const found = withTime.exec(text);
  if (found === null) return readDate(text, order);
  const [, day = '', hour = '', minute = '', second = '00', half, offset = ''] = found;
  const date = readDate(day, order);
  if (date === null || date === 'ambiguous') return date;
  const hours = half === undefined ? Number(hour) : halfDay(Number(hour), half);
  if (hours === null) return null;
  return `${date}T${String(hours).padStart(2, '0')}:${minute}:${second}${offset.toUpperCase()}`;
}

function halfDay(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}
