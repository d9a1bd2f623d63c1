import { type Duration, durationMs, durationSummary } from '../platform/duration.ts';
import { isObject } from '../platform/json.ts';
import { dateAfter, dateBefore } from './within.ts';

/**
 * How a date (YYYY-MM-DD) compares with the calendar of the account (CND2-02). A duration counts in
 * whole days, today included:
 *
 * - `within_next`: from today until that many days from now.
 * - `within_last`: from that many days ago until today.
 * - `before`, `after`: strictly, of a date or of the day that many days from now.
 *
 * What is not a text of the form YYYY-MM-DD compares with nothing. The SQL is in
 * `store/src/conditions/compare-sql.ts`.
 */
export type DateOperator = (typeof dateOperators)[number];

export const dateOperators = ['within_next', 'within_last', 'before', 'after'] as const;

export function readDateOperator(name: unknown): DateOperator | null {
  return dateOperators.find((operator) => operator === name) ?? null;
}

/** Dates that satisfy a comparison, each limit null where there is none. */
export interface DateRange {
  /** Included, as is the last. */
  first: string | null;
  last: string | null;
  /** Excluded: the last date that can be written has none after it. */
  after: string | null;
}

const dayMs = 86_400_000;

function daysOf(duration: Duration): number {
  return Math.floor(durationMs(duration) / dayMs);
}

/** Whether a value counts from now, so that the comparison needs to know what day it is. */
export function countsFromToday(value: unknown): value is Duration {
  return isObject(value);
}

const unlimited: DateRange = { first: null, last: null, after: null };

/** The dates that satisfy a valid comparison; `today` is only read where it counts from today. */
export function dateRange(
  operator: DateOperator,
  value: string | Duration,
  today: string,
): DateRange {
  const days = countsFromToday(value) ? daysOf(value) : 0;
  switch (operator) {
    case 'within_next':
      return { ...unlimited, first: today, last: dateAfter(today, days) };
    case 'within_last':
      return { ...unlimited, first: dateBefore(today, days), last: today };
    case 'before':
      return { ...unlimited, last: dateBefore(borderOf(value, today), 1) };
    case 'after':
      return { ...unlimited, after: borderOf(value, today) };
  }
}

function borderOf(value: string | Duration, today: string): string {
  return countsFromToday(value) ? dateAfter(today, daysOf(value)) : value;
}

const datePattern = /^\d{4}-\d{2}-\d{2}$/;

export function isInDateRange(value: unknown, { first, last, after }: DateRange): boolean {
  if (typeof value !== 'string' || !datePattern.test(value)) return false;
  if (after !== null && value <= after) return false;
  return (first === null || value >= first) && (last === null || value <= last);
}

/**
 * The next day on which a comparison that counts from today changes its answer for a date; null if
 * it never does.
 */
export function dateRangeChanges(
  operator: DateOperator,
  duration: Duration,
  value: unknown,
  today: string,
): string | null {
  if (typeof value !== 'string' || !datePattern.test(value)) return null;
  if (Number.isNaN(Date.parse(`${value}T00:00:00Z`))) return null;
  const days = daysOf(duration);
  const turns = {
    within_next: [dateBefore(value, days), dateAfter(value, 1)],
    within_last: [value, dateAfter(value, days + 1)],
    before: [dateBefore(value, days - 1)],
    after: [dateBefore(value, days)],
  }[operator];
  return turns.find((day) => day > today) ?? null;
}

/** For summaries: the date, or `in 2 weeks`. */
export function borderSummary(value: unknown): string {
  return countsFromToday(value) ? `the day ${durationSummary(value)} from now` : String(value);
}
