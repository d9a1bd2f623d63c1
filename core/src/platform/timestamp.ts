import { DateTime, IANAZone } from 'luxon';
import type { ZoneClock } from './zone-clock.ts';

/** The end of a timestamp that says its offset: `Z`, `+01:00`, `-05`, or a zone in brackets. */
const offset = /t[^t]*(?:z|[+-]\d{2}(?::?\d{2})?)$|\]$/i;

/** An offset that no zone has; luxon takes any. */
const offsetTooFar = /t[^t]*[+-](?:1[5-9]|[2-9]\d)(?::?\d{2})?(?:\[|$)/i;

/** An offset with a zone behind it (RFC 9557): `2026-01-31T09:30+01:00[Europe/Paris]`. */
function offsetAndZone(text: string): { time: string; zone: string } | null {
  const [, time = '', zone = ''] = /^([^[]*)\[([^\]]+)\]$/.exec(text) ?? [];
  return offset.test(time) ? { time, zone } : null;
}

/**
 * Whether a text has an offset that its zone does not have at that time: of two moments one would be
 * dropped without a word. `Z` names no offset of the zone, and contradicts none.
 */
export function contradictsItself(text: string): boolean {
  const { time, zone } = offsetAndZone(text) ?? { time: 'z', zone: '' };
  if (/z$/i.test(time) || !isTimezone(zone)) return false;
  return (
    DateTime.fromISO(time, { setZone: true }).offset !== DateTime.fromISO(time, { zone }).offset
  );
}

/** The text without a zone that its offset makes needless; null where its offset is one of no zone. */
export function withoutZone(text: string): string | null {
  if (offsetTooFar.test(text) || contradictsItself(text)) return null;
  const both = offsetAndZone(text);
  if (both === null) return text;
  return isTimezone(both.zone) ? both.time : null;
}

/** The last year of any time that is taken. */
export const lastYear = 2200;

/** Reads a text as if it were in UTC. */
function read(text: string): DateTime | null {
  // A time alone would be one of today, and core reads no clock.
  const plain = text.length > 64 || /^(?:t|\d{1,2}:)/i.test(text) ? null : withoutZone(text);
  if (plain === null) return null;
  const time = DateTime.fromISO(plain, { zone: 'utc' });
  return time.isValid && time.year >= 1970 && time.year <= lastYear ? time : null;
}

/** What is wrong with a text that is no timestamp, as the end of a sentence that begins with its name. */
export function timestampFault(text: string): string {
  if (contradictsItself(text))
    return 'has an offset that its zone does not have then; leave out one of them.';
  return 'must be an ISO 8601 timestamp between 1970 and 2200, such as 2026-01-31T09:30:00Z.';
}

/** Whether a text is an ISO 8601 timestamp between 1970 and 2200. */
export function isTimestamp(text: string): boolean {
  return read(text) !== null;
}

/** Whether a text says the time of some zone without saying which. */
export function isLocalTime(text: unknown): text is string {
  return typeof text === 'string' && !offset.test(text) && isTimestamp(text);
}

/**
 * Reads an ISO 8601 timestamp between 1970 and 2200; without an offset it is what the clock shows
 * (SAFE-43). Null if it is not one.
 */
export function parseTimestamp(text: string, clock: ZoneClock): Date | null {
  const time = read(text);
  if (time === null) return null;
  return offset.test(text) ? time.toJSDate() : new Date(clock.instantOfWall(time.toMillis()));
}

/** Whether a name is a usable IANA time zone. */
export function isTimezone(name: string): boolean {
  return IANAZone.isValidZone(name);
}
