const dayMs = 86_400_000;

/** The instant `days` times 24 hours before now; the period begins after it. */
export function daysAgo(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs);
}

/** Whether a last time (ISO 8601) is later than `days` ago; any time without days. */
export function isWithin(last: unknown, days: number | undefined, now: Date): boolean {
  if (typeof last !== 'string') return false;
  return days === undefined || Date.parse(last) > daysAgo(now, days).getTime();
}

/** When a last time leaves the period; null if there is no last time or no days. */
export function withinUntil(last: unknown, days: number | undefined): Date | null {
  if (typeof last !== 'string' || days === undefined) return null;
  return new Date(Date.parse(last) + days * dayMs);
}

/** The calendar date `days` before another, both YYYY-MM-DD. */
export function dateBefore(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);
}

/** The calendar date `days` after another, both YYYY-MM-DD. */
export function dateAfter(date: string, days: number): string {
  return dateBefore(date, -days);
}

const quarterMs = 900_000;
/** UTC+14 is the first time zone to begin a day. */
const earliestZoneMs = 14 * 3_600_000;

/**
 * The first moment after now at which a date (YYYY-MM-DD) may begin in any time zone: every zone
 * begins its days on a quarter of an hour.
 */
export function dayMayBegin(date: string, now: Date): Date {
  const first = Date.parse(`${date}T00:00:00Z`) - earliestZoneMs;
  if (first > now.getTime()) return new Date(first);
  return new Date((Math.floor(now.getTime() / quarterMs) + 1) * quarterMs);
}
