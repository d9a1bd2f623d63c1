import { DateTime } from 'luxon';
import { lastYear, withoutZone } from '../platform/timestamp.ts';
import { ZoneClock } from '../platform/zone-clock.ts';

/** As for every other time; a later one is a slip of a digit. */
const end = Date.UTC(lastYear + 1, 0, 1);

/** The words of accepted dates; text with any other word is not guessed at. */
const words: ReadonlySet<string> = new Set([
  ...['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'sept', 'oct', 'nov', 'dec'],
  ...['january', 'february', 'march', 'april', 'june', 'july', 'august', 'september', 'october'],
  ...['november', 'december', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', 'monday', 'tuesday'],
  ...['wednesday', 'thursday', 'friday', 'saturday', 'sunday', 'am', 'pm'],
]);
const zones = /\b(?:z|ut|utc|gmt|[ecmp][sd]t)\b|[+-]\d{2}:?\d{2}\s*$/i;

/**
 * Reads the send time of a broadcast from any common datetime: ISO 8601, SQL, RFC 2822 or English.
 * Without an offset it is in the account's IANA zone; a time that does not exist there becomes the
 * next existing minute, one that occurs twice the first (contract §4.9). Null if it cannot be read, or
 * is after 2200.
 */
export function parseSendAt(text: string, timezone: string): Date | null {
  const read = readSendAt(text);
  if (read === null) return null;
  const instant =
    'instant' in read ? read.instant : new ZoneClock(timezone).instantOfWall(read.wall);
  return Math.abs(instant) < end ? new Date(instant) : null;
}

/**
 * Reads the local time of a broadcast from the same texts (CAP-06): as `YYYY-MM-DDTHH:MM:SS`, or
 * `offset` where it names one. Null if it cannot be read, or is after 2200.
 */
export function parseSendAtLocal(text: string): { local: string } | 'offset' | null {
  const read = readSendAt(text);
  if (read === null) return null;
  if ('instant' in read) return 'offset';
  if (Math.abs(read.wall) >= end || read.wall < 0) return null;
  return { local: new Date(read.wall).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length) };
}

/** A local time that was read, in milliseconds as if it were UTC. */
export function wallOf(local: string): number {
  return Date.parse(`${local}Z`);
}

function readSendAt(text: string): Read {
  const given = text.trim();
  const sent = /^\d{4}-?\d{2}/.test(given) ? (withoutZone(given) ?? '') : given;
  // A time alone would mean today, and core reads no clock.
  if (!/\d{4}/.test(sent) || /^(?:t\d|\d{1,2}:)/i.test(sent)) return null;
  return readers.map((reader) => reader(sent)).find((found) => found !== null) ?? null;
}

/** For answers: with the offset of the account's zone at that time (BCAST-14). */
export function shownSendAt(at: Date, timezone: string): string {
  const shown = DateTime.fromJSDate(at, { zone: timezone });
  return (shown.isValid ? shown : DateTime.fromJSDate(at, { zone: 'utc' })).toISO() ?? '';
}

/** A local time is in milliseconds, as if it were UTC. */
type Read = { instant: number } | { wall: number } | null;

/** A text with an offset gives the same instant in both zones. */
function byLuxon(parse: (text: string, zone: string) => DateTime): (text: string) => Read {
  return (text) => {
    const read = parse(text, 'utc');
    if (!read.isValid) return null;
    const at = read.toMillis();
    return parse(text, 'Etc/GMT-9').toMillis() === at ? { instant: at } : { wall: at };
  };
}

function asWritten(text: string): Read {
  const plain = text.replace(zones, ' ');
  const known = (plain.match(/[a-z]+/gi) ?? []).every((word) => words.has(word.toLowerCase()));
  if (!known) return null;
  // ISO dates were tried before; here an invalid day would become one of the next month.
  if (/^\d{4}-/.test(text)) return null;
  const wall = new Date(`${plain} UTC`);
  if (!(plain.match(/\d+/g) ?? []).map(Number).includes(wall.getUTCDate())) return null;
  const hasZone = zones.test(text);
  const at = Date.parse(hasZone ? text : `${text} UTC`);
  if (Number.isNaN(at)) return null;
  return hasZone ? { instant: at } : { wall: at };
}

const readers: readonly ((text: string) => Read)[] = [
  byLuxon((text, zone) => DateTime.fromISO(text, { zone })),
  byLuxon((text, zone) => DateTime.fromSQL(text, { zone })),
  byLuxon((text, zone) => DateTime.fromRFC2822(text, { zone })),
  asWritten,
];
