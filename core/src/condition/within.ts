const dayMs = 86_400_000;

/** The instant that lies `days` times 24 hours before now; what is within the days is later. */
export function daysAgo(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs);
}

/** Whether a last time, as ISO 8601, is later than `days` ago; any time where no days are given. */
export function isWithin(last: unknown, days: number | undefined, now: Date): boolean {
  if (typeof last !== 'string') return false;
  return days === undefined || Date.parse(last) > daysAgo(now, days).getTime();
}

/** The calendar date so many days before another, both YYYY-MM-DD. */
export function dateBefore(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);
}
