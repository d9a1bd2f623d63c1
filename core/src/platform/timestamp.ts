import { DateTime, IANAZone } from 'luxon';

/**
 * Reads an ISO 8601 timestamp between 1970 and 2200; without an offset it is UTC. Null where it is
 * none.
 */
export function parseTimestamp(text: string): Date | null {
  if (text.length > 64) return null;
  const time = DateTime.fromISO(text, { zone: 'utc' });
  return time.isValid && time.year >= 1970 && time.year <= 2200 ? time.toJSDate() : null;
}

/** Whether a name is an IANA time zone that clocks can be read in. */
export function isTimezone(name: string): boolean {
  return IANAZone.isValidZone(name);
}
