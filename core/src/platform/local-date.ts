import { DateTime } from 'luxon';

/**
 * The calendar date of an instant in an IANA time zone, YYYY-MM-DD; in UTC if the zone is unknown.
 */
export function localDate(now: Date, timezone: string): string {
  const local = DateTime.fromJSDate(now, { zone: timezone });
  return (local.isValid ? local : DateTime.fromJSDate(now, { zone: 'utc' })).toFormat('yyyy-MM-dd');
}
