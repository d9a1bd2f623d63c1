import { DateTime, IANAZone } from 'luxon';

/** Reads an ISO 8601 timestamp between 1970 and 2200, by default in UTC. Null if it is not one. */
export function parseTimestamp(text: string): Date | null {
  if (text.length > 64) return null;
  const time = DateTime.fromISO(text, { zone: 'utc' });
  return time.isValid && time.year >= 1970 && time.year <= 2200 ? time.toJSDate() : null;
}

/** Whether a name is a usable IANA time zone. */
export function isTimezone(name: string): boolean {
  return IANAZone.isValidZone(name);
}
