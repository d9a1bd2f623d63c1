import { computed } from '@preact/signals';
import { session } from './session.ts';
import { locale } from './words.ts';

/** The zone of the account, in which every time is shown (CON-22). */
export const timeZone = computed(() => session.value?.account.time_zone ?? 'UTC');

const formats = computed(() => ({
  whole: new Intl.DateTimeFormat(locale.value, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timeZone.value,
  }),
  // A day of the calendar is that day in every zone.
  day: new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeZone: 'UTC' }),
  short: new Intl.DateTimeFormat(locale.value, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }),
  full: new Intl.DateTimeFormat(locale.value, {
    dateStyle: 'full',
    timeStyle: 'long',
    timeZone: timeZone.value,
  }),
}));

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Whether a text of an answer is a moment. */
export function isTime(value: unknown): value is string {
  return typeof value === 'string' && isoTime.test(value) && !Number.isNaN(Date.parse(value));
}

export function shownTime(iso: string): string {
  return formats.value.whole.format(new Date(iso));
}

/** The moment in full, with its zone. */
export function fullTime(iso: string): string {
  return formats.value.full.format(new Date(iso));
}

/** A day of the calendar, which is YYYY-MM-DD; the short form leaves the year out. */
export function shownDay(date: string, form: 'day' | 'short' = 'day'): string {
  return formats.value[form].format(new Date(`${date}T12:00:00Z`));
}

/** The short names of the days of the week, Monday first. */
export function weekdays(): string[] {
  const format = new Intl.DateTimeFormat(locale.value, { weekday: 'short', timeZone: 'UTC' });
  // The first of January 2024 was a Monday.
  return Array.from({ length: 7 }, (_, index) => format.format(Date.UTC(2024, 0, index + 1)));
}

/** The day that it is at a moment in the zone of the account, as YYYY-MM-DD. */
export function dayAt(moment: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: timeZone.value }).format(moment);
}

/** Whether the clock of a zone shows now what that of this browser does. */
export function hasClockOf(zone: string): boolean {
  const now = new Date();
  const clock = (timeZone?: string) =>
    new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', dateStyle: 'short', timeZone }).format(
      now,
    );
  return clock(zone) === clock();
}

/** A sentence of the service with its moments in the zone of the account; an example of one stays. */
export function withTimes(sentence: string): string {
  return sentence.replace(/(?<!such as )\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, (iso) =>
    isTime(iso) ? shownTime(iso) : iso,
  );
}
