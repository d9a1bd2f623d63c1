import type { DateFields, DateNames } from './strftime.ts';

/** How a language writes dates. */
export interface DateLanguage {
  names: DateNames;
  /** A day as text writes it, such as `29. November 2026`. */
  longDate(fields: Pick<DateFields, 'year' | 'month' | 'day'>): string;
}

/** Years and digits as formats of numbers have them, in every language. */
const common = { timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' } as const;

/** Days of 2023, whose first was a Sunday. */
const dayIn = (month: number, day: number) => Date.UTC(2023, month, day);

function monthNames(language: string, month: 'long' | 'short') {
  const alone = new Intl.DateTimeFormat(language, { ...common, month });
  const withDay = new Intl.DateTimeFormat(language, { ...common, month, day: 'numeric' });
  const names = Array.from({ length: 12 }, (_, index) => alone.format(dayIn(index, 1)));
  const besideDay = names.map((name, index) => {
    const parts = withDay.formatToParts(dayIn(index, 1));
    const found = parts.find(({ type }) => type === 'month')?.value ?? name;
    // Where months have numbers, what follows the number is no part of it.
    return /^\d+$/.test(found) ? name : found;
  });
  return { names, besideDay };
}

function dayNames(language: string, weekday: 'long' | 'short'): string[] {
  const format = new Intl.DateTimeFormat(language, { ...common, weekday });
  return Array.from({ length: 7 }, (_, index) => format.format(dayIn(0, 1 + index)));
}

/** Reads the names from CLDR, as the platform has them; null where it has none of that language. */
export function dateLanguage(language: string): DateLanguage | null {
  if (Intl.DateTimeFormat.supportedLocalesOf([language]).length === 0) return null;
  const [long, short] = [monthNames(language, 'long'), monthNames(language, 'short')];
  const whole = new Intl.DateTimeFormat(language, { ...common, dateStyle: 'long' });
  return {
    names: {
      months: long.names,
      shortMonths: short.names,
      monthsWithDay: long.besideDay,
      shortMonthsWithDay: short.besideDay,
      days: dayNames(language, 'long'),
      shortDays: dayNames(language, 'short'),
    },
    longDate: ({ year, month, day }) => whole.format(Date.UTC(year, month - 1, day)),
  };
}
