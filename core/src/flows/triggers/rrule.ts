import { nearest } from '../../platform/nearest.ts';
import { dayMs } from '../../platform/zone-clock.ts';

/**
 * A recurrence rule of RFC 5545 without DTSTART, at most each minute. What a rule leaves open counts
 * from Monday, the 1st of January 2024, at midnight: `FREQ=WEEKLY` is each Monday at 00:00, and
 * `INTERVAL=2` every second week since then (docs/decisions/0093). All times are local.
 */
export interface Rule {
  freq: Freq;
  interval: number;
  /** The last moment: local milliseconds as if UTC, or an instant. */
  until: { wall: number } | { instant: number } | null;
  /** The day on which weeks begin; Monday is 0. */
  weekStart: number;
  months: readonly number[];
  weeks: readonly number[];
  yearDays: readonly number[];
  monthDays: readonly number[];
  /** `nth` counts within the month or the year, from its end where it is negative; 0 is each. */
  weekdays: readonly { day: number; nth: number }[];
  hours: readonly number[];
  minutes: readonly number[];
  positions: readonly number[];
}

export const freqs = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY'] as const;
type Freq = (typeof freqs)[number];

/** From Monday, which is 0. */
const dayNames: readonly string[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** Why a text is no rule, as the end of a sentence, with what it most likely means. */
export interface RuleFault {
  fault: string;
  near: string | null;
}

const bounds = {
  BYMONTH: [1, 12, false],
  BYWEEKNO: [1, 53, true],
  BYYEARDAY: [1, 366, true],
  BYMONTHDAY: [1, 31, true],
  BYHOUR: [0, 23, false],
  BYMINUTE: [0, 59, false],
  BYSETPOS: [1, 366, true],
} as const;

const partNames = [
  ...['FREQ', 'INTERVAL', 'UNTIL', 'WKST', 'BYDAY'],
  ...Object.keys(bounds),
] as const;

/** Parts that RFC 5545 forbids with a frequency. */
const forbidden: Partial<Record<string, readonly Freq[]>> = {
  BYWEEKNO: ['MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY'],
  BYYEARDAY: ['MONTHLY', 'WEEKLY', 'DAILY'],
  BYMONTHDAY: ['WEEKLY'],
};

class Malformed extends Error {
  readonly near: string | null;

  constructor(fault: string, near: string | null = null) {
    super(fault);
    this.near = near;
  }
}

/** Reads a rule; takes any text. */
export function parseRule(text: string): Rule | RuleFault {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof Malformed) return { fault: error.message, near: error.near };
    throw error;
  }
}

export function isRule(read: Rule | RuleFault): read is Rule {
  return 'freq' in read;
}

function read(text: string): Rule {
  const parts = new Map<string, string>();
  for (const part of text.split(';')) {
    // The letters of a rule have no case (RFC 5545 §3.3.10).
    const [name = '', value = '', more] = part.toUpperCase().split('=');
    if (name === '' || value === '' || more !== undefined) {
      throw new Malformed(`${JSON.stringify(part)} is no part such as FREQ=WEEKLY`);
    }
    checkPart(name);
    if (parts.has(name)) throw new Malformed(`${name} comes twice`);
    parts.set(name, value);
  }
  const freq = oneOf(freqs, parts.get('FREQ'), 'FREQ');
  const numbers = (name: keyof typeof bounds) => numbersOf(name, parts.get(name));
  for (const [name, refused] of Object.entries(forbidden)) {
    if (parts.has(name) && refused?.includes(freq)) {
      throw new Malformed(`${name} does not go with FREQ=${freq}`);
    }
  }
  const weekdays = weekdaysOf(parts.get('BYDAY'));
  if (weekdays.some(({ nth }) => nth !== 0)) {
    const isCounted = (freq === 'YEARLY' && !parts.has('BYWEEKNO')) || freq === 'MONTHLY';
    if (!isCounted) throw new Malformed(`BYDAY takes no numbers here, only days such as MO`);
  }
  const hasSet = [...parts.keys()].some((name) => name.startsWith('BY') && name !== 'BYSETPOS');
  if (parts.has('BYSETPOS') && !hasSet)
    throw new Malformed('BYSETPOS needs another part that begins with BY');
  const interval = parts.get('INTERVAL') ?? '1';
  if (!/^[1-9]\d{0,3}$/.test(interval)) throw new Malformed('INTERVAL is a number from 1 to 9999');
  return withDefaults({
    ...{ freq, interval: Number(interval), until: untilOf(parts.get('UNTIL')), weekdays },
    weekStart: dayNames.indexOf(oneOf(dayNames, parts.get('WKST') ?? 'MO', 'WKST')),
    months: numbers('BYMONTH'),
    weeks: numbers('BYWEEKNO'),
    yearDays: numbers('BYYEARDAY'),
    monthDays: numbers('BYMONTHDAY'),
    hours: numbers('BYHOUR'),
    minutes: numbers('BYMINUTE'),
    positions: numbers('BYSETPOS'),
  });
}

function checkPart(name: string): void {
  if (partNames.some((known) => known === name)) return;
  if (/^(?:RRULE:|DTSTART)/.test(name)) {
    throw new Malformed('it begins with FREQ, without RRULE: and without DTSTART');
  }
  if (name === 'COUNT') throw new Malformed('COUNT counts from a DTSTART; use UNTIL', 'UNTIL');
  if (name === 'BYSECOND') throw new Malformed('times are whole minutes, so there is no BYSECOND');
  const near = nearest(name, partNames);
  throw new Malformed(`there is no part ${JSON.stringify(name)}`, near);
}

function oneOf<Name extends string>(known: readonly Name[], text = '', part: string): Name {
  const found = known.find((name) => name === text);
  if (found !== undefined) return found;
  throw new Malformed(`${part} is one of ${known.join(', ')}`, nearest(text, known));
}

function numbersOf(name: keyof typeof bounds, text: string | undefined): number[] {
  if (text === undefined) return [];
  const [least, most, signed] = bounds[name];
  const numbers = text
    .split(',')
    .map((one) => (/^[+-]?\d{1,3}$/.test(one) ? Number(one) : Number.NaN));
  const fits = (one: number) => {
    const size = Math.abs(one);
    return size >= least && size <= most && (signed || !(one < 0));
  };
  if (!numbers.every(fits)) {
    const sign = signed ? `, or negative to count from the end` : '';
    throw new Malformed(`${name} takes numbers from ${least} to ${most}${sign}`);
  }
  return [...new Set(numbers)].toSorted((a, b) => a - b);
}

function weekdaysOf(text: string | undefined): Rule['weekdays'] {
  if (text === undefined) return [];
  return text.split(',').map((one) => {
    const [, nth = '0', name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(one) ?? [];
    const day = dayNames.indexOf(name);
    const isCounted = nth === '0' || (Number(nth) !== 0 && Math.abs(Number(nth)) <= 53);
    if (day !== -1 && isCounted) return { day, nth: Number(nth) };
    throw new Malformed(`BYDAY takes days such as MO or -1FR, from ${dayNames.join(', ')}`);
  });
}

function untilOf(text: string | undefined): Rule['until'] {
  if (text === undefined) return null;
  const [, year, month, day, hour, minute, second, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(text) ?? [];
  const at = Date.parse(
    `${year}-${month}-${day}T${hour ?? '23'}:${minute ?? '59'}:${second ?? '59'}Z`,
  );
  if (Number.isNaN(at))
    throw new Malformed('UNTIL is a date such as 20271231, or a time such as 20271231T170000Z');
  return utc === undefined ? { wall: at } : { instant: at };
}

/** What a rule leaves open, from the 1st of January 2024, a Monday, at midnight. */
function withDefaults(rule: Rule): Rule {
  const { freq } = rule;
  const made = { ...rule };
  const isOpen = [rule.weeks, rule.yearDays, rule.monthDays, rule.weekdays].every(
    (list) => list.length === 0,
  );
  if (isOpen && freq === 'YEARLY') {
    made.months = rule.months.length > 0 ? rule.months : [1];
    made.monthDays = [1];
  }
  if (isOpen && freq === 'MONTHLY') made.monthDays = [1];
  const isWeekOpen = rule.weeks.length > 0 && rule.weekdays.length === 0;
  if ((isOpen && freq === 'WEEKLY') || isWeekOpen) made.weekdays = [{ day: 0, nth: 0 }];
  const isByDay = freq !== 'HOURLY' && freq !== 'MINUTELY';
  if (isByDay && rule.hours.length === 0) made.hours = [0];
  if (freq !== 'MINUTELY' && rule.minutes.length === 0) made.minutes = [0];
  return made;
}

const anchorYear = 2024;

/** Monday, the 1st of January 2024. */
const anchorDay = Date.UTC(anchorYear, 0, 1) / dayMs;

/** A day, days since 1970-01-01, on the calendar. */
interface Calendar {
  day: number;
  year: number;
  /** 1 to 12. */
  month: number;
  monthDay: number;
  monthDays: number;
  yearDay: number;
  yearDays: number;
  /** Monday is 0. */
  weekday: number;
}

function calendarOf(day: number): Calendar {
  const date = new Date(day * dayMs);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + 1;
  const start = Date.UTC(year, 0, 1) / dayMs;
  return {
    ...{ day, year, month, monthDay: date.getUTCDate() },
    monthDays: new Date(Date.UTC(year, month, 0)).getUTCDate(),
    yearDay: day - start + 1,
    yearDays: Date.UTC(year + 1, 0, 1) / dayMs - start,
    weekday: (((day + 3) % 7) + 7) % 7,
  };
}

/** The days of a period that a rule has. A search over many days keeps one, and counts each period once. */
export class CountedPeriod {
  #first = Number.NaN;
  #days: readonly number[] = [];

  of(rule: Rule, [first, last]: readonly [first: number, last: number]): readonly number[] {
    if (first === this.#first) return this.#days;
    const days = [];
    for (let day = first; day <= last; day += 1) if (isDay(rule, calendarOf(day))) days.push(day);
    this.#first = first;
    this.#days = days;
    return days;
  }
}

/** The local times of a rule on a day, in minutes from midnight, in order. */
export function timesOn(rule: Rule, day: number, counted = new CountedPeriod()): number[] {
  const at = calendarOf(day);
  if (!isTurn(rule, at) || !isDay(rule, at)) return [];
  const times = dayTimes(rule, day);
  if (rule.positions.length === 0 || times.length === 0) return times;
  switch (rule.freq) {
    case 'MINUTELY':
      return rule.positions.some((position) => Math.abs(position) === 1) ? times : [];
    case 'HOURLY':
      return [...Array(24).keys()].flatMap((hour) =>
        positioned(
          rule,
          times.filter((time) => Math.floor(time / 60) === hour),
        ),
      );
    case 'DAILY':
      return positioned(rule, times);
    default:
      return inPeriod(rule, at, times, counted);
  }
}

function positioned(rule: Rule, list: readonly number[]): number[] {
  return list.filter(
    (_one, index) =>
      rule.positions.includes(index + 1) || rule.positions.includes(index - list.length),
  );
}

/** Those of the times of a day that are at the positions among all of its week, month or year. */
function inPeriod(
  rule: Rule,
  at: Calendar,
  times: readonly number[],
  counted: CountedPeriod,
): number[] {
  const days = counted.of(rule, periodOf(rule, at));
  const before = days.indexOf(at.day) * times.length;
  const all = days.length * times.length;
  return times.filter((_time, index) => {
    const position = before + index;
    return rule.positions.includes(position + 1) || rule.positions.includes(position - all);
  });
}

function periodOf({ freq, weekStart }: Rule, at: Calendar): [first: number, last: number] {
  if (freq === 'YEARLY') return [at.day - at.yearDay + 1, at.day - at.yearDay + at.yearDays];
  if (freq === 'MONTHLY') return [at.day - at.monthDay + 1, at.day - at.monthDay + at.monthDays];
  const first = at.day - ((at.weekday - weekStart + 7) % 7);
  return [first, first + 6];
}

/** Whether it is the turn of the year, month, week or day of a rule with an interval. */
function isTurn({ freq, interval, weekStart }: Rule, at: Calendar): boolean {
  const anchorWeek = anchorDay - ((7 - weekStart) % 7);
  const since = {
    YEARLY: at.year - anchorYear,
    MONTHLY: (at.year - anchorYear) * 12 + at.month - 1,
    WEEKLY: Math.floor((at.day - anchorWeek) / 7),
    DAILY: at.day - anchorDay,
    // Their turn is one of the time, not of the day.
    HOURLY: 0,
    MINUTELY: 0,
  };
  return since[freq] % interval === 0;
}

function isDay(rule: Rule, at: Calendar): boolean {
  const { months, weeks, yearDays, monthDays, weekdays } = rule;
  return (
    fits(months, at.month) &&
    (weeks.length === 0 || isWeek(rule, at)) &&
    fits(yearDays, at.yearDay, at.yearDay - at.yearDays - 1) &&
    fits(monthDays, at.monthDay, at.monthDay - at.monthDays - 1) &&
    (weekdays.length === 0 || weekdays.some((one) => isWeekday(rule, one, at)))
  );
}

function fits(list: readonly number[], value: number, fromEnd?: number): boolean {
  return (
    list.length === 0 || list.includes(value) || (fromEnd !== undefined && list.includes(fromEnd))
  );
}

function isWeekday(
  { freq, months }: Rule,
  { day, nth }: { day: number; nth: number },
  at: Calendar,
): boolean {
  if (at.weekday !== day) return false;
  if (nth === 0) return true;
  const inMonth = freq === 'MONTHLY' || months.length > 0;
  const [number, days] = inMonth ? [at.monthDay, at.monthDays] : [at.yearDay, at.yearDays];
  return nth > 0 ? Math.ceil(number / 7) === nth : Math.ceil((days - number + 1) / 7) === -nth;
}

/** The first week of a year is the first with at least four of its days (RFC 5545). */
function isWeek({ weeks, weekStart }: Rule, at: Calendar): boolean {
  const begin = at.day - ((at.weekday - weekStart + 7) % 7);
  // The fourth day of a week is in the year that the week belongs to.
  const { year } = calendarOf(begin + 3);
  const first = firstWeek(year, weekStart);
  const number = (begin - first) / 7 + 1;
  const count = (firstWeek(year + 1, weekStart) - first) / 7;
  return fits(weeks, number, number - count - 1);
}

function firstWeek(year: number, weekStart: number): number {
  const fourth = calendarOf(Date.UTC(year, 0, 4) / dayMs);
  return fourth.day - ((fourth.weekday - weekStart + 7) % 7);
}

/** The times of a day that the rule has, whatever the day. */
function dayTimes({ freq, interval, hours, minutes }: Rule, day: number): number[] {
  const every = (count: number) => [...Array(count).keys()];
  const isHour = (hour: number) =>
    freq !== 'HOURLY' || ((day - anchorDay) * 24 + hour) % interval === 0;
  const isMinute = (hour: number, minute: number) =>
    freq !== 'MINUTELY' || ((day - anchorDay) * 1_440 + hour * 60 + minute) % interval === 0;
  return (hours.length > 0 ? hours : every(24))
    .filter(isHour)
    .flatMap((hour) =>
      (minutes.length > 0 ? minutes : every(60))
        .filter((minute) => isMinute(hour, minute))
        .map((minute) => hour * 60 + minute),
    );
}
