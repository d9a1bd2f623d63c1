import { isFieldDate } from '../../people/field-type.ts';
import { isObject, own } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { dayMs, dayText, type ZoneClock } from '../../platform/zone-clock.ts';
import { checkDateTrigger } from './date-keys.ts';
import { type DateTrigger, dateTriggerType } from './date-trigger.ts';
import { minutesOf } from './trigger-keys.ts';

/** A valid date trigger, prepared for any number of people. Days count from 1970-01-01. */
export interface DatePlan {
  trigger: DateTrigger;
  /** The zone of everybody; null where each person has their own. */
  zone: string | null;
  /** Days from the day of the start to the date; negative where the date is earlier. */
  ahead: number;
  /** `local_time` in minutes from midnight. */
  minutes: number;
  yearly: boolean;
}

/** Null for other triggers and for invalid ones. */
export function planDates(trigger: unknown): DatePlan | null {
  if (!isObject(trigger) || own(trigger, 'type') !== dateTriggerType) return null;
  if (checkDateTrigger(trigger, '').length > 0) return null;
  const valid = trigger as unknown as DateTrigger;
  return {
    trigger: valid,
    zone: valid.timezone === 'person' ? null : valid.timezone,
    ahead: valid.days_before ?? -(valid.days_after ?? 0),
    minutes: minutesOf(valid.local_time),
    yearly: valid.repeat === 'yearly',
  };
}

/** A start: the date or the anniversary that it is for, and when. */
export interface DateStart {
  /** The day of the start. */
  day: number;
  /** The date or the anniversary. */
  dateDay: number;
  at: number;
}

/** When a flow starts on a local day: at a time that a clock change leaves out, the next minute. */
function startOn({ ahead, minutes }: DatePlan, day: number, clock: ZoneClock): DateStart {
  const at = clock.instantOfWall(day * dayMs + minutes * 60_000);
  return { day, dateDay: day + ahead, at };
}

/**
 * The last local day on which a start may still begin: its own, or the next one where a clock change
 * takes the end of a day and moves the start past midnight, as in Greenland in spring.
 */
function lastDayOf({ day, at }: DateStart, clock: ZoneClock): number {
  return Math.max(day, clock.dayOf(at));
}

/**
 * The start that is due for a date: from its local time until the local day ends. Null if there is
 * none now.
 */
export function dueStart(
  plan: DatePlan,
  value: unknown,
  clock: ZoneClock,
  now: number,
): DateStart | null {
  const today = clock.dayOf(now);
  for (const day of [today, today - 1]) {
    const start = startOn(plan, day, clock);
    const isDue = start.at <= now && lastDayOf(start, clock) >= today;
    if (isDue && isOf(plan, value, start.dateDay)) return start;
  }
  return null;
}

/** The next start for a date, or the one that is due; null if there is none to come. */
export function nextStart(
  plan: DatePlan,
  value: unknown,
  clock: ZoneClock,
  now: number,
): DateStart | null {
  if (!isFieldDate(value)) return null;
  const today = clock.dayOf(now);
  const date = dayOf(value);
  const first = startOn(plan, date - plan.ahead, clock);
  if (lastDayOf(first, clock) >= today) return first;
  if (!plan.yearly || !hasAnniversaries(value)) return null;
  const [year, month, day] = [yearOf(today - 1 + plan.ahead), ...partsOf(value)];
  for (const next of [year, year + 1]) {
    // The 29th of February of a common year is the 1st of March, as this arithmetic has it.
    const start = startOn(plan, utcDay(next, month, day) - plan.ahead, clock);
    if (lastDayOf(start, clock) >= today) return start;
  }
  return null;
}

/** No clock change of these times takes more than the two hours of the Troll station. */
const longestGapMinutes = 120;

/** The days of starts that may be due now for somebody, by zone. */
export function daysNow(plan: DatePlan, clock: ZoneClock, now: number): number[] {
  // Only a start this late may be moved into the day after its own.
  const before = plan.minutes >= 1_440 - longestGapMinutes ? 1 : 0;
  if (plan.zone !== null) {
    const today = clock.dayOf(now);
    const moved = before === 1 && lastDayOf(startOn(plan, today - 1, clock), clock) === today;
    return moved ? [today - 1, today] : [today];
  }
  const hour = 3_600_000;
  const [first, last] = [now - 12 * hour, now + 14 * hour].map((at) => Math.floor(at / dayMs));
  return [...range((first ?? 0) - before, last ?? 0)];
}

/** A text that a field may hold for a date or an anniversary. */
export interface HeldDate {
  value: string;
  /** Days since 1970-01-01. */
  dateDay: number;
}

/** Everything that a field may hold of people whose start is on a day. */
export function datesOf({ ahead, yearly }: DatePlan, day: number): HeldDate[] {
  const dateDay = day + ahead;
  if (!yearly) return [{ value: dayText(dateDay), dateDay }];
  const text = dayText(dateDay).slice(4);
  const held: HeldDate[] = [];
  const last = yearOf(dateDay);
  for (const year of range(limits.anniversaryFirstYear, last)) {
    if (text !== '-02-29' || isLeap(year)) held.push({ value: `${year}${text}`, dateDay });
    if (text === '-03-01' && !isLeap(last) && isLeap(year)) {
      held.push({ value: `${year}-02-29`, dateDay });
    }
  }
  return held;
}

/** The first day, from `day` on, on which people whose field holds `value` may start; null if there is none. */
export function nextDayOf({ ahead, yearly }: DatePlan, value: unknown, day: number): number | null {
  if (!isFieldDate(value)) return null;
  const date = dayOf(value);
  const from = day + ahead;
  if (date >= from) return date - ahead;
  if (!yearly || !hasAnniversaries(value)) return null;
  const [month, monthDay] = partsOf(value);
  const inYear = (year: number) => utcDay(year, month, monthDay);
  const present = inYear(yearOf(from));
  return (present >= from ? present : inYear(yearOf(from) + 1)) - ahead;
}

function isOf({ yearly }: DatePlan, value: unknown, dateDay: number): boolean {
  if (!isFieldDate(value)) return false;
  const date = dayOf(value);
  if (date === dateDay) return true;
  if (!yearly || date > dateDay || !hasAnniversaries(value)) return false;
  const [month, day] = partsOf(value);
  return utcDay(yearOf(dateDay), month, day) === dateDay;
}

/** Whether a date is late enough for `datesOf` to look for its anniversaries. */
export function hasAnniversaries(value: string): boolean {
  return Number(value.slice(0, 4)) >= limits.anniversaryFirstYear;
}

function dayOf(value: string): number {
  return Date.parse(`${value}T00:00:00Z`) / dayMs;
}

function partsOf(value: string): [month: number, day: number] {
  return [Number(value.slice(5, 7)), Number(value.slice(8, 10))];
}

function yearOf(day: number): number {
  return new Date(day * dayMs).getUTCFullYear();
}

/** A day that the month does not have is one of the next month. */
function utcDay(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / dayMs;
}

function isLeap(year: number): boolean {
  return utcDay(year, 3, 1) - utcDay(year, 2, 28) === 2;
}

function* range(first: number, last: number): Generator<number> {
  for (let one = first; one <= last; one += 1) yield one;
}
