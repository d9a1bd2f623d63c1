import { limits } from '../../platform/limits.ts';
import { type DateLanguage, dateLanguage } from './date-language.ts';
import { type DateFields, strftime } from './strftime.ts';

const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

function formatterOf(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      timeZoneName: 'short',
    });
  } catch {
    // RangeError: the name comes from a person's field or a template.
    return null;
  }
}

function languageOrNull(language: string): DateLanguage | null {
  try {
    return dateLanguage(language);
  } catch {
    // RangeError: the tag comes from a template.
    return null;
  }
}

/**
 * Caches formatters of time zones and names of languages, at most `limits.zonesKept` of each. Creating one
 * costs ten times as much as formatting a date, so share them between mails.
 */
export class DateFormats {
  readonly #byZone = new Map<string, Intl.DateTimeFormat | null>();
  readonly #byLanguage = new Map<string, DateLanguage | null>();

  /** Null if the name is not an IANA zone. */
  of(zone: string): Intl.DateTimeFormat | null {
    const known = this.#byZone.get(zone);
    if (known !== undefined) return known;
    const made = formatterOf(zone);
    if (this.#byZone.size >= limits.zonesKept) this.#byZone.clear();
    this.#byZone.set(zone, made);
    return made;
  }

  /** Null where the platform has no names of that language (BCP 47). */
  language(language: string): DateLanguage | null {
    const known = this.#byLanguage.get(language);
    if (known !== undefined) return known;
    const made = languageOrNull(language);
    if (this.#byLanguage.size >= limits.zonesKept) this.#byLanguage.clear();
    this.#byLanguage.set(language, made);
    return made;
  }

  isTimeZone(zone: unknown): zone is string {
    return typeof zone === 'string' && zone !== '' && this.of(zone) !== null;
  }
}

function fieldsIn(epochMs: number, zone: string, formats: DateFormats): DateFields | null {
  const formatter = formats.of(zone);
  if (!formatter || !(Math.abs(epochMs) <= 8.64e15)) return null;
  const parts = new Map(formatter.formatToParts(epochMs).map(({ type, value }) => [type, value]));
  const number = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name) ?? 0);
  const [year, month, day] = [number('year'), number('month'), number('day')];
  const [hour, minute, second] = [number('hour'), number('minute'), number('second')];
  const millisecond = Math.floor(((epochMs % 1000) + 1000) % 1000);
  const local = Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
  const offsetMinutes = Math.round((local - epochMs) / 60_000);
  const name = parts.get('timeZoneName') ?? zone;
  return { year, month, day, hour, minute, second, millisecond, offsetMinutes, zone: name };
}

/** Date and time without an offset are local: a birthday stays on its day. */
function fieldsOf(value: string | number, zone: string, formats: DateFormats): DateFields | null {
  if (typeof value === 'number') return fieldsIn(value * 1000, zone, formats);
  const text = value.trim();
  if (/^\d{9,11}$/.test(text)) return fieldsIn(Number(text) * 1000, zone, formats);
  const match = iso.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const millisecond = Math.floor(Number(`0.${match[7] ?? '0'}`) * 1000);
  const utc = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second, millisecond);
  const check = new Date(utc);
  if (check.getUTCMonth() + 1 !== month || check.getUTCDate() !== day) return null;
  const offset = match[8];
  if (offset === undefined) {
    const guess = fieldsIn(utc, zone, formats);
    if (!guess) return null;
    // Near a clock change the first guess may have the wrong offset; the second is right.
    const settled = fieldsIn(utc - guess.offsetMinutes * 60_000, zone, formats) ?? guess;
    return {
      ...settled,
      year: check.getUTCFullYear(),
      month: check.getUTCMonth() + 1,
      day: check.getUTCDate(),
      hour: check.getUTCHours(),
      minute: check.getUTCMinutes(),
      second: check.getUTCSeconds(),
      millisecond,
    };
  }
  if (offset.toUpperCase() === 'Z') return fieldsIn(utc, zone, formats);
  const sign = offset.startsWith('-') ? -1 : 1;
  const digits = offset.replace(/\D/g, '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4));
  return fieldsIn(utc - sign * minutes * 60_000, zone, formats);
}

const defaultFormat = '%B %-d, %Y';

/** Directives for names, which depend on the language. */
const named = /%[-_0^]*\d{0,2}[AaBbchv]/;

interface DateOptions {
  /** An IANA time zone. */
  zone: string;
  /** The language of the mail (BCP 47); asked for only where the format names a month or a day. */
  language?: () => unknown;
  formats?: DateFormats;
}

/**
 * Implements the `date` filter: formats ISO 8601 text or Unix seconds with a strftime format; without one,
 * as the language writes a date. Null if the value is not a date.
 */
export function formatDate(
  value: unknown,
  format: string,
  { zone, language, formats = new DateFormats() }: DateOptions,
): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const fields = fieldsOf(value, zone, formats);
  if (fields === null) return null;
  const spoken = format === '' || named.test(format) ? language?.() : undefined;
  const words = typeof spoken === 'string' && spoken !== '' ? formats.language(spoken) : null;
  if (words === null) return strftime(fields, format || defaultFormat);
  return format === '' ? words.longDate(fields) : strftime(fields, format, words.names);
}
