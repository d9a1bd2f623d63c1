import { DateTime, IANAZone } from 'luxon';
import type { ZoneClock } from './zone-clock.ts';

/** The end of a timestamp that says its offset: `Z`, `+01:00`, `-05`, or a zone in brackets. */
const offset = /t[^t]*(?:z|[+-]\d{2}(?::?\d{2})?)$|\]$/i;

/** An offset that no zone has; luxon takes any. */
const offsetTooFar = /t[^t]*[+-](?:1[5-9]|[2-9]\d)(?::?\d{2})?(?:\[|$)/i;

/** Reads a text as if it were in UTC. */
function read(text: string): DateTime | null {
  // A time alone would be one of today, and core reads no clock.
  if (text.length > 64 || /^(?:t|\d{1,2}:)/i.test(text) || offsetTooFar.test(text)) return null;
  const time = DateTime.fromISO(text, { zone: 'utc' });
  return time.isValid && time.year >= 1970 && time.year <= 2200 ? time : null;
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
