/** A moment as calendar fields in one time zone. */
export interface DateFields {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
  offsetMinutes: number;
  /** The abbreviation, for example `EST`. */
  zone: string;
}

/** The names of months and days in one language. */
export interface DateNames {
  /** January first. */
  months: readonly string[];
  shortMonths: readonly string[];
  /** As they are written beside a day, for example `января`. */
  monthsWithDay: readonly string[];
  shortMonthsWithDay: readonly string[];
  /** Sunday first. */
  days: readonly string[];
  shortDays: readonly string[];
}

interface Moment extends DateFields {
  /** 0 is Sunday. */
  weekday: number;
  /** From 1. */
  dayOfYear: number;
  isoYear: number;
  isoWeek: number;
  names: DateNames;
  hasDay: boolean;
}

interface Piece {
  value: string | number;
  width?: number;
  pad?: string;
}

const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const short = (names: readonly string[]) => names.map((name) => name.slice(0, 3));

const english: DateNames = {
  months,
  shortMonths: short(months),
  monthsWithDay: months,
  shortMonthsWithDay: short(months),
  days,
  shortDays: short(days),
};

/** Directives for the day of a month. */
const dayOfMonth = /%[-_0^]*\d{0,2}[cdev]/;
const dayMs = 86_400_000;

function momentOf(fields: DateFields, names: DateNames, hasDay: boolean): Moment {
  const midnight = Date.UTC(fields.year, fields.month - 1, fields.day);
  const weekday = new Date(midnight).getUTCDay();
  const dayOfYear = Math.round((midnight - Date.UTC(fields.year, 0, 1)) / dayMs) + 1;
  const thursday = midnight + (4 - (weekday || 7)) * dayMs;
  const isoYear = new Date(thursday).getUTCFullYear();
  const isoWeek = Math.floor((thursday - Date.UTC(isoYear, 0, 1)) / (7 * dayMs)) + 1;
  return { ...fields, weekday, dayOfYear, isoYear, isoWeek, names, hasDay };
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`;
}

function ordinal(day: number): string {
  const tens = day % 100;
  if (tens >= 11 && tens <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}

function epochSeconds(m: Moment): number {
  const local = Date.UTC(m.year, m.month - 1, m.day, m.hour, m.minute, m.second);
  return local / 1000 - m.offsetMinutes * 60;
}

const digits = (value: number, width = 2, pad = '0'): Piece => ({ value, width, pad });
const plain = (value: string | number): Piece => ({ value });

function monthName({ month, names, hasDay }: Moment): Piece {
  return plain((hasDay ? names.monthsWithDay : names.months)[month - 1] ?? '');
}

function shortMonthName({ month, names, hasDay }: Moment): Piece {
  return plain((hasDay ? names.shortMonthsWithDay : names.shortMonths)[month - 1] ?? '');
}

const hour12 = (m: Moment) => m.hour % 12 || 12;

const directives: ReadonlyMap<string, (m: Moment) => Piece> = new Map<string, (m: Moment) => Piece>(
  [
    ['A', (m) => plain(m.names.days[m.weekday] ?? '')],
    ['a', (m) => plain(m.names.shortDays[m.weekday] ?? '')],
    ['B', monthName],
    ['b', shortMonthName],
    ['h', shortMonthName],
    ['C', (m) => digits(Math.floor(m.year / 100))],
    ['d', (m) => digits(m.day)],
    ['e', (m) => digits(m.day, 2, ' ')],
    ['G', (m) => digits(m.isoYear, 4)],
    ['g', (m) => digits(m.isoYear % 100)],
    ['H', (m) => digits(m.hour)],
    ['I', (m) => digits(hour12(m))],
    ['j', (m) => digits(m.dayOfYear, 3)],
    ['k', (m) => digits(m.hour, 2, ' ')],
    ['L', (m) => digits(m.millisecond, 3)],
    ['l', (m) => digits(hour12(m), 2, ' ')],
    ['M', (m) => digits(m.minute)],
    ['m', (m) => digits(m.month)],
    ['N', (m) => plain(String(m.millisecond).padStart(3, '0').padEnd(9, '0'))],
    ['n', () => plain('\n')],
    ['P', (m) => plain(m.hour < 12 ? 'am' : 'pm')],
    ['p', (m) => plain(m.hour < 12 ? 'AM' : 'PM')],
    ['q', (m) => plain(ordinal(m.day))],
    ['S', (m) => digits(m.second)],
    ['s', (m) => plain(epochSeconds(m))],
    ['t', () => plain('\t')],
    ['U', (m) => digits(Math.floor((m.dayOfYear + 6 - m.weekday) / 7))],
    ['u', (m) => plain(m.weekday || 7)],
    ['V', (m) => digits(m.isoWeek)],
    ['W', (m) => digits(Math.floor((m.dayOfYear + 6 - ((m.weekday + 6) % 7)) / 7))],
    ['w', (m) => plain(m.weekday)],
    ['Y', (m) => plain(m.year)],
    ['y', (m) => digits(m.year % 100)],
    ['Z', (m) => plain(m.zone)],
    ['z', (m) => plain(offsetText(m.offsetMinutes))],
    ['%', () => plain('%')],
  ],
);

const composedMap: ReadonlyMap<string, string> = new Map([
  ['c', '%a %b %e %H:%M:%S %Y'],
  ['D', '%m/%d/%y'],
  ['F', '%Y-%m-%d'],
  ['R', '%H:%M'],
  ['r', '%I:%M:%S %p'],
  ['T', '%H:%M:%S'],
  ['v', '%e-%b-%Y'],
  ['X', '%H:%M:%S'],
  ['x', '%m/%d/%y'],
]);

function pad(piece: Piece, flags: string, width: string): string {
  const text = String(piece.value);
  if (flags.includes('-')) return text;
  const filler = flags.includes('_') ? ' ' : flags.includes('0') ? '0' : (piece.pad ?? ' ');
  return text.padStart(width === '' ? (piece.width ?? 0) : Number(width), filler);
}

function write(moment: Moment, format: string): string {
  return format.replace(
    /%([-_0^]*)(\d{0,2})([A-Za-z%])/g,
    (whole, flags: string, width: string, letter: string) => {
      const composed = composedMap.get(letter);
      if (composed !== undefined) return write(moment, composed);
      const piece = directives.get(letter)?.(moment);
      if (!piece) return whole;
      const text = pad(piece, flags, width);
      return flags.includes('^') ? text.toUpperCase() : text;
    },
  );
}

/**
 * Ruby's strftime, as in Liquid's `date` filter; unknown directives stay as written. `names` are those of
 * months and days.
 */
export function strftime(fields: DateFields, format: string, names: DateNames = english): string {
  return write(momentOf(fields, names, dayOfMonth.test(format)), format);
}
